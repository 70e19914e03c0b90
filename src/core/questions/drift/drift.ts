import type { ProxyModeId } from '../../kubernetes/mode-ids';
import { PROXY_MODES } from '../../kubernetes/proxy';
import type { KernelState } from '../../kubernetes/proxy/mode';
import { namespacedName, type NodeObject } from '../../kubernetes/types';
import { Memo } from '../../lib/memo';
import { phrase, type Phrase } from '../../lib/phrase';
import { err, ok, type Result } from '../../lib/result';
import type { XtTable } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import type { PastedNode } from '../../paste/pasted-types';
import { detectMode, type Inference, type Observed } from '../../paste/proxy/types';
import { listInferences } from '../reconstruct/inferences';
import { observedOfPasted } from '../reconstruct/observe-pasted';
import { expectRules, type ExpectedRules } from './expected';
import { listNeighbours } from './neighbours';
import { findNode, watchedObjects, type WrittenCluster } from './objects';
import { driftParts, type DriftPart } from './parts';

/** A node's texts, and the cluster it should follow. */
export interface DriftQuestion {
  readonly told: WrittenCluster;
  /** Texts of one machine. */
  readonly pasted: PastedNode;
  /** Of texts of several machines: which. */
  readonly machine?: string | undefined;
  /** What a person says: which Node it is, mode and release of its kube-proxy. */
  readonly node?: string | undefined;
  readonly mode?: ProxyModeId | undefined;
  readonly release?: string | undefined;
  /** Programs whose rules are meant to be there, by name: `Docker`. */
  readonly beside?: readonly string[];
}

/** A field of kube-proxy's configuration that the node's own rules show. */
export interface InferredSetting {
  readonly field: string;
  readonly value: string;
}

/** A node held against the objects of its cluster. */
export interface NodeDrift {
  readonly node: string;
  readonly mode: ProxyModeId;
  /** As which release kube-proxy was taken to write; the releases that the texts fit. */
  readonly release: string;
  readonly from: string;
  readonly to: string;
  readonly families: readonly IpFamily[];
  /** What is late, stale or foreign. Empty: as far as the texts go the node is in step. */
  readonly parts: readonly DriftPart[];
  /** What programs wrote that are meant to be there. */
  readonly neighbours: readonly DriftPart[];
  /** So many chains, sets and virtual servers are as they should be. */
  readonly inStep: number;
  /** Settings that were taken from the rules. */
  readonly settings: readonly InferredSetting[];
  /** What the node cannot do, as its rules show: no drift. */
  readonly taken: readonly Phrase[];
  /** What could not be compared. */
  readonly unsaid: readonly Phrase[];
  /** Something that could not be compared may hide drift: of a node without {@link parts} nothing can be said. */
  readonly hidden: boolean;
  readonly observed: Observed;
  readonly expected: ExpectedRules;
}

/**
 * Holds the texts of a node against what kube-proxy should have written on it for the objects of its cluster. Flags that
 * the texts show are taken from them. An error says why nothing can be said, and what would help.
 */
export function findDrift(question: DriftQuestion, memo = new Memo()): Result<NodeDrift, Phrase> {
  const { told, pasted, beside = [] } = question;
  if (told.objects.services.length === 0) return err(phrase('drift.cannot.services'));
  const observed = observedOfPasted(pasted, question.machine, memo);
  const node = findNode(told.objects.nodes, { asked: question.node, ...observed.node });
  if (!node.ok) return node;
  const mode = findMode(question, observed);
  if (!mode.ok) return mode;
  const watched = watchedObjects(told);
  const expecting = { watched, node: node.value, mode: mode.value, release: question.release, told };
  const expected = expectRules(observed, expecting);
  if (!expected) return err(phrase('drift.cannot.not-of-mode', { mode: mode.value }));
  if (expected.unless) return err(expected.unless);
  const parts = driftParts(observed, expected, watched.cluster);
  const neighbours = new Set([...listNeighbours(told.objects), ...beside]);
  const isNeighbours = ({ writer }: DriftPart): boolean => writer !== undefined && neighbours.has(writer);
  const beyond = beyondFile(expected, told);
  const judged = parts.filter((part) => !isNeighbours(part) && !beyond?.isBeyond(part));
  if (watched.blind > 0 && showsEndpoints(expected) && judged.some(({ state }) => state !== 'foreign'))
    return err(phrase('drift.cannot.endpoints', { count: watched.blind }));
  const partial = partlyShown(observed, expected);
  return ok({
    node: node.value.metadata.name,
    mode: mode.value,
    release: expected.release,
    from: expected.from,
    to: expected.to,
    families: expected.families,
    parts: judged,
    neighbours: parts.filter(isNeighbours),
    inStep: countNames(expected.states) - new Set(judged.flatMap(listExpectedNames)).size,
    settings: takenSettings(expected, mode.value),
    taken: expected.taken,
    unsaid: [...(beyond ? [beyond.says] : []), ...partial, ...notShown(observed, expected, node.value)],
    hidden: beyond !== undefined || partial.length > 0,
    observed,
    expected,
  });
}

function findMode({ mode }: DriftQuestion, observed: Observed): Result<ProxyModeId, Phrase> {
  const found = mode ?? detectMode(observed);
  if (found === undefined) return err(phrase('drift.cannot.nothing'));
  const known = PROXY_MODES.find(({ id }) => id === found);
  if (!known || known.axis !== undefined || known.system !== undefined)
    return err(phrase('drift.cannot.mode', { mode: found }));
  return ok(found);
}

/** Does the node lead to any endpoint? One that leads to none has those that a file without any tells of. */
const showsEndpoints = ({ read: { made } }: ExpectedRules): boolean =>
  [...made.entries.values()].some((entries) => entries.length > 0);

/** The API server's Service: a file of a whole cluster has it, for every cluster does. */
const KUBERNETES = 'default/kubernetes';

interface BeyondFile {
  readonly isBeyond: (part: DriftPart) => boolean;
  readonly says: Phrase;
}

/** So many names are said. */
const MOST_NAMED = 5;

/** What a file of a part of the cluster says nothing of: Services of the node in namespaces it does not tell of. */
function beyondFile({ read: { made } }: ExpectedRules, { objects }: WrittenCluster): BeyondFile | undefined {
  const names = new Set(objects.services.map(namespacedName));
  const seen = made.services.map(({ namespace, name }) => `${namespace}/${name}`);
  if (names.has(KUBERNETES) || !seen.includes(KUBERNETES)) return undefined;
  const namespaces = new Set(objects.services.map(({ metadata }) => metadata.namespace ?? 'default'));
  const unnamed = new Set(
    made.services.filter(({ named }) => !named).map(({ namespace, name }) => `${namespace}/${name}`),
  );
  const isBeyond = (name: string): boolean =>
    name === KUBERNETES || unnamed.has(name) || !namespaces.has(name.split('/')[0] ?? '');
  const others = seen.filter((name) => name !== KUBERNETES && isBeyond(name));
  const shown = others.slice(0, MOST_NAMED).join(', ') + (others.length > MOST_NAMED ? ', …' : '');
  return {
    isBeyond: ({ state, service }) => state === 'stale' && service !== undefined && isBeyond(service),
    says: phrase('drift.cannot.service', { service: KUBERNETES, names: shown === '' ? '-' : shown }),
  };
}

/** The flags of kube-proxy's configuration that rules tell. */
function takenSettings({ read: { made, proxies } }: ExpectedRules, mode: ProxyModeId): readonly InferredSetting[] {
  const own = ({ about, certainty }: Inference): boolean => about === 'KubeProxyConfiguration' && certainty === 'told';
  const found = listInferences(mode, made, proxies, { known: undefined, wanted: {} }).filter(own);
  const shown = found.filter(({ value }) => value !== '' && value !== 'ClusterCIDR');
  return [...new Map(shown.map(({ field, value }) => [field, { field, value }])).values()];
}

function countNames(states: ReadonlyMap<IpFamily, KernelState>): number {
  let count = 0;
  for (const { xtables, nftables, ipvs } of states.values()) {
    for (const chains of xtables.tables.values()) for (const { policy } of chains.values()) count += policy ? 0 : 1;
    count += (nftables?.chains.size ?? 0) + (nftables?.sets.size ?? 0);
    count += (ipvs?.ipsets.length ?? 0) + (ipvs?.virtualServers.length ?? 0);
  }
  return count;
}

/** The name of an expected thing that is not as it should be. */
function listExpectedNames({ state, kind, family, table, name, text }: DriftPart): readonly string[] {
  const isExpected = state === 'late' || (kind !== 'chain' && kind !== 'set' && kind !== 'table' && kind !== 'server');
  const isBuiltIn = /^(?:INPUT|FORWARD|OUTPUT|PREROUTING|POSTROUTING)$/.test(name);
  return isExpected && !isBuiltIn
    ? [`${family} ${table} ${kind === 'server' ? text.split(' ', 2).join(' ') : name}`]
    : [];
}

type Listed = XtTable & { readonly whole?: boolean };

/** Tables that an excerpt was pasted of. */
function partlyShown({ xtables }: Observed, { families }: ExpectedRules): readonly Phrase[] {
  return families.flatMap((family) => {
    const tables: readonly Listed[] = [...(xtables[family]?.tables.values() ?? [])];
    return tables
      .filter(({ whole }) => whole === false)
      .map(({ name }) => phrase('drift.unsaid.table', { table: name, family }));
  });
}

/** Listings that are not among the texts. */
function notShown(observed: Observed, { families, states }: ExpectedRules, node: NodeObject): readonly Phrase[] {
  const texts = (node.status.addresses ?? []).map(({ address }) => address);
  const wanted: readonly IpFamily[] = [
    ...(texts.some((text) => /^\d+\./.test(text)) ? (['ipv4'] as const) : []),
    ...(texts.some((text) => text.includes(':')) ? (['ipv6'] as const) : []),
  ];
  const isIpvs = [...states.values()].some(({ ipvs }) => ipvs);
  const absent = families.flatMap((family) => {
    const own = states.get(family)?.xtables.tables;
    const seen = observed.xtables[family]?.tables;
    return ['nat', 'filter'].flatMap((table) =>
      seen && own?.has(table as 'nat') && !seen.has(table as 'nat')
        ? [phrase('drift.unsaid.table', { table, family })]
        : [],
    );
  });
  return [
    ...wanted.filter((family) => !families.includes(family)).map((family) => phrase('drift.unsaid.family', { family })),
    ...absent,
    ...(isIpvs && !observed.ipsets ? [phrase('drift.unsaid.sets')] : []),
    ...(isIpvs && !observed.ipvs ? [phrase('drift.unsaid.servers')] : []),
  ];
}
