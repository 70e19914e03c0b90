import { featuresSince } from '../../changes';
import { phrase, type Phrase } from '../../../lib/phrase';
import { isLoopback, parseIp, type IpAddress, type IpFamily } from '../../../net/ip';
import type { KubeProxyConfig } from '../../types';
import type { Memo } from '../../../lib/memo';
import type { SyncInput } from '../mode';
import { interfaceAddressesOf, nodeIPOf, ownNode, knownContexts } from '../shared/node';

/** Ports a proxy may listen on. */
export interface PortRange {
  readonly base: number;
  readonly size: number;
  /** Nobody gave a range, so the kernel picks: `net.ipv4.ip_local_port_range`. */
  readonly ephemeral: boolean;
}

/** Where a proxy listens. */
interface Listening {
  /** `0.0.0.0`, `::`, or one address of the node. */
  readonly address: string;
  readonly any: boolean;
  readonly ports: PortRange;
}

const EPHEMERAL: PortRange = { base: 32_768, size: 28_232, ephemeral: true };

/** `--bind-address` and `--proxy-port-range`, or why a kube-proxy of this family does not start with them. */
export function listeningOf(config: KubeProxyConfig, family: IpFamily): Listening | Phrase {
  const ports = portRangeOf(config.portRange ?? '');
  if (!ports) return phrase('kubernetes.userspace.bad-port-range', { range: config.portRange ?? '' });
  const anywhere = family === 'ipv4' ? '0.0.0.0' : '::';
  const text = config.bindAddress ?? anywhere;
  const parsed = parseIp(text);
  if (!parsed.ok) return phrase('kubernetes.userspace.bad-bind-address', { address: text });
  if (parsed.value.family !== family) return phrase('kubernetes.userspace.other-family', { address: text });
  if (isLoopback(parsed.value)) return phrase('kubernetes.userspace.loopback', { address: text });
  return { address: text, any: isUnspecified(parsed.value), ports };
}

function isUnspecified({ words }: IpAddress): boolean {
  return words.every((word) => word === 0);
}

/** `a-b`, `a+n` (a to a+n), one port, or nothing; undefined: it is none of them. */
function portRangeOf(text: string): PortRange | undefined {
  if (text === '' || text === '0' || text === '0-0') return EPHEMERAL;
  const found = /^(\d+)(?:([-+])(\d+))?$/.exec(text.trim());
  if (!found) return undefined;
  const base = Number(found[1]);
  const second = Number(found[3] ?? 0);
  const last = found[2] === '-' ? second : base + second;
  if (base < 1 || last < base || last > 65_535) return undefined;
  return { base, size: last - base + 1, ephemeral: false };
}

/** From when on each change of what this mode writes. */
export const CHANGES = {
  /** Unnamed ports without a trailing colon in comments. */
  noTrailingColon: 20,
} as const;

type Feature = keyof typeof CHANGES;
type Features = Readonly<Record<Feature, boolean>>;

/** What a release has. */
function featuresOf(release: string): Features {
  return featuresSince(CHANGES, release);
}

/** All that one proxier knows besides Services and endpoints (pkg/proxy/userspace/proxier.go NewProxier). */
export interface ProxierContext {
  readonly node: string;
  readonly family: IpFamily;
  /** The node's own address, where its own packets are sent to. */
  readonly hostIP: string;
  readonly listening: Listening;
  /** A Service's address among these is claimed, as a nodePort is. */
  readonly localAddresses: readonly string[];
  readonly features: Features;
  /** `ipMode` came with 1.29, after this mode was gone. */
  readonly ipMode: false;
}

const known = knownContexts<ProxierContext>();

/** The context of an input; equal ones are the same object. */
export function proxierContext(input: SyncInput, memo: Memo, listening: Listening): ProxierContext {
  const { family, node, release } = input;
  const context: ProxierContext = {
    node,
    family,
    hostIP: nodeIPOf(ownNode(input.cluster, node), family),
    listening,
    localAddresses: interfaceAddressesOf(input),
    features: featuresOf(release),
    ipMode: false,
  };
  return known(context, memo);
}
