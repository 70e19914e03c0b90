import { phrase, type Phrase } from '../../../lib/phrase';
import { isLoopback, parseIp, type IpAddress, type IpFamily } from '../../../net/ip';
import type { KubeProxyConfig } from '../../types';

/** Ports a proxy may listen on. */
export interface PortRange {
  readonly base: number;
  readonly size: number;
  /** Nobody gave a range, so the kernel picks: `net.ipv4.ip_local_port_range`. */
  readonly ephemeral: boolean;
}

/** Where a proxy listens. */
export interface Listening {
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
