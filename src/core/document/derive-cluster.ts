import { asLast, Memo, once } from '../lib/memo';
import type { Diagnostic } from '../formats/format';
import { announcedFindings } from '../kubernetes/announced';
import { completeCluster } from '../kubernetes/complete';
import { reconcile, type Reconciled } from '../kubernetes/controllers';
import type { ObjectFinding } from '../kubernetes/finding';
import { proxyMode } from '../kubernetes/proxy';
import { ciliumPrograms } from '../kubernetes/proxy/ebpf/agent';
import type { SyncInput } from '../kubernetes/proxy/mode';
import { holdsPorts, conflictingPorts } from '../kubernetes/proxy/shared/held-ports';
import { validateCluster, validateSettings } from '../kubernetes/validate';
import { validateConfig, withoutModeName } from '../kubernetes/validation/config';
import type { Netns, Network } from '../linux/netns';
import { canWriteLazily } from './late-rules';
import { NOTHING_PASTED, type Derive, type Derived, type DerivePasted } from './kernel-parts';
import type { Document } from './document';
import { assembleNetwork, outsideAddresses, type AssembledNetwork, type NetworkMoment } from './network';
import { nodePrograms, programFindings, proxyProblem, type NodeProgram } from './node-program';

/** All that a cluster's network depends on; of the seed only what the controllers drew with it. */
interface ClusterInputs extends Pick<
  Document,
  'cluster' | 'settings' | 'kubeProxy' | 'mode' | 'release' | 'stopped' | 'cilium'
> {
  readonly settled: Reconciled;
  /** Addresses outside that packets are to come from. */
  readonly outside: readonly string[];
}

/** Compiles clusters; only the nodes an edit concerns are compiled again. */
export function createClusterDerive(memo = new Memo()): Derive {
  return ({ cluster, settings, kubeProxy, mode, release, seed, flows, stopped, cilium }) => {
    const settled = settledOf(cluster, memo, settings, seed);
    const ofCilium = mode === 'ebpf' && cilium ? { cilium } : {};
    const of = { ...(stopped ? { stopped } : {}), ...ofCilium };
    const told = { cluster, settings, kubeProxy, mode, release, ...of };
    const inputs = { ...told, settled, outside: outsideAddresses(flows) };
    return deriveCluster(sameInputs(inputs, memo), memo);
  };
}

const sameInputs = asLast<ClusterInputs>();
const sameSettled = asLast<Reconciled>();

const settledOf = once((cluster: Document['cluster'], memo, settings: Document['settings'], seed: number) =>
  sameSettled(reconcile(cluster, settings, { seed, memo }), memo),
);

/** Settles the cluster, lays the network around it, and lets kube-proxy write its rules on the nodes that are asked. */
const deriveCluster = once((document: ClusterInputs, memo): Derived => {
  const { settled } = document;
  const cluster = completeCluster(settled.cluster, memo);
  const programs = nodePrograms(document, cluster, memo);
  const assembled = assembleNetwork(document, cluster, { memo, programs });
  const { bare, compiled, inputOf } = assembled;
  const logged = proxyFindings(programs, [...compiled.keys()].map(inputOf), bare);
  const shared = programFindings(document, cluster, memo);
  const findings = [...listFindings(document, settled.findings, memo), ...shared, ...logged, ...assembled.findings].map(
    makeDiagnostic,
  );
  findings.push(...listProblems(document, programs));
  return { ...derivedOf(document, assembled, programs), findings, settled: cluster };
});

/** Makes the parts of a Derived that a cluster gives beside its network: nothing pasted, nothing assumed. */
export function derivedOf(
  document: Pick<Document, 'mode' | 'cilium'>,
  { network, bare, compiled, outside }: Pick<AssembledNetwork, 'network' | 'bare' | 'outside' | 'compiled'>,
  programs: NetworkMoment['programs'],
): Omit<Derived, 'findings' | 'settled'> {
  const isLateAll = canWriteLazily(document) && [...programs.values()].every(canWriteLazily);
  return {
    ...NOTHING_PASTED,
    network,
    ...(isLateAll ? { bare } : {}),
    ...(document.mode === 'ebpf' ? { attached: ({ devices }: Netns) => ciliumPrograms(document.cilium, devices) } : {}),
    compiled,
    written: compiled.made,
    ...(outside ? { outside } : {}),
  };
}

/** So many nodes are named in a finding that all of them make. */
const NAMED = 3;

/** Lines that the kube-proxies log, one for what several nodes say. */
function proxyFindings(
  programs: ReadonlyMap<string, NodeProgram>,
  inputs: readonly SyncInput[],
  nodes: Network['netns'],
): ObjectFinding[] {
  const alike = new Map<string, { readonly first: ObjectFinding; readonly nodes: Set<string> }>();
  for (const input of inputs) {
    const program = programs.get(input.node) as NodeProgram;
    if (program.stopped) continue;
    const taken = holdsPorts(program) ? conflictingPorts(input, nodes.get(input.node)?.sockets ?? []) : [];
    for (const found of [...(proxyMode(program.mode).findings?.(input) ?? []), ...taken]) {
      const { id, values } = found.message;
      const key = JSON.stringify([id, { ...values, node: '' }, found.path, found.object]);
      const known = alike.get(key) ?? { first: found, nodes: new Set() };
      known.nodes.add(input.node);
      alike.set(key, known);
    }
  }
  return [...alike.values()].map(({ first, nodes }) => withNodes(first, [...nodes]));
}

function withNodes(found: ObjectFinding, nodes: readonly string[]): ObjectFinding {
  const { message } = found;
  if (message.values?.['node'] === undefined) return found;
  const node = [...nodes.slice(0, NAMED), ...(nodes.length > NAMED ? [`… (${nodes.length})`] : [])].join(', ');
  return { ...found, message: { ...message, values: { ...message.values, node } } };
}

/** Why kube-proxies write nothing: that of all first, and of single nodes what is another reason. */
function listProblems(document: ClusterInputs, programs: ReadonlyMap<string, NodeProgram>): Diagnostic[] {
  const { mode, release, kubeProxy } = document;
  const all = proxyProblem(mode, release, kubeProxy);
  const problems = [...(all ? [all] : []), ...[...programs.values()].flatMap(({ problem }) => problem ?? [])];
  const known = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...known.values()].map((message) => ({ severity: 'error', code: 'not-simulated', message }));
}

/** Findings of a cluster: failures of controllers, and refusals of the API server or kube-proxy. */
function listFindings(
  { cluster, settings, kubeProxy, release, mode }: ClusterInputs,
  settled: readonly ObjectFinding[],
  memo: Memo,
): readonly ObjectFinding[] {
  return [
    ...settled,
    ...validateCluster(cluster, memo),
    ...validateSettings(settings),
    ...(mode === 'ebpf' ? [] : validateConfig(withoutModeName(kubeProxy), release, mode)),
    ...(mode === 'ebpf' ? [] : announcedFindings(cluster, { mode, release, config: kubeProxy }, memo)),
  ];
}

/** A finding with its object's name in its path, as `spanOf` of a manifest takes it. */
function makeDiagnostic({ severity, code, message, path, object }: ObjectFinding): Diagnostic {
  if (!object) return { severity, code, message, path };
  const name = object.namespace === undefined ? object.name : `${object.namespace}/${object.name}`;
  return { severity, code, message, path: `${object.kind} ${name}${path === '' ? '' : ` ${path}`}` };
}

/**
 * Makes a {@link Derive} over a memory: the same inputs give the same {@link Derived}, and
 * of a cluster only the nodes an edit concerns are compiled again. `derivePasted` reads pasted nodes: it and
 * the formats are half of the engine, and a page without a dump does not need them.
 */
export function createDeriveWith(derivePasted: DerivePasted, memo = new Memo()): Derive {
  const deriveCluster = createClusterDerive(memo);
  return (document) =>
    document.subject === 'pasted'
      ? ofPasted(sameDocument({ ...document, title: '' }, memo), memo, derivePasted)
      : deriveCluster(document);
}

const ofPasted = once((document: Document, memo, derivePasted: DerivePasted) => derivePasted(document, memo));
const sameDocument = asLast<Document>();
