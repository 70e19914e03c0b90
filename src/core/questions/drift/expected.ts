import type { ClusterObjects, NodeObject, KubeProxyConfig } from '../../kubernetes/types';
import type { ProxyModeId } from '../../kubernetes/mode-ids';
import { PROXY_MODES } from '../../kubernetes/proxy';
import { releaseProblem } from '../../kubernetes/release-problem';
import type { KernelState } from '../../kubernetes/proxy/mode';
import { getMinor, NEWEST_RELEASE } from '../../kubernetes/release';
import { isServiceCidr } from '../../kubernetes/service-cidr';
import type { Phrase } from '../../lib/phrase';
import type { IpFamily } from '../../net/ip';
import type { Difference, Observed, ReadProxy } from '../../paste/proxy/types';
import type { AssembledCluster } from '../reconstruct/assemble';
import type { Compiling } from '../reconstruct/compare';
import { compareStates, compileFamilies, draftCluster, readNode, type ReadNode } from '../reconstruct/reconstruct';
import { listDoubts, otherConfigs, shownConfig } from './configs';
import { pickCounted } from './counted';
import type { WatchedObjects } from './objects';
import { serviceInText } from './owners';

/** What kube-proxy should have written on a node, held against what its texts hold. */
export interface ExpectedRules {
  readonly release: string;
  readonly config: KubeProxyConfig;
  /** What kube-proxy was given. */
  readonly watched: ClusterObjects;
  readonly families: readonly IpFamily[];
  /** What it writes, by family. */
  readonly states: ReadonlyMap<IpFamily, KernelState>;
  readonly differences: readonly Difference[];
  /** What the node cannot do, as its rules show: no difference. */
  readonly taken: readonly Phrase[];
  /** What would explain the differences as well, and nothing here tells. */
  readonly unless?: Phrase;
  /** The releases whose rules the texts fit. */
  readonly from: string;
  readonly to: string;
  /** What the texts tell by themselves. */
  readonly read: ReadRules;
}

/** The rules of a node as they read without the cluster. */
export interface ReadRules {
  readonly proxies: readonly ReadProxy[];
  readonly made: AssembledCluster;
}

/** The Node and the kube-proxy whose rules are expected, and what is said of them beside the texts. */
export interface Expecting {
  readonly watched: WatchedObjects;
  readonly node: NodeObject;
  readonly mode: ProxyModeId;
  /** A person says it. */
  readonly release?: string | undefined;
  /** What the objects tell of kube-proxy. */
  readonly told: { readonly config: KubeProxyConfig; readonly release?: string };
}

/** Beyond so many rules other releases than those that the texts fit are not tried. */
const MOST_TRIED = 20_000;

/**
 * Has kube-proxy write the rules of a node as the release that fits its texts best writes them: the one that is said, or
 * of those that the texts fit the one that leaves the fewest differences, the one the objects tell first. Where something
 * differs that stands whatever Services there are, what is amiss may have hidden the release: then all are tried.
 * Undefined: the texts hold nothing of the mode.
 */
export function expectRules(observed: Observed, expecting: Expecting): ExpectedRules | undefined {
  const { mode, release, told } = expecting;
  const read = readNode(observed, { mode });
  if (!read) return undefined;
  const trial = { observed, expecting, read, known: new Map<string, readonly Difference[]>() };
  const first = tryRelease(trial, release);
  // What others wrote is theirs in every release.
  if (first.differences.every(({ kind }) => kind === 'foreign')) return first;
  if (countRules(first) > MOST_TRIED) return first;
  const near = release === undefined ? orderReleases(listReleases(mode, around(first)), told.release) : [];
  const best = withDoubt(chooseBest(first, near, trial), trial);
  const isSure = best.unless !== undefined || release !== undefined || best.differences.every(isOfService);
  return isSure ? best : chooseBest(best, orderReleases(listReleases(mode), told.release), trial);
}

/** What objects ask for is read otherwise in releases whose rules look the same: two more on either side are tried. */
function around({ from, to }: ExpectedRules): Pick<ExpectedRules, 'from' | 'to'> {
  return { from: `1.${Math.max(0, getMinor(from) - 2)}`, to: `1.${getMinor(to) + 2}` };
}

function chooseBest(first: ExpectedRules, releases: readonly string[], trial: Trial): ExpectedRules {
  const { from, to } = first;
  let best = first;
  for (const release of releases) {
    if (best.differences.length === 0) break;
    const tried = tryRelease(trial, release);
    if (tried.differences.length < best.differences.length) best = { ...tried, from, to };
  }
  return best;
}

/** Says what setting that rules do not show would explain all differences, in a release that the texts fit. */
function withDoubt(best: ExpectedRules, trial: Trial): ExpectedRules {
  if (best.differences.length === 0) return best;
  const { mode } = trial.expecting;
  for (const release of new Set([best.release, best.to, best.from])) {
    const draft = makeDraft(trial, release);
    const doubts = listDoubts(best.config, { mode, release }, trial.read.proxies);
    const found = doubts.find(({ config }) => holdConfig(trial, draft, config).differences.length === 0);
    if (found) return { ...best, unless: found.says };
  }
  return best;
}

/** Is it there, or missing, for a Service? */
const isOfService = ({ chain, text }: Difference): boolean =>
  /-[A-Z2-7]{8}/.test(chain) || serviceInText(text) !== undefined || !chain.startsWith('KUBE-');

/** Minors of a mode, the newest first; of a range those in it. */
function listReleases(mode: ProxyModeId, within?: Pick<ExpectedRules, 'from' | 'to'>): readonly string[] {
  const found = PROXY_MODES.find(({ id }) => id === mode);
  if (!found) return [];
  const [from, to] = [within?.from ?? found.since, within?.to ?? found.until ?? NEWEST_RELEASE].map(getMinor);
  const minors: string[] = [];
  for (let minor = to ?? 0; minor >= (from ?? 0); minor--) {
    if (!releaseProblem(found, `1.${minor}`)) minors.push(`1.${minor}`);
  }
  return minors;
}

function orderReleases(releases: readonly string[], told: string | undefined): readonly string[] {
  const first = told === undefined ? undefined : `1.${getMinor(told)}`;
  return first !== undefined && releases.includes(first) ? [first, ...releases] : releases;
}

function countRules({ states }: ExpectedRules): number {
  let count = 0;
  for (const { xtables } of states.values()) {
    for (const chains of xtables.tables.values()) for (const { rules } of chains.values()) count += rules.length;
  }
  return count;
}

/** All that is written, as one text: most releases write the same of most clusters. */
function keyOfStates(states: ReadonlyMap<IpFamily, KernelState>): string {
  const words: string[] = [];
  for (const { xtables, nftables, ipvs } of states.values()) {
    for (const chains of [...xtables.tables.values(), ...(nftables ? [nftables.chains] : [])]) {
      for (const { name, rules } of chains.values()) {
        words.push(name);
        for (const { text } of rules) words.push(text);
      }
    }
    for (const { name, elements } of nftables?.sets.values() ?? []) {
      words.push(name);
      for (const { key, value = '' } of elements) words.push(key, value);
    }
    for (const { name, entries } of ipvs?.ipsets ?? []) words.push(name, ...entries.map(({ key }) => key));
    words.push(
      JSON.stringify(
        ipvs?.virtualServers.map(({ origin: _origin, servers, ...server }) => [
          server,
          servers.map(({ address, port, weight }) => [address, port, weight]),
        ]) ?? [],
      ),
    );
  }
  return words.join('\n');
}

interface Trial {
  /** Differences by what was written: see {@link keyOfStates}. */
  readonly known: Map<string, readonly Difference[]>;
  readonly observed: Observed;
  readonly expecting: Expecting;
  readonly read: ReadNode;
}

type Draft = ReturnType<typeof draftCluster>;

const makeDraft = ({ read, observed }: Trial, release: string | undefined): Draft =>
  draftCluster(read, observed, release === undefined ? {} : { release });

function tryRelease(trial: Trial, release: string | undefined): ExpectedRules {
  const draft = makeDraft(trial, release);
  const { told } = trial.expecting;
  const { proxies } = trial.read;
  const shown = shownConfig(draft.draft.config, told.config, { observed: trial.observed, proxies });
  let best = holdConfig(trial, draft, shown);
  for (const config of otherConfigs(shown, told.config, proxies)) {
    if (best.differences.length === 0) break;
    const other = holdConfig(trial, draft, config);
    if (other.differences.length < best.differences.length) best = other;
  }
  return best;
}

/** What a kube-proxy of one configuration and release writes, held against the node. */
function holdConfig(
  { observed, expecting, read, known }: Trial,
  { draft, made }: Draft,
  config: KubeProxyConfig,
): ExpectedRules {
  const { watched, node } = expecting;
  const { proxies } = read;
  const cidrs = watched.cluster.others?.some(isServiceCidr) ? watched.cluster.others : (made.cluster.others ?? []);
  const nodes = watched.cluster.nodes.map((each) => (each === node ? withAddresses(each, proxies) : each));
  const cluster = { ...watched.cluster, nodes, others: cidrs };
  const families = proxies.map(({ family }) => family);
  const { release, from, to } = draft.release;
  const compiling: Compiling = { ...draft, node: node.metadata.name, cluster, config };
  const states = compileFamilies(compiling, families);
  const key = keyOfStates(states);
  const differences = known.get(key) ?? compareStates(compiling, observed, states);
  known.set(key, differences);
  const counted = pickCounted(differences, release, cluster);
  return { release, from, to, config, watched: cluster, families, states, ...counted, read: { proxies, made } };
}

/** A machine has addresses that its Node does not tell: nodePorts answer on those, too. */
function withAddresses(node: NodeObject, proxies: readonly ReadProxy[]): NodeObject {
  const told = node.status.addresses ?? [];
  const known = new Set(told.map(({ address }) => address));
  const more = [...new Set(proxies.flatMap(({ nodeAddresses }) => nodeAddresses))].filter(
    (address) => !known.has(address) && !/^127\.|^::1$|^fe80:/.test(address),
  );
  if (more.length === 0) return node;
  const added = more.map((address) => ({ type: 'InternalIP' as const, address }));
  return { ...node, status: { ...node.status, addresses: [...told, ...added] } };
}
