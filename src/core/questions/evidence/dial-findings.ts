import { phrase } from '../../lib/phrase';
import { contains, parseCidr, parseIp } from '../../net/ip';
import { tellDataplane } from '../../paste/dataplane';
import type { CountedLine } from './contrasts';
import type { EvidenceFinding } from './evidence-finding';
import { API_ADDRESSES } from './fault-words';
import { findLine } from './ruled-out';

/** Ranges as a distribution gives them unless it is told otherwise (its own documentation). */
interface UsualRanges {
  readonly of: string;
  readonly pods: string;
  readonly services: string;
  /** Networks of others have such addresses, too: it has to be named. */
  readonly named?: RegExp;
}

const RANGES: readonly UsualRanges[] = [
  { of: 'k3s, RKE2', pods: '10.42.0.0/16', services: '10.43.0.0/16' },
  { of: 'kubeadm, kind, minikube', pods: '10.244.0.0/16', services: '10.96.0.0/12' },
  { of: 'MicroK8s', pods: '10.1.0.0/16', services: '10.152.183.0/24', named: /\bmicrok8s\b/i },
  { of: 'Kubespray', pods: '10.233.64.0/18', services: '10.233.0.0/18', named: /\bkubespray\b/i },
  { of: 'OpenShift', pods: '10.128.0.0/14', services: '172.30.0.0/16', named: /\b(?:openshift|okd|microshift)\b/i },
];

const findRange = (host: string, kind: 'pods' | 'services', text: string): UsualRanges | undefined =>
  RANGES.find((each) => isIn(host, each[kind]) && (each.named === undefined || each.named.test(text)));

/** A packet that a program says was not answered: Go's `net.OpError`. */
interface Dialled extends CountedLine {
  readonly protocol: string;
  readonly from?: string;
  readonly host: string;
  readonly port: string;
  readonly end: 'silent' | 'refused' | 'unreachable';
}

const ERROR =
  /\b(?:dial|read|write) (tcp|udp)\d? (?:(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}->)?(\d{1,3}(?:\.\d{1,3}){3}):(\d{1,5}): (?:connect: |read: )?(i\/o timeout|connection timed out|operation timed out|connection refused|no route to host|network is unreachable)/;
const LONGEST = 4000;
const MOST_LINES = 20_000;

const isIn = (host: string, range: string): boolean => {
  const [address, cidr] = [parseIp(host), parseCidr(range)];
  return address.ok && cidr.ok && contains(cidr.value, address.value);
};

function readEnd(words: string): Dialled['end'] {
  if (words.includes('refused')) return 'refused';
  return words.includes('timed out') || words.includes('timeout') ? 'silent' : 'unreachable';
}

function listDialled(text: string): readonly Dialled[] {
  const once = new Map<string, Dialled>();
  for (const [at, line] of text.split('\n', MOST_LINES).entries()) {
    const [, protocol, from, host, port, end] = (line.length > LONGEST ? null : ERROR.exec(line)) ?? [];
    if (protocol === undefined || host === undefined || port === undefined || end === undefined) continue;
    const place = { protocol, host, port, end: readEnd(end), line, number: at + 1 };
    if (!once.has(`${host} ${port}`)) once.set(`${host} ${port}`, from === undefined ? place : { ...place, from });
  }
  return [...once.values()];
}

/** What is known to listen at a port of a Pod, of those that an API server or a node asks. */
const PORT_ROLES: Readonly<Record<string, string>> = {
  10250: 'metrics',
  4443: 'metrics',
  9443: 'webhook',
  8443: 'webhook',
  53: 'dns',
};
const RANK = ['unreachable', 'silent', 'refused'] as const;

function sayPod(dialled: Dialled, text: string): readonly EvidenceFinding[] {
  const range = findRange(dialled.host, 'pods', text);
  if (!range) return [];
  const { line, host, port, end } = dialled;
  const values = {
    place: `${host}:${port}`,
    host,
    port,
    end,
    range: range.pods,
    of: range.of,
    role: PORT_ROLES[port] ?? 'none',
    number: String(dialled.number),
  };
  return [
    {
      id: 'dial-pod',
      severity: 'warning',
      says: phrase('evidence.dial.pod', values),
      next: phrase('evidence.dial-next.pod', values),
      words: [line.trim()],
    },
  ];
}

/** One machine is all there is. */
const SINGLE =
  /\bsingle[- ]node\b|\b(?:1|one) (?:server|node|master)s?,? (?:and )?(?:0|no|zero) (?:agents?|workers?)\b|\b(?:1|one)[- ]node cluster\b/i;
/** Kernels of boards and of virtual machines of desktops, whose makers choose the modules. */
const VENDOR =
  /\b\d{1,2}\.\d{1,3}\.\d{1,3}[\w.+-]{0,20}-(?:tegra|rockchip\w*|raspi|rpi\w*|sunxi\w*|microsoft-standard\S{0,12}|linuxkit|qnap|synology)\b/;

/** The number of the first line that names the address of the API server's Service in a range; `none`: none does. */
function findApi(text: string, range: string): string {
  const own = API_ADDRESSES.filter((place) => isIn(place.split(':', 1)[0] ?? '', range));
  const at = text.split('\n', MOST_LINES).findIndex((line) => own.some((place) => line.includes(place)));
  return at < 0 ? 'none' : String(at + 1);
}

function sayNames(dialled: Dialled, text: string): readonly EvidenceFinding[] {
  const range = findRange(dialled.host, 'services', text);
  if (!range || dialled.port !== '53' || dialled.end === 'refused') return [];
  const single = findLine(text, [SINGLE]);
  const kernel = VENDOR.exec(text)?.[0] ?? 'none';
  const values = {
    place: `${dialled.host}:53`,
    host: dialled.host,
    from: dialled.from ?? 'none',
    number: String(dialled.number),
    range: range.services,
    of: range.of,
    api: findApi(text, range.services),
    single: String(single?.number ?? 'none'),
    kernel,
    rules: tellDataplane([{ text }]).rules,
  };
  return [
    {
      id: 'dial-names',
      severity: 'warning',
      says: phrase('evidence.dial.names', values),
      next: phrase('evidence.dial-next.names', values),
      words: [dialled.line.trim()],
    },
  ];
}

/** Longer texts are dumps. */
const LONGEST_TEXT = 400_000;
const MOST_TOLD = 2;

/**
 * Finds what programs say they asked in vain, by the kind of address it is: a Pod's own, so that no rule of a Service is on the way, or the
 * name server's Service. Ranges are those of distributions, and said to be. Of several the one that got no answer is told first.
 */
export function findOfDialled(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts
    .flatMap(({ text }) => {
      if (text.length > LONGEST_TEXT) return [];
      const all = listDialled(text).toSorted((a, b) => RANK.indexOf(a.end) - RANK.indexOf(b.end));
      return [...all.flatMap((each) => sayNames(each, text)), ...all.flatMap((each) => sayPod(each, text)).slice(0, 1)];
    })
    .slice(0, MOST_TOLD);
}
