import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';

/** What containerd, CRI-O, dockerd and the kubelet write of an image that they did not get. */
const PULL =
  /ailed to pull |ErrImagePull|ImagePullBackOff|PullImage |ailed to resolve reference|ailed to get sandbox image|pinging (?:container|docker) registry|rror pulling image|rror response from daemon: Get/;
/** An error of the network behind it (Go's `net.OpError` and `net.DNSError`, net/http). */
const LOOKUP = /\blookup ([\w.-]{1,253})(?: on (\[?[\da-fA-F:.]{2,45}?\]?):53)?: (.{0,120})/;
const DIAL =
  /\b(?:dial|read|write) tcp (?:[^ ]{3,60}->)?(\[[\da-fA-F:.]{2,45}\]|\d{1,3}(?:\.\d{1,3}){3}):(\d{1,5}): (?:connect: |read: |write: )?(i\/o timeout|connection timed out|operation timed out|connection refused|no route to host|network is unreachable|connection reset by peer)/;
const PROXY = /\bproxyconnect tcp: /;
const HANDSHAKE = /TLS handshake timeout/;
/** `failed to do request: Head "https://registry.example:5000/v2/…"`, its quotes escaped or left out. */
const URL_ASKED = /\b(?:Head|Get|HEAD|GET):? [\\"'<]{0,5}(https?:\/\/([\w.-]{1,253})(?::(\d{1,5}))?)\//;
const IMAGE = /\b(?:image|reference) [\\"'`]{1,4}([a-z\d][\w./:@-]{1,300})/;
/** A name that only DNS of the cluster knows. */
const OF_CLUSTER = /\.svc(?:\.[\w.-]+)?$/;

const DOCKER = /(?:^|\.)docker\.io$/;
const PORT = /:\d{1,5}$/;

const LONGEST = 4000;
const MOST_LINES = 20_000;
const MOST_TOLD = 2;

type PullEnd = 'unknown' | 'unasked' | 'proxy' | 'silent' | 'refused' | 'unreachable' | 'handshake';

/** A pull that ended at the network. */
interface FailedPull {
  readonly line: string;
  readonly number: number;
  readonly image: string;
  /** The name that was asked. */
  readonly host: string;
  /** Where its API is: `https://registry.example:5000`. */
  readonly url: string;
  /** The address that was dialled, or of the name server that was asked; `none`: not told. */
  readonly address: string;
  readonly end: PullEnd;
}

function readEnd(line: string): Pick<FailedPull, 'end' | 'address'> | undefined {
  const [, address, , error] = DIAL.exec(line) ?? [];
  const bare = address?.replace(/^\[|\]$/g, '') ?? 'none';
  if (PROXY.test(line)) return { end: 'proxy', address: bare };
  const [, , server, reason] = LOOKUP.exec(line) ?? [];
  if (reason !== undefined) {
    const end = /no such host/.test(reason) ? 'unknown' : 'unasked';
    return { end, address: server?.replace(/^\[|\]$/g, '') ?? 'none' };
  }
  if (error !== undefined) {
    if (/refused|reset/.test(error)) return { end: 'refused', address: bare };
    return { end: /timed out|timeout/.test(error) ? 'silent' : 'unreachable', address: bare };
  }
  return HANDSHAKE.test(line) ? { end: 'handshake', address: 'none' } : undefined;
}

/** The machine that an image's name asks (distribution/reference: splitDockerDomain). */
function findRegistry(image: string): string {
  const [first = '', rest] = image.split('/', 2);
  const isHost = rest !== undefined && (/[.:]/.test(first) || first === 'localhost');
  return !isHost || DOCKER.test(first) ? 'registry-1.docker.io' : first;
}

/** The pull that a line says failed at the network; undefined: it says none, or another failure, as a name that the registry does not have. */
function readPull(line: string, number = 0): FailedPull | undefined {
  if (line.length > LONGEST || !PULL.test(line)) return undefined;
  const end = readEnd(line);
  if (!end) return undefined;
  const image = IMAGE.exec(line)?.[1] ?? 'none';
  const [, url, asked] = URL_ASKED.exec(line) ?? [];
  const registry = image === 'none' ? undefined : findRegistry(image);
  const host = LOOKUP.exec(line)?.[1] ?? asked ?? registry?.replace(PORT, '');
  const own = url !== undefined && asked === host ? url : `https://${host ?? ''}`;
  return host === undefined ? undefined : { ...end, line, number, image, host, url: own };
}

/** True of a line that says that an image was not pulled, for an error of the network. */
export const isFailedPull = (line: string): boolean => readPull(line) !== undefined;

/** Nodes that kubectl names where an image is pulled: by whom an event is, where a Pod runs. */
const NODE_FORMS: readonly RegExp[] = [
  /\bkubelet, ([a-z\d][\w.-]{0,252})\s/g,
  /^Node:\s{1,30}([a-z\d][\w.-]{0,252})\//gm,
  /Successfully assigned \S{1,300} to ([a-z\d][\w.-]{0,252})\b/g,
];

/** The one Node that a text names as the place of its Pods; `none`: it names several, or none. */
function findNode(text: string): string {
  const names = new Set(NODE_FORMS.flatMap((form) => [...text.matchAll(form)].map(([, name = '']) => name)));
  const [only] = names;
  return names.size === 1 && only !== undefined ? only : 'none';
}

const isSame = (registry: string, host: string): boolean =>
  registry.replace(PORT, '') === host || (DOCKER.test(registry) && DOCKER.test(host));

function sayPull({ line, number, image, host, url, address, end }: FailedPull, node: string): EvidenceFinding {
  const registry = image === 'none' ? host : findRegistry(image);
  const values = {
    image,
    host,
    url,
    port: PORT.exec(url)?.[0].slice(1) ?? (url.startsWith('http:') ? '80' : '443'),
    address,
    end,
    node,
    number: String(number),
    // Registries send for the parts of an image to other machines.
    registry: isSame(registry, host) ? 'none' : registry,
    family: address.includes(':') ? 'ipv6' : 'ipv4',
    local: address.startsWith('127.') ? 'yes' : 'no',
    cluster: OF_CLUSTER.test(host) ? 'yes' : 'no',
  };
  return {
    id: 'image-pull',
    severity: 'warning',
    says: phrase('evidence.image-pull', values),
    next: phrase('evidence.next.image-pull', values),
    words: [line.trim()],
  };
}

/**
 * Finds images that a node did not get since it did not reach whom it asked: the container runtime asks by the node's own resolver, proxy and
 * routes, before any Pod runs. Each host once.
 */
export function findOfPulls(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const found = new Map<string, EvidenceFinding>();
  for (const { text } of texts) {
    const lines = PULL.test(text) ? text.split('\n', MOST_LINES) : [];
    for (const [at, line] of lines.entries()) {
      const pull = readPull(line, at + 1);
      if (pull && !found.has(pull.host)) found.set(pull.host, sayPull(pull, findNode(text)));
    }
  }
  return [...found.values()].slice(0, MOST_TOLD);
}
