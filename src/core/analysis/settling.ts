import type { FormatId } from '../formats';

/** What settles a kind of assumption: the command to run, and the formats that read what it prints. */
interface Settling {
  /** `what`: the part of an assumption's id behind the colon. Absent: each assumption of the kind has its own. */
  readonly command?: (what: string) => string;
  /** `person`: no command tells; it can be said by hand. */
  readonly readBy: readonly [FormatId, ...FormatId[]] | 'person';
}

const isIPv6 = (what: string): boolean => what.includes(':');

/**
 * Every kind of thing that is assumed of a pasted node. One line a kind: what has no reader cannot be asked for, and the test of this
 * file wants a sample of the output that settles it.
 */
export const SETTLING = {
  interface: { command: () => 'ip addr', readBy: ['ip-address', 'ifconfig'] },
  address: { command: () => 'ip addr', readBy: ['ip-address', 'ifconfig'] },
  route: {
    command: (what) => (isIPv6(what) ? 'ip -6 route show table all' : 'ip route show table all'),
    readBy: ['ip-route', 'route-n'],
  },
  node: { command: () => 'ip route show table all', readBy: ['ip-route', 'ip-address', 'kubectl-table'] },
  rules: { command: () => 'ip route show table all', readBy: ['ip-route'] },
  link: { command: () => 'ip addr; ip route show table all', readBy: ['ip-address', 'ip-route'] },
  sysctl: { command: (what) => `sysctl ${what}`, readBy: ['sysctl'] },
  hairpin: { command: () => 'bridge -d link', readBy: ['ip-address', 'hairpin-mode'] },
  podCIDR: { command: () => 'kubectl -n kube-system get configmap kube-proxy -o yaml', readBy: ['kube-proxy-config'] },
  set: { readBy: ['ipset-save', 'ipset-list'] },
  mode: { readBy: ['ipvsadm', 'kube-proxy-config', 'kubectl-table', 'kubernetes-yaml'] },
  object: { readBy: ['kubectl-table', 'kubernetes-yaml', 'iptables-save'] },
  pods: { readBy: ['kubectl-table', 'kubernetes-yaml'] },
  rule: { readBy: ['iptables-save', 'nft-ruleset'] },
  table: { readBy: ['iptables-save', 'nft-ruleset'] },
  interfaces: { readBy: ['iptables-save'] },
  host: { readBy: 'person' },
} as const satisfies Readonly<Record<string, Settling>>;

/** What an assumption is about. */
export type AssumptionKind = keyof typeof SETTLING;

/** The command that would settle a guess about something; undefined: none, or the assumption has its own. */
export function commandSettling(about: AssumptionKind, what: string): string | undefined {
  const settling: Settling = SETTLING[about];
  return settling.command?.(what);
}
