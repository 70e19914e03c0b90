import { mergeConfig } from '../kubernetes/config-fields';
import { asLast, type Memo } from '../lib/memo';
import { phrase, type Phrase } from '../lib/phrase';
import { announcedOfNode } from '../kubernetes/announced';
import { kubernetesRelease, MODE_SPANS, modeProblem, sameAxis, type ProxyModeId } from '../kubernetes/mode-ids';
import type { CiliumConfig } from '../kubernetes/proxy/ebpf/cilium-config';
import { nodeSettings } from '../kubernetes/network/node-settings';
import { releaseProblem } from '../kubernetes/release-problem';
import { configRefusal, withoutModeName } from '../kubernetes/validation/config';
import { familyFindings, nodeRefusal } from '../kubernetes/validation/node-families';
import type { ObjectFinding } from '../kubernetes/finding';
import type { ClusterObjects, KubeProxyConfig, NodeObject } from '../kubernetes/types';
import type { WriterOrder } from '../kubernetes/writers';
import { admittedByNode } from '../kubernetes/network/host-ports';
import { findPolicies, findPortClashes, writerFindings } from '../kubernetes/writers/findings';
import { leftoverStays } from '../kubernetes/writers/leftovers';
import type { Document, StoppedProxy } from './document';

/** What runs on a node of a built cluster and writes rules. */
export interface NodeProgram {
  readonly mode: ProxyModeId;
  readonly release: string;
  readonly config: KubeProxyConfig;
  /** eBPF mode: flags of Cilium's agent. */
  readonly cilium?: CiliumConfig;
  /** kubelet's release. */
  readonly kubelet: string;
  readonly order: WriterOrder;
  /** Modes whose rules are still there. */
  readonly leftovers: readonly ProxyModeId[];
  /** What kube-proxy saw last; absent: it runs. */
  readonly stopped?: StoppedProxy;
  /** Why it writes nothing. */
  readonly problem?: Phrase;
}

type ProxySettings = Pick<Document, 'kubeProxy' | 'mode' | 'release' | 'stopped' | 'cilium'>;

/** Why no kube-proxy can write such rules; no rules are better than those of another release. */
export function proxyProblem(mode: ProxyModeId, release: string, config: KubeProxyConfig): Phrase | undefined {
  const unknown = modeProblem(mode) ?? releaseProblem(MODE_SPANS[mode], release);
  return (
    unknown ?? (MODE_SPANS[mode].axis === undefined ? configRefusal(withoutModeName(config), release, mode) : undefined)
  );
}

/** Cilium's agent takes kube-proxy's place on all nodes, or on none. */
function mixedProblem(common: ProxyModeId, mode: ProxyModeId): Phrase | undefined {
  return sameAxis(common, mode) ? undefined : phrase('document.mode.not-mixed', { mode, common });
}

const NONE: WriterOrder = [];

/** The program of a node: what the document says, over it what the Node says, and what was so when kube-proxy was stopped. */
export function nodeProgram(told: ProxySettings, node: NodeObject): NodeProgram {
  const stopped = told.stopped?.[node.metadata.name];
  const { mode: common, release, kubeProxy } = stopped ?? told;
  const settings = nodeSettings(node);
  const config = stopped ? kubeProxy : mergeConfig(kubeProxy, settings.kubeProxy);
  const mode = stopped ? common : (settings.kubeProxy?.mode ?? common);
  const problem =
    proxyProblem(mode, release, config) ??
    mixedProblem(common, mode) ??
    (MODE_SPANS[mode].axis === undefined ? nodeRefusal({ config, release, node }) : undefined);
  const leftovers = (settings.leftovers ?? []).filter(
    (left) =>
      leftoverStays(left, mode, release) &&
      releaseProblem(MODE_SPANS[left], kubernetesRelease({ mode, release })) === undefined,
  );
  return {
    mode,
    release,
    config,
    kubelet: /\d+\.\d+/.exec(node.status.nodeInfo?.kubeletVersion ?? '')?.[0] ?? kubernetesRelease({ mode, release }),
    order: settings.writers ?? NONE,
    leftovers,
    ...(told.cilium ? { cilium: told.cilium } : {}),
    ...(stopped ? { stopped } : {}),
    ...(problem ? { problem } : {}),
  };
}

const sameProgram = asLast<NodeProgram>({ values: 8 });

/** The programs of all nodes, by name; one is the same object as before where nothing of it changed. */
export function nodePrograms(
  told: ProxySettings,
  { nodes }: ClusterObjects,
  memo: Memo,
): ReadonlyMap<string, NodeProgram> {
  return new Map(
    nodes.map((node) => {
      const { name } = node.metadata;
      return [name, sameProgram(nodeProgram(told, node), memo, name)] as const;
    }),
  );
}

/** Findings on Nodes whose programs clash over a port, run twice, or undo one another's rules. */
export function programFindings(told: ProxySettings, cluster: ClusterObjects, memo: Memo): readonly ObjectFinding[] {
  const { nodes, services, pods } = cluster;
  const clashes = findPortClashes(services, memo, pods);
  const policies = findPolicies(cluster, memo);
  return nodes.flatMap((node) => {
    const { name } = node.metadata;
    const twice = admittedByNode(pods, memo).get(name)?.twice ?? [];
    const about = { clashes: clashes.get(name) ?? [], twice, policies: policies.get(name) ?? [] };
    const { leftovers: _staying, stopped, ...program } = nodeProgram(told, node);
    const { leftovers = [], kubeProxy } = nodeSettings(node);
    const starts = program.problem === undefined && MODE_SPANS[program.mode].axis === undefined;
    const families = starts ? familyFindings({ ...program, node }) : [];
    const common = { mode: told.mode, release: told.release, config: told.kubeProxy };
    return [
      ...families,
      ...(kubeProxy && starts && !stopped ? announcedOfNode(node, program, common) : []),
      ...writerFindings({ node, ...program, ...about, leftovers, isStopped: stopped !== undefined }),
    ];
  });
}

/** The modes a document's nodes are in: its own, and those that single nodes are told. */
export function modesOf({
  cluster,
  mode,
  stopped = {},
}: Pick<Document, 'cluster' | 'mode'> & {
  readonly stopped?: Document['stopped'] | undefined;
}): ReadonlySet<ProxyModeId> {
  const own = cluster.nodes.flatMap((node) => nodeSettings(node).kubeProxy?.mode ?? []);
  return new Set([mode, ...own, ...Object.values(stopped).map((each) => each.mode)]);
}
