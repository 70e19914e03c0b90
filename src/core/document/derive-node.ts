import { asLast, once, type Memo } from '../lib/memo';
import { EMPTY_CLUSTER } from '../kubernetes/build';
import { getCpu } from '../kubernetes/complete';
import { isServiceCidr } from '../kubernetes/service-cidr';
import { withNodeRules, type NodeRules } from '../kubernetes/network/host-ports';
import { nodeSettings, type Sysctls } from '../kubernetes/network/node-settings';
import { proxyMode } from '../kubernetes/proxy';
import type { KernelState, SyncInput } from '../kubernetes/proxy/mode';
import { conntrackSysctls } from '../kubernetes/proxy/shared/conntrack-sysctls';
import { findHostname } from '../kubernetes/proxy/shared/as-started';
import type { ClusterObjects, NodeObject, ProxyModeId } from '../kubernetes/types';
import { kubernetesRelease } from '../kubernetes/mode-ids';
import { composeTables } from '../kubernetes/writers/compose';
import type { WriterSite } from '../kubernetes/writers/writer';
import { rulesetFromLines } from '../linux/xtables/ruleset-text';
import type { IpFamily } from '../net/ip';
import { type Compiled } from './kernel-parts';
import type { NodeProgram } from './node-program';

/**
 * Compiles the rules of one node for one family: kube-proxy's of its mode and release, and those of other programs beside
 * them.
 */
export const compileNodeRules = once(
  (
    input: SyncInput,
    memo,
    program: NodeProgram,
    rules: NodeRules | undefined,
    site: WriterSite | undefined,
  ): Compiled => {
    const { mode, stopped } = program;
    const written = withOthers(proxyMode(mode).syncProxyRules(input), { ...program, site }, input);
    const state = rules ? { ...written, xtables: withNodeRules(written.xtables, rules, input.family) } : written;
    const left = stopped ? withoutProcess(state) : state;
    return { state: left, ruleset: rulesetFromLines(left.xtables.tables, input.family, memo) };
  },
);

/** A process that ended has no sockets. */
function withoutProcess({ proxyPorts: _ports, claims: _claims, ...state }: KernelState): KernelState {
  return state;
}

/** kube-proxy's rules among those of other programs, and of kube-proxies that ran before it. */
function withOthers(
  written: KernelState,
  program: NodeProgram & { readonly site: WriterSite | undefined },
  input: SyncInput,
): KernelState {
  const { order, leftovers, kubelet, site } = program;
  if (written.hns) return written;
  if (order.length === 0 && leftovers.length === 0) return written;
  const seen = { ...input, release: kubernetesRelease({ mode: program.mode, release: input.release }) };
  const before = leftovers.map((left) => withoutProcess(proxyMode(left).syncProxyRules(seen)));
  const xtables = composeTables(written.xtables, {
    node: input.node,
    order,
    host: {
      family: input.family,
      release: kubelet,
      outside: OUTSIDE,
      ...(program.mode === 'ipvs' ? { ipvs: true } : {}),
      ...(site ? { site } : {}),
    },
    leftovers: before.map((state) => state.xtables),
  });
  const sysctls = Object.assign({}, ...[...before, written].map((state) => state.sysctls)) as KernelState['sysctls'];
  return Object.assign({}, ...before, written, { xtables, sysctls }) as KernelState;
}

/** The device of a node that faces the others. */
const OUTSIDE = 'eth0';

const sameInput = asLast<SyncInput>();

/**
 * The objects kube-proxy looks at: Services, slices and its own Node. What else changed does not change its rules; what says
 * the same as last time on that node, family and mode is the same input. Cilium's agent and HNS know all Pods and nodes: which
 * live here, and behind which node the others are.
 */
export function proxyInput(input: SyncInput, memo: Memo, mode: ProxyModeId): SyncInput {
  const seen = proxyMode(mode).datapath ? input : seenBy(input);
  return sameInput(seen, memo, `${mode} ${input.node} ${input.family}`);
}

/** Annotations are the IPAM's notebook here: they change with every new Pod, and rules do not. */
function seenBy(input: SyncInput): SyncInput {
  const { services, endpointSlices, nodes, others = [] } = input.cluster;
  const names = new Set([input.node, findHostname(input.config)]);
  const own = nodes.filter(({ metadata }) => names.has(metadata.name)).map(withoutAnnotations);
  const seen = { services, endpointSlices, nodes: own, others: others.filter(isServiceCidr) };
  return { ...input, cluster: { ...EMPTY_CLUSTER, ...seen } };
}

function withoutAnnotations({ metadata: { annotations: _notes, ...metadata }, ...node }: NodeObject): NodeObject {
  return { ...node, metadata };
}

/** kube-proxy runs one proxier for each family its Node has addresses of. */
export function listFamilies(cluster: ClusterObjects): IpFamily[] {
  const texts = cluster.nodes.flatMap(({ status }) => (status.addresses ?? []).map(({ address }) => address));
  const families: IpFamily[] = [];
  if (texts.some((text) => !text.includes(':'))) families.push('ipv4');
  if (texts.some((text) => text.includes(':'))) families.push('ipv6');
  return families;
}

/** sysctls of nodes beside those that come with rules, by node: conntrack's that kube-proxy sets, over them what a person set. */
export function nodeSysctls(
  nodes: ClusterObjects['nodes'],
  programs: ReadonlyMap<string, NodeProgram>,
  memo: Memo,
): ReadonlyMap<string, Sysctls> {
  return new Map(
    nodes.map((node) => {
      const { name } = node.metadata;
      const program = programs.get(name);
      const runs = program && !program.problem && program.mode !== 'ebpf';
      const set = runs ? conntrackSysctls(program.config, memo, program.release, Math.ceil(getCpu(node))) : {};
      return [name, { ...set, ...nodeSettings(node).sysctls }] as const;
    }),
  );
}
