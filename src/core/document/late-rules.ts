import { type Memo } from '../lib/memo';
import { type Sysctls } from '../kubernetes/network/node-settings';
import type { KernelState } from '../kubernetes/proxy/mode';
import type { ProxyModeId } from '../kubernetes/types';
import type { Netns } from '../linux/netns';
import type { XtRuleset } from '../linux/xtables/types';
import type { IpFamily } from '../net/ip';
import { withKernelParts, type Compiled } from './kernel-parts';
import type { NodeProgram } from './node-program';

/** Modes that leave rules only: no devices, no sockets, of sysctls at most one. */
const RULES_ONLY: ReadonlySet<string> = new Set<ProxyModeId>(['iptables', 'nftables', 'ebpf', 'kernelspace']);

/** Are rules all that is left, so that they can wait until a packet comes? */
export function canWriteLazily(
  program: (Pick<NodeProgram, 'mode'> & Partial<Pick<NodeProgram, 'leftovers'>>) | undefined,
): boolean {
  if (!program) return false;
  return RULES_ONLY.has(program.mode) && !program.leftovers?.some((left) => !RULES_ONLY.has(left));
}

const ROUTE_LOCALNET = 'net.ipv4.conf.all.route_localnet';

/** What is written into the namespaces of nodes. */
interface Writing {
  readonly compiled: ReadonlyMap<string, Compiled>;
  /** As {@link nodeSysctls} has them. */
  readonly said: ReadonlyMap<string, Sysctls>;
  readonly memo: Memo;
  /** Does the node's kube-proxy listen on ports, beside writing rules? */
  readonly holds?: boolean;
}

const FAMILIES: readonly IpFamily[] = ['ipv4', 'ipv6'];

/** A node whose rules are written when the kernel comes to them: its neighbours ask for its addresses only. */
export function withLazyRules(netns: Netns, writing: Writing): Netns {
  let whole: Netns | undefined;
  const written = (): Netns => (whole ??= writeRules(netns, writing));
  return {
    ...netns,
    sysctls: {
      ...netns.sysctls,
      ...writing.said.get(netns.id),
      get [ROUTE_LOCALNET]() {
        return written().sysctls[ROUTE_LOCALNET] as number;
      },
    },
    get sockets() {
      return writing.holds ? written().sockets : netns.sockets;
    },
    get xtables() {
      return written().xtables;
    },
    get nftables() {
      return written().nftables;
    },
    get ebpf() {
      return written().ebpf;
    },
    get vswitch() {
      return written().vswitch;
    },
  };
}

/** kube-proxy sets sysctls when it starts; what a person says of the node is how they are now. */
export function writeRules(netns: Netns, { compiled, said, memo }: Writing): Netns {
  const xtables: Partial<Record<IpFamily, XtRuleset>> = {};
  const states: KernelState[] = [];
  for (const family of FAMILIES) {
    const result = compiled.get(`${netns.id} ${family}`);
    if (!result) continue;
    xtables[family] = result.ruleset;
    states.push(result.state);
  }
  const whole = withKernelParts({ ...netns, xtables }, states, memo);
  const own = said.get(netns.id);
  return own ? { ...whole, sysctls: { ...whole.sysctls, ...own } } : whole;
}
