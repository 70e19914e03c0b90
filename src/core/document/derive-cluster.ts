import type { Diagnostic } from '../formats/format';
import { completeCluster } from '../kubernetes/complete';
import { reconcile } from '../kubernetes/controllers';
import type { Finding } from '../kubernetes/finding';
import { buildNetwork } from '../kubernetes/network';
import { nodeRules, withNodeRules } from '../kubernetes/network/host-ports';
import { nodeSettings, type Sysctls } from '../kubernetes/network/node-settings';
import { proxyMode, releaseProblem } from '../kubernetes/proxy';
import type { KernelState, SyncInput } from '../kubernetes/proxy/mode';
import type { ClusterObjects, ProxyModeId } from '../kubernetes/types';
import { validateCluster, validateSettings } from '../kubernetes/validate';
import { configRefusal, validateConfig } from '../kubernetes/validation/proxy-config';
import { LazyMap } from '../lib/lazy-map';
import { phrase, type Phrase } from '../lib/phrase';
import type { Netns } from '../linux/netns';
import { rulesetFromLines } from '../linux/xtables/ruleset-text';
import type { XtRuleset } from '../linux/xtables/types';
import { formatIp, type IpFamily } from '../net/ip';
import { NOTHING_PASTED, type Compiled, type Derive, type Derived } from './derived';
import { sameItems } from '../lib/memo';
import type { Document } from './document';
import { withKernelParts } from './kernel-parts';
import { withOutsideAddresses } from './outside';

interface Kept {
  readonly input: SyncInput;
  /** What stood beside kube-proxy's rules, as {@link NodeRules.text}. */
  readonly beside: string;
  readonly compiled: Compiled;
}

/** Makes a function that compiles clusters and recompiles only the nodes an edit concerns. */
export function createClusterDerive(): Derive {
  const kept = new Map<string, Kept>();
  const compile = (document: Document, input: SyncInput): Compiled | undefined => {
    const key = `${document.mode} ${input.node} ${input.family}`;
    const known = kept.get(key);
    const rules = nodeRules(input.cluster, input.node);
    const beside = rules?.text ?? '';
    if (known && known.beside === beside && isSameInput(known.input, input)) return known.compiled;
    const written = modeProblem(document) ? undefined : proxyMode(document.mode)?.syncProxyRules(input);
    if (!written) return undefined;
    const state = rules ? { ...written, xtables: withNodeRules(written.xtables, rules, input.family) } : written;
    const compiled = { state, ruleset: rulesetFromLines(state.xtables.tables, input.family) };
    kept.set(key, { input, beside, compiled });
    return compiled;
  };
  return (document) => deriveCluster(document, compile);
}

/** kube-proxy looks at Services, slices and its own Node: what else changed does not change its rules. */
function isSameInput(a: SyncInput, b: SyncInput): boolean {
  return (
    a.config === b.config &&
    a.release === b.release &&
    sameItems(nodeParts(a), nodeParts(b)) &&
    sameItems(a.cluster.services, b.cluster.services) &&
    sameItems(a.cluster.endpointSlices, b.cluster.endpointSlices) &&
    sameItems(a.interfaceAddresses ?? [], b.interfaceAddresses ?? [])
  );
}

/** Annotations are the IPAM's notebook here: they change with every new Pod, and rules do not. */
function nodeParts({ cluster, node }: SyncInput): unknown[] {
  const found = cluster.nodes.find(({ metadata }) => metadata.name === node);
  return [found?.metadata.labels, found?.spec, found?.status];
}

type Compile = (document: Document, input: SyncInput) => Compiled | undefined;

/** Modes that leave rules only: no devices, no sockets, of sysctls at most one. */
const RULES_ONLY: ReadonlySet<string> = new Set<ProxyModeId>(['iptables', 'nftables']);
const ROUTE_LOCALNET = 'net.ipv4.conf.all.route_localnet';

/** Settles the cluster, lays the network around it, and lets kube-proxy write its rules on the nodes that are asked. */
function deriveCluster(document: Document, compile: Compile): Derived {
  const settled = reconcile(document.cluster, document.settings, document.seed);
  const cluster = completeCluster(settled.cluster);
  const bare = withOutsideAddresses(buildNetwork(cluster, document.settings), document.flows);
  const compiled = compiledOf(document, { cluster, nodes: bare.netns }, compile);
  const writing = { compiled, said: saidSysctls(cluster.nodes) };
  const isLate = RULES_ONLY.has(document.mode);
  const netns = new Map(bare.netns);
  for (const node of bare.netns.values()) {
    if (node.kind === 'node') netns.set(node.id, isLate ? withLateRules(node, writing) : withRules(node, writing));
  }
  const findings = findingsOf(document, settled.findings).map(diagnosticOf);
  const problem = modeProblem(document);
  if (problem) findings.push({ severity: 'error', code: 'not-simulated', message: problem });
  const network = { ...bare, netns };
  const shown = isLate ? { bare: bare.netns } : {};
  return { ...NOTHING_PASTED, network, ...shown, compiled, written: compiled.made, findings, settled: cluster };
}

interface Proxied {
  readonly cluster: ClusterObjects;
  readonly nodes: ReadonlyMap<string, Netns>;
}

/** What kube-proxy writes, by `node family`. */
function compiledOf(document: Document, { cluster, nodes }: Proxied, compile: Compile): LazyMap<string, Compiled> {
  const families = modeProblem(document) ? [] : familiesOf(cluster);
  const places = new Map<string, readonly [Netns, IpFamily]>();
  for (const node of nodes.values()) {
    if (node.kind !== 'node') continue;
    for (const family of families) places.set(`${node.id} ${family}`, [node, family]);
  }
  const { kubeProxy: config, release } = document;
  return new LazyMap(places.keys(), (key) => {
    const [node, family] = places.get(key) as readonly [Netns, IpFamily];
    const devices = node.devices.flatMap(({ addresses }) => addresses);
    const interfaceAddresses = devices.map(({ address }) => formatIp(address));
    // A mode without a problem always writes something.
    return compile(document, { cluster, node: node.id, family, config, release, interfaceAddresses }) as Compiled;
  });
}

/** Why no kube-proxy can write this document's rules; no rules are better than those of another release. */
function modeProblem({ mode, release, kubeProxy }: Document): Phrase | undefined {
  const known = proxyMode(mode);
  if (!known) return phrase('document.mode.missing', { mode });
  return releaseProblem(known, release) ?? configRefusal(kubeProxy, release);
}

/** What the controllers could not do, and what the API server or kube-proxy would refuse. */
function findingsOf(
  { cluster, settings, kubeProxy, release }: Document,
  settled: readonly Finding[],
): readonly Finding[] {
  return [
    ...settled,
    ...validateCluster(cluster),
    ...validateSettings(settings),
    ...validateConfig(kubeProxy, release),
  ];
}

/** What is written into the namespaces of nodes. */
interface Writing {
  readonly compiled: ReadonlyMap<string, Compiled>;
  /** sysctls a person set, by node. */
  readonly said: ReadonlyMap<string, Sysctls>;
}

function saidSysctls(nodes: ClusterObjects['nodes']): ReadonlyMap<string, Sysctls> {
  return new Map(
    nodes.flatMap((node) => {
      const { sysctls } = nodeSettings(node);
      return sysctls ? [[node.metadata.name, sysctls] as const] : [];
    }),
  );
}

const FAMILIES: readonly IpFamily[] = ['ipv4', 'ipv6'];

/** A node whose rules are written when the kernel comes to them: its neighbours ask for its addresses only. */
function withLateRules(netns: Netns, writing: Writing): Netns {
  let whole: Netns | undefined;
  const written = (): Netns => (whole ??= withRules(netns, writing));
  return {
    ...netns,
    sysctls: {
      ...netns.sysctls,
      get [ROUTE_LOCALNET]() {
        return written().sysctls[ROUTE_LOCALNET] as number;
      },
    },
    get xtables() {
      return written().xtables;
    },
    get nftables() {
      return written().nftables;
    },
  };
}

/** kube-proxy sets sysctls when it starts; what a person says of the node is how they are now. */
function withRules(netns: Netns, { compiled, said }: Writing): Netns {
  const xtables: Partial<Record<IpFamily, XtRuleset>> = {};
  const states: KernelState[] = [];
  for (const family of FAMILIES) {
    const result = compiled.get(`${netns.id} ${family}`);
    if (!result) continue;
    xtables[family] = result.ruleset;
    states.push(result.state);
  }
  const whole = withKernelParts({ ...netns, xtables }, states);
  const own = said.get(netns.id);
  return own ? { ...whole, sysctls: { ...whole.sysctls, ...own } } : whole;
}

/** kube-proxy runs one proxier for each family its Node has addresses of. */
function familiesOf(cluster: ClusterObjects): IpFamily[] {
  const texts = cluster.nodes.flatMap(({ status }) => (status.addresses ?? []).map(({ address }) => address));
  const families: IpFamily[] = [];
  if (texts.some((text) => !text.includes(':'))) families.push('ipv4');
  if (texts.some((text) => text.includes(':'))) families.push('ipv6');
  return families;
}

/** A finding with its object's name in its path, as `spanOf` of a manifest takes it. */
export function diagnosticOf({ severity, code, message, path, object }: Finding): Diagnostic {
  if (!object) return { severity, code, message, path };
  const name = object.namespace === undefined ? object.name : `${object.namespace}/${object.name}`;
  return { severity, code, message, path: `${object.kind} ${name}${path === '' ? '' : ` ${path}`}` };
}
