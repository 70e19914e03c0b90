import type { FormatId } from '../formats';

/** What settles a kind of assumption: the command to run, and the formats that read what it prints. */
interface Settling {
  /** `what`: the part of an assumption's id behind the colon. Absent: each assumption of the kind has its own. */
  readonly command?: (what: string) => string;
  /** How much of what becomes of a packet hangs on it: 3 its end, 2 the way it takes, 1 what it looks like or who answers. */
  readonly decides: 1 | 2 | 3;
  readonly readBy: readonly [FormatId, ...FormatId[]];
}

const isIPv6 = (what: string): boolean => what.includes(':');

/**
 * Every kind of thing that is assumed of a pasted node. One line a kind: what has no reader cannot be asked for, and the test of this
 * file wants a sample of the output that settles it.
 */
export const SETTLING = {
  interface: { decides: 1, command: () => 'ip addr', readBy: ['ip-address', 'ip-json', 'ifconfig'] },
  address: { decides: 1, command: () => 'ip addr', readBy: ['ip-address', 'ip-json', 'ifconfig'] },
  route: {
    decides: 2,
    command: (what) => (isIPv6(what) ? 'ip -6 route show table all' : 'ip route show table all'),
    readBy: ['ip-route', 'ip-json', 'route-n'],
  },
  node: {
    decides: 2,
    command: () => 'ip route show table all',
    readBy: ['ip-route', 'ip-address', 'ip-json', 'kubectl-table', 'kubectl-describe'],
  },
  rules: { decides: 2, command: () => 'ip route show table all', readBy: ['ip-route', 'ip-json'] },
  link: {
    decides: 1,
    command: () => 'ip addr; ip route show table all',
    readBy: ['ip-address', 'ip-route', 'ip-json'],
  },
  sysctl: { decides: 2, command: (what) => `sysctl ${what}`, readBy: ['sysctl'] },
  hairpin: { decides: 2, command: () => 'bridge -d link', readBy: ['ip-address', 'ip-json', 'hairpin-mode'] },
  port: {
    decides: 2,
    command: () => 'iptables-save',
    readBy: ['iptables-save', 'kubectl-table', 'kubectl-describe', 'kubernetes-yaml'],
  },
  podCIDR: {
    decides: 2,
    command: () => 'kubectl -n kube-system get configmap kube-proxy -o yaml',
    readBy: ['kube-proxy-config'],
  },
  set: { decides: 3, readBy: ['ipset-save', 'ipset-list'] },
  mode: {
    decides: 3,
    readBy: [
      'ipvsadm',
      'kube-proxy-config',
      'kubectl-table',
      'kubectl-describe',
      'kubernetes-yaml',
      'hnsdiag-list',
      'hns-policy-list',
    ],
  },
  object: { decides: 2, readBy: ['kubectl-table', 'kubectl-describe', 'kubernetes-yaml', 'iptables-save'] },
  pods: { decides: 1, readBy: ['kubectl-table', 'kubectl-describe', 'kubernetes-yaml'] },
  rule: { decides: 3, readBy: ['iptables-save', 'nft-ruleset'] },
  table: { decides: 3, readBy: ['iptables-save', 'nft-ruleset'] },
  interfaces: { decides: 2, readBy: ['iptables-save'] },
  host: { decides: 1, command: () => 'ss -lntu', readBy: ['listening-sockets'] },
} as const satisfies Readonly<Record<string, Settling>>;

/** What an assumption is about. */
export type AssumptionKind = keyof typeof SETTLING;

/** The command that would settle a guess about something; undefined: none, or the assumption has its own. */
export function commandSettling(about: AssumptionKind, what: string): string | undefined {
  const settling: Settling = SETTLING[about];
  return settling.command?.(what);
}
