import type { CountedLine } from './contrasts';

/** What a device is to a packet between Pods of two nodes. */
export type LinkRole = 'pod' | 'overlay' | 'wireguard' | 'underlay';

/** A device with the largest packet it takes, in bytes of IP. */
export interface MtuFact extends CountedLine {
  readonly device: string;
  readonly role: LinkRole;
  readonly mtu: number;
}

/** The largest packet that passed, or the size above which none does, in bytes of IP. */
export interface PathFact extends CountedLine {
  readonly bytes: number;
  readonly by: 'said' | 'measured';
}

/** All that a text tells of sizes. */
export interface MtuFacts {
  readonly links: readonly MtuFact[];
  readonly path?: PathFact;
}

/** Devices by the names that their makers give them (flannel, Calico, Cilium, Antrea, Weave, the CNI plugins, systemd). */
const ROLES: readonly (readonly [LinkRole, RegExp])[] = [
  ['wireguard', /^(?:cilium_wg\d|wireguard\.cali|flannel-wg|kube-bridge-wg|wg\d{1,3}|wt\d{1,3}|tailscale\d)$/],
  [
    'overlay',
    /^(?:flannel\.\d{1,8}|flannel-v6\.\d|vxlan[.\w]{0,12}|cilium_(?:vxlan|geneve|ipip4)|genev_sys\w{0,8}|tunl\d|antrea-tun\d|weave)$/,
  ],
  ['pod', /^(?:veth[\w-]{1,12}|cali[\da-f]{11}|cali\*|cali<?\.{3}>?|lxc[\w<.>*]{0,14}|eni[\da-f]{11}|cni\d|cbr\d)$/],
  ['underlay', /^(?:eth\d{1,3}|en[opsx][\w]{1,14}|bond\d{1,2}(?:\.\d{1,4})?|br-ex|ovs-system)$/],
];

/** `3: eth1@if9: <UP> mtu 1450 qdisc`, `eth1 (private) mtu 1450`, `eth1 at 1450 MTU`, `MTU of eth1 is 1450`. */
const FORMS: readonly RegExp[] = [
  /^\s{0,8}(?:\d{1,5}: )?([a-z][\w.<>*-]{1,18})(?:@\w{1,15})?:?\s.{0,60}?\bmtu[ :=]{1,3}(\d{3,5})\b/i,
  /\(?\b([a-z][\w.-]{1,15})\b\s{1,3}(?:is )?(?:at|with|has)\s{1,3}(?:an? )?(?:mtu (?:of )?)?(\d{3,5})\s{1,3}MTU\b/i,
  /\bMTU (?:of|on) (?:the )?["`]?([a-z][\w.-]{1,15})["`]?\)?(?: interface| device)? (?:is|=|to|was)\s{1,3}(\d{3,5})\b/i,
  /["`]([a-z][\w.-]{1,15})["`](?: and ["`][\w.*-]{1,15}["`])?\)? (?:interface|device)s? (?:will have|has|have|with) (?:an? )?MTU (?:of )?(\d{3,5})\b/i,
];
/** `Pod interfaces are auto-configured to 1450 MTU`, `Pod MTU 1450`. */
const OF_PODS =
  /\bpods?['’]?s?\b(?: [\w-]{1,16}){0,5}?(?: (?:to|of|is|at|has|have|with|=|an?)){0,3} {1,3}(?:(\d{3,5}) {1,3}MTU|mtu(?: (?:of|is|=|to)){0,2} {1,3}(\d{3,5}))\b/i;
/** `packets larger than 1355 bytes`. */
const LIMIT =
  /\b(?:packets?|payloads?|frames?|datagrams?)\b.{0,20}\b(?:larger|bigger|greater|exceeding|above|over|longer)\b(?: than)? {1,3}(\d{3,5}) {1,3}bytes/i;
/** `payload 1292 (IP 1320) -> 0% packet loss`: what ping sends has 8 bytes of ICMP and 20 of IP before it. */
const PAYLOAD = /\bpayload {1,3}(\d{3,5})\b.{0,40}?\b(\d{1,3})% (?:packet )?loss|\bping\b.{0,80} -s ?(\d{3,5})\b/i;
const LOSS = /\b(\d{1,3})% packet loss/;
const HEADERS = 28;
/** Lines behind a ping in which its loss stands. */
const OUTPUT = 8;

/** `each container's `eth0` interfaces`. */
const IN_POD = /\b(?:container|pod)s?['’]s?\s/i;

const LONGEST = 400;
const MOST_LINES = 5000;
/** IP wants every link to carry so much (RFC 791); what is above is no link's. */
const LEAST = 576;
const GREATEST = 9216;

const isSize = (size: number): boolean => size >= LEAST && size <= GREATEST;

const roleOf = (device: string): LinkRole | undefined => ROLES.find(([, name]) => name.test(device))?.[0];

/** `5: tunl0@NONE: <NOARP> mtu 1480`: a device that is not used. */
const isDown = (line: string): boolean => /<[A-Z,_-]{2,80}>/.test(line) && !/<[^>]{0,80}\bUP\b/.test(line);

function readLink({ line, number }: CountedLine): readonly MtuFact[] {
  if (isDown(line)) return [];
  const named = FORMS.flatMap((form): readonly MtuFact[] => {
    const [, device = '', size = ''] = form.exec(line) ?? [];
    const told = roleOf(device);
    // A device of the nodes' names inside of a Pod is the Pod's.
    const role = told === 'underlay' && IN_POD.test(line) ? 'pod' : told;
    return role && isSize(Number(size)) ? [{ device, role, mtu: Number(size), line, number }] : [];
  });
  const [, before, behind] = OF_PODS.exec(line) ?? [];
  const mtu = Number(before ?? behind ?? 0);
  return isSize(mtu) ? [...named, { device: 'Pod', role: 'pod', mtu, line, number }] : named;
}

function readPing(lines: readonly string[], at: number): { readonly bytes: number; readonly loss: number } | undefined {
  const [, payload, loss, typed] = PAYLOAD.exec(lines[at] ?? '') ?? [];
  const bytes = Number(payload ?? typed ?? 0) + HEADERS;
  if (!isSize(bytes)) return undefined;
  if (loss !== undefined) return { bytes, loss: Number(loss) };
  const printed = lines.slice(at + 1, at + 1 + OUTPUT).flatMap((line) => LOSS.exec(line)?.[1] ?? []);
  return printed[0] === undefined ? undefined : { bytes, loss: Number(printed[0]) };
}

/** The largest packet that passed below one that did not. */
function readMeasured(lines: readonly string[]): PathFact | undefined {
  const asked = lines.flatMap((line, at) => {
    const ping = readPing(lines, at);
    return ping ? [{ ...ping, line, number: at + 1 }] : [];
  });
  const lost = Math.min(...asked.filter(({ loss }) => loss === 100).map(({ bytes }) => bytes));
  const passed = asked.filter(({ loss, bytes }) => loss === 0 && bytes < lost).toSorted((a, b) => b.bytes - a.bytes)[0];
  return passed && Number.isFinite(lost)
    ? { bytes: passed.bytes, by: 'measured', line: passed.line, number: passed.number }
    : undefined;
}

/** Reads devices with their MTU, as `ip link` and people write them, and the largest packet that passes between Pods. */
export function readMtus(text: string): MtuFacts {
  const lines = text.split('\n', MOST_LINES).map((line) => (line.length > LONGEST ? '' : line));
  const links = lines.flatMap((line, at) => readLink({ line, number: at + 1 }));
  const said = lines.flatMap((line, at): readonly PathFact[] => {
    const bytes = Number(LIMIT.exec(line)?.[1] ?? 0);
    return isSize(bytes) ? [{ bytes, by: 'said', line, number: at + 1 }] : [];
  });
  const path = readMeasured(lines) ?? said[0];
  return path ? { links, path } : { links };
}
