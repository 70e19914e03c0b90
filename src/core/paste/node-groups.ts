import { type Phrase, phrase } from '../lib/phrase';
import { machineShortName } from './machine/sections';
import type { PastedText, TextPiece } from './pasted-types';
import type { ReadPart } from './read-parts';
import { formatIp, isLoopback, type IpFamily } from '../net/ip';
import { isLinkLocal } from '../linux/routing/derived-routes';
import type { PastedChain, PastedRuleset } from './layers';
import { detectMode, type ReleaseClue, type ReleaseGuess } from './proxy/types';
import { EMPTY_CLUSTER } from '../kubernetes/build';
import { proxyMode } from '../kubernetes/proxy';
import { getMinor } from '../kubernetes/release';
import type { KubeProxyConfig, ProxyModeId } from '../kubernetes/types';
import type { Machine } from './machine/types';
import { getNodePorts } from './proxy/read-iptables';
import { iptablesOfNft } from './nft-tables';
import { lifetimeClues, setClues } from './proxy/lifetimes';
import { ipvsClues, loopbackClue } from './proxy/read-ipvs';
import { nftablesClues } from './proxy/read-nftables';
import { excerptClues, guessRelease, iptablesClues } from './proxy/iptables-clues';
import { XtReader } from './proxy/iptables-ports';

/** The kube-proxy a machine's rules are of, as far as its texts tell. */
export interface NodeProxy {
  readonly mode: ProxyModeId;
  /** The newest release that can be, and the oldest. */
  readonly release: ReleaseGuess;
  readonly config: KubeProxyConfig;
}

const FAMILIES: readonly IpFamily[] = ['ipv4', 'ipv6'];

/**
 * Proxy mode and release of a node's rules as the texts hold them; what was put in for a writer tells of no release. The
 * mode by what only it writes, else as its configuration says; the release by what the rules and `kubectl get nodes` tell.
 * Undefined: nothing is of kube-proxy.
 */
export function findNodeProxy(
  machine: Machine,
  xtables: Rulesets,
  hostname: string | undefined,
): NodeProxy | undefined {
  const { nft: nftables, sets: ipsets, ipvs } = machine;
  const observed = { xtables, ...(nftables ? { nftables } : {}), ipsets, ...(ipvs ? { ipvs: ipvs.value } : {}) };
  const said = machine.kubeProxy.at(-1)?.value.config;
  const hasDevice = ipvs !== undefined && machine.links.some(({ value }) => value.name === 'kube-ipvs0');
  const mode = detectMode(observed) ?? configuredMode(said) ?? (hasDevice ? 'ipvs' : undefined);
  if (mode === undefined) return undefined;
  const readers = makeReaders(xtables);
  const clues = readers.flatMap((from): readonly ReleaseClue[] => {
    if (mode === 'ipvs') return isWhole(xtables[from.family]) ? ipvsClues(from, ipvs?.value) : [];
    return mode === 'iptables' ? cluesIn(from, xtables) : [];
  });
  // One that tells the same says it in the words of the rule.
  const isTold = (sign: ReleaseClue): boolean => clues.some(({ from, to }) => from === sign.from && to === sign.to);
  clues.push(...shownClues(mode, machine, readers).filter((sign) => !isTold(sign)));
  const told = findVersion(machine, hostname);
  const release = guessRelease(mode, [...clues, ...wordClue(machine, told)], told);
  return { mode, release, config: { ...(mode === 'iptables' ? localhostIn(readers) : {}), ...said, mode } };
}

/** A release that the texts say in words, where no Node tells another. */
function wordClue(
  { words: { release, version = release } }: Machine,
  told: string | undefined,
): readonly ReleaseClue[] {
  const minor = getMinor(release ?? '');
  return version === undefined || Number.isNaN(minor) || told !== release
    ? []
    : [
        {
          sign: version,
          from: minor,
          to: minor,
          why: phrase('reconstruct.clue.said', { sign: version }),
          evidence: [],
        },
      ];
}

/** What is there tells, in an excerpt as in a whole listing, whichever tool listed it. */
function shownClues(
  mode: ProxyModeId,
  { nft, sets, ipvs }: Pick<Machine, 'nft' | 'sets' | 'ipvs'>,
  readers: readonly XtReader[],
): readonly ReleaseClue[] {
  if (mode === 'nftables') return nft ? FAMILIES.flatMap((family) => nftablesClues(nft, family)) : [];
  const listed = FAMILIES.flatMap((family) => {
    const rules = nft && iptablesOfNft(nft, family);
    return rules ? [new XtReader(family, rules)] : [];
  });
  const all = [...readers, ...listed].flatMap((from) => lifetimeClues(mode, from));
  if (mode !== 'ipvs') return all;
  const servers = ipvs ? FAMILIES.flatMap((family) => loopbackClue(family, ipvs.value)) : [];
  return [...all, ...setClues(sets.keys()), ...servers];
}

type Rulesets = Readonly<Partial<Record<IpFamily, PastedRuleset>>>;

function makeReaders(xtables: Rulesets): readonly XtReader[] {
  return FAMILIES.flatMap((family) => {
    const rules = xtables[family];
    return rules ? [new XtReader(family, rules)] : [];
  });
}

function cluesIn(from: XtReader, xtables: Rulesets): readonly ReleaseClue[] {
  return isWhole(xtables[from.family]) ? iptablesClues(from, []) : excerptClues(from);
}

/** What an excerpt lacks tells of no release. */
function isWhole(ruleset: PastedRuleset | undefined): boolean {
  return (['nat', 'filter'] as const).every((table) => ruleset?.tables.get(table)?.whole);
}

/** A file without a mode asks for the default. */
function configuredMode(config: KubeProxyConfig | undefined): ProxyModeId | undefined {
  if (!config) return undefined;
  return config.mode ?? 'iptables';
}

/** Whether nodePorts answer on 127.0.0.1, by the rule that leads to them. */
function localhostIn(readers: readonly XtReader[]): KubeProxyConfig {
  const ipv4 = readers.find(({ family }) => family === 'ipv4');
  const { localhost, hosts } = ipv4 ? getNodePorts(ipv4) : {};
  return {
    ...(localhost === undefined ? {} : { iptables: { localhostNodePorts: localhost } }),
    ...(hosts === undefined ? {} : { nodePortAddresses: hosts.map((host) => `${host}/32`) }),
  };
}

/** The release kubelet of this node says, where it is told; kube-proxy is most often of the same. */
function findVersion(machine: Machine, hostname: string | undefined): string | undefined {
  const { nodes } = machine.named;
  const own = nodes.find(({ name }) => name === hostname || name.split('.')[0] === hostname?.split('.')[0]) ?? nodes[0];
  const minor = getMinor(own?.version ?? machine.words.release ?? '');
  return Number.isNaN(minor) ? undefined : `1.${minor}`;
}

/** The sysctls such a kube-proxy sets when it starts, as the compiler of its mode lists them. */
export function sysctlsOfProxy({ mode, release, config }: NodeProxy): Readonly<Record<string, number>> {
  const all = FAMILIES.map((family) => {
    const input = { cluster: EMPTY_CLUSTER, node: '', family, config, release: release.release };
    return proxyMode(mode)?.syncProxyRules(input).sysctls;
  });
  return Object.assign({}, ...all) as Record<string, number>;
}

/** What a text says that is one on a machine or in a cluster; empty where it says nothing. */
interface Marks {
  /** `10.244.0.0/16`: what kube-proxy takes for Pods. */
  readonly pods: ReadonlySet<string>;
  /** The clusterIP of `default/kubernetes`, the first of the Service range. */
  readonly services: ReadonlySet<string>;
  readonly mode: ReadonlySet<string>;
  /** `shop/front:http 10.96.50.10`: Services with their clusterIP. */
  readonly names: ReadonlySet<string>;
  /** `1.24`: the releases that write such rules. */
  readonly release: ReadonlySet<string>;
  /** Addresses of the machine itself, where all of its devices are listed. */
  readonly host: ReadonlySet<string>;
}

const KINDS = ['pods', 'services', 'mode', 'names', 'release', 'host'] as const;
/** So many chains and rules of each are looked at: every Service repeats what the Pod network is. */
const MOST_CHAINS = 200;
const MOST_RULES = 50;
const PODS = /(?:^| )! -s (\S+\/\d+) .*-j KUBE-MARK-MASQ$/;
const API_SERVER = /(?:^| )-d ([\d.]+|[\da-f:]+)(?:\/32|\/128)? .*"?default\/kubernetes:https cluster IP/;

function makeMarks({ layers, machine }: ReadPart): Marks {
  const texts = [...eachText(layers)];
  const found = (pattern: RegExp): ReadonlySet<string> =>
    new Set(texts.flatMap((text) => pattern.exec(text)?.slice(1, 2) ?? []));
  const tables = (family: 'ipv4' | 'ipv6'): ReadPart['layers'] => layers.filter((layer) => layer.family === family);
  const xtables = (['ipv4', 'ipv6'] as const).flatMap((family) => {
    const own = tables(family).map(({ table, chains, whole }) => [table, { name: table, chains, whole }] as const);
    return own.length === 0 ? [] : [[family, { tables: new Map(own) }] as const];
  });
  const mode = layers.some(isOfMode) ? detectMode({ xtables: Object.fromEntries(xtables) }) : undefined;
  const isWhole = machine.links.some(({ value, inside }) => value.name === 'lo' && inside !== true);
  const own = machine.links.flatMap(({ value, inside }) => (inside === true ? [] : value.addresses));
  const host = own.flatMap(({ address }) => (isLoopback(address) || isLinkLocal(address) ? [] : [formatIp(address)]));
  return {
    pods: found(PODS),
    services: found(API_SERVER),
    names: namesIn(texts),
    release: mode === 'iptables' ? listWrittenReleases(Object.fromEntries(xtables)) : new Set(),
    mode: new Set(mode === undefined ? [] : [mode]),
    host: new Set(isWhole ? host : []),
  };
}

const CLUSTER_IP = /(?:^| )-d ([\d.]+|[\da-f:]+)(?:\/32|\/128)? .*--comment "?([^\s"/]+\/[^\s"]+) cluster IP/;

/** Services by their names, but for the API server's, which tells of the range. */
function namesIn(texts: readonly string[]): ReadonlySet<string> {
  const pairs = texts.flatMap((text) => {
    const [, address, name] = CLUSTER_IP.exec(text) ?? [];
    return address === undefined || name === undefined || name.startsWith('default/kubernetes:')
      ? []
      : [`${name} ${address}`];
  });
  return new Set(pairs);
}

/** Every minor release that writes these rules; none where the rules are no whole ones or contradict each other. */
function listWrittenReleases(xtables: Rulesets): ReadonlySet<string> {
  const clues = makeReaders(xtables).flatMap((from) => cluesIn(from, xtables));
  const release = guessRelease('iptables', clues, undefined);
  if (release.against.length > 0) return new Set();
  const [from, to] = [getMinor(release.from), getMinor(release.to)];
  return new Set(Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => `1.${from + at}`));
}

/** Chains that only one mode writes; KUBE-SERVICES alone has every mode but one. */
function isOfMode({ chains }: ReadPart['layers'][number]): boolean {
  for (const name of chains.keys())
    if (/^KUBE-(?:SVC|SEP|PORTALS|NODEPORT|NODE-PORT|LOAD-BALANCER|IPVS-FILTER)(?:-|$)/.test(name)) return true;
  return false;
}

function* eachText(layers: ReadPart['layers']): Generator<string> {
  let left = MOST_CHAINS;
  for (const { table, chains } of layers) {
    if (table !== 'nat') continue;
    for (const chain of chains.values()) {
      if (!/^KUBE-(?:SERVICES|SVC-|SVL-)/.test(chain.name)) continue;
      if (left-- <= 0) return;
      yield* eachRule(chain);
    }
  }
}

function* eachRule(chain: PastedChain): Generator<string> {
  for (let index = 0; index < Math.min(chain.length, MOST_RULES); index++) {
    const text = chain.text?.(index);
    if (text !== undefined) yield text;
  }
}

/**
 * Why two texts cannot be of one machine: Pod networks, Service ranges, modes or the machine's addresses that have nothing in common.
 * Undefined: they can.
 */
function apartFrom(text: ReadPart, others: readonly ReadPart[]): Phrase | undefined {
  const own = makeMarks(text);
  for (const other of others) {
    const marks = makeMarks(other);
    for (const kind of KINDS) {
      const [mine, theirs] = [comparable(kind, own, marks), comparable(kind, marks, own)];
      if (mine.length === 0 || theirs.length === 0 || mine.some((each) => marks[kind].has(each))) continue;
      const values = {
        text: text.pasted.title,
        other: other.pasted.title,
        mine: showMark(kind, mine),
        theirs: showMark(kind, theirs),
      };
      return SAYS[kind](values);
    }
  }
  return undefined;
}

/**
 * What of a text can be held to the other: of addresses those of families that both tell of, for a machine's tables of each
 * family are two texts; of Services those that both name.
 */
function comparable(kind: (typeof KINDS)[number], own: Marks, other: Marks): readonly string[] {
  const subject = (mark: string): string => {
    const [name = '', address = name] = mark.split(' ');
    return `${kind === 'names' ? name : ''} ${address.includes(':') ? 'ipv6' : 'ipv4'}`;
  };
  const shared = new Set([...other[kind]].map(subject));
  return [...own[kind]].filter((mark) => shared.has(subject(mark)));
}

function showMark(kind: (typeof KINDS)[number], marks: readonly string[]): string {
  const [first = ''] = marks;
  return kind === 'release' && marks.length > 1 ? `${first}–${marks.at(-1)}` : first;
}

type Say = (values: Readonly<Record<'text' | 'other' | 'mine' | 'theirs', string>>) => Phrase;

const SAYS: Readonly<Record<(typeof KINDS)[number], Say>> = {
  pods: (values) => phrase('analysis.apart.pods', values),
  services: (values) => phrase('analysis.apart.services', values),
  mode: (values) => phrase('analysis.apart.mode', values),
  names: (values) => phrase('analysis.apart.names', values),
  release: (values) => phrase('analysis.apart.release', values),
  host: (values) => phrase('analysis.apart.host', values),
};

/** The texts of one machine. */
interface NodeGroup {
  /** Name of the node, if texts are of more than one machine or a person named it. */
  readonly label?: string;
  /** Why its text is not put together with the others. */
  readonly apart?: Phrase;
  readonly texts: readonly ReadPart[];
}

/** Pieces that tell of the cluster rather than of the machine they were printed on. */
const OF_CLUSTER: ReadonlySet<string> = new Set([
  'kubectl-table',
  'kubectl-describe',
  'kubernetes-yaml',
  'http-answers',
  'dns-answers',
]);
/** Pieces that may be of a Pod's namespace. */
const OF_NAMESPACES: ReadonlySet<string> = new Set(['ip-address', 'ifconfig', 'ip-route', 'route-n']);
/** `dump-node1.txt`, `worker-2.iptables`: a name of a machine in the name of a file. */
const IN_TITLE = /(?:^|[^a-z0-9])((?:node|worker|master|host|control-plane|cp|kube|k8s)[-_]?\d+)(?![a-z0-9])/i;

/**
 * Which texts are of one machine: as a person said, else by the name on their prompts (a text with several is several), else, where two
 * texts show the same whole table, by the names of their files. Texts of the cluster belong to all;
 * what nothing tells of belongs to the first machine, unless what it says cannot be of that one.
 */
export function groupTexts(texts: readonly ReadPart[]): NodeGroup[] {
  const apart = new Map<ReadPart, Phrase>();
  const groups = groupsBy(texts, apart);
  const whys = groups.map(({ texts: own }) => own.flatMap((text) => apart.get(text) ?? [])[0]);
  return groups.map((group, at) => (whys[at] === undefined ? group : { ...group, apart: whys[at] }));
}

/** A text without a name of its machine that disagrees with those before it has its title for one. */
function setApart(texts: readonly ReadPart[], labels: Labels, apart: Map<ReadPart, Phrase>): Labels {
  const first = labels.find((label) => label !== undefined);
  const together: ReadPart[] = [];
  return texts.map((text, index) => {
    const label = labels[index];
    if (label !== undefined && label !== first) return label;
    const why =
      label === undefined && text.layers.length + text.machine.links.length > 0 ? apartFrom(text, together) : undefined;
    if (why === undefined) {
      together.push(text);
      return label;
    }
    apart.set(text, why);
    return text.pasted.title || text.pasted.id;
  });
}

function groupsBy(texts: readonly ReadPart[], apart: Map<ReadPart, Phrase>): NodeGroup[] {
  const byTitle = clash(texts);
  const told = standing(
    texts,
    texts.map((text) => findLabel(text, byTitle)),
  );
  const all = setApart(texts, told, apart);
  const of = told.find((label) => label !== undefined) ?? FIRST;
  const labels = apart.size === 0 ? all : all.map((label, at) => label ?? (isShared(texts[at]) ? undefined : of));
  const names = [...new Set(labels.filter((label) => label !== undefined))];
  if (names.length < 2) return [{ texts, ...(names[0] === undefined ? {} : { label: names[0] }) }];
  const [first] = names;
  const groups = names.map((label) => ({
    label,
    texts: texts.filter((text, index) => {
      const own = labels[index];
      return own === label || (own === undefined && (label === first || isShared(text)));
    }),
  }));
  return groups.toSorted((a, b) => Number(b.texts.some(hasRules)) - Number(a.texts.some(hasRules)));
}

/** What the machine is called beside others if nothing names it. */
const FIRST = 'node';

type Labels = readonly (string | undefined)[];

/** Configuration alone makes no machine beside one that is told of: a name nothing else stands by is none. */
function standing(texts: readonly ReadPart[], labels: Labels): Labels {
  const stands = new Set(labels.filter((_, index) => isOwn(texts[index])));
  return stands.size === 0 ? labels : labels.map((label) => (stands.has(label) ? label : undefined));
}

/** Pieces that are the same on every machine of a cluster, or nearly. */
const CONFIGURATION: ReadonlySet<string> = new Set([
  'cni-conflist',
  'kube-proxy-config',
  'kubeadm-config',
  'kubeconfig',
  'project-file',
]);

/** Does a text tell of the machine itself, or did a person say it does? */
function isOwn(text: ReadPart | undefined): boolean {
  if (!text) return false;
  const tells = ({ format }: TextPiece): boolean => !OF_CLUSTER.has(format) && !CONFIGURATION.has(format);
  return text.layers.length > 0 || text.pieces.some(tells) || (text.pasted.node?.trim() ?? '') !== '';
}

const RULES: ReadonlySet<string> = new Set(['nft-json', 'nft-ruleset', 'ipvsadm']);

/** Machines whose rules are known stand before those of which something else is. */
function hasRules({ layers, pieces }: ReadPart): boolean {
  return layers.length > 0 || pieces.some(({ format }) => RULES.has(format));
}

/** Texts that are of the cluster only: of its API, or of Pods that were entered from some machine. */
function isShared(text: ReadPart | undefined): boolean {
  if (!text) return false;
  const { layers, pieces, machine } = text;
  if (layers.length > 0 || pieces.length === 0) return false;
  const { links, routes } = machine;
  const isInside = [...links, ...routes].every(({ inside }) => inside === true);
  return pieces.every(({ format }) => OF_CLUSTER.has(format) || (isInside && OF_NAMESPACES.has(format)));
}

function findLabel(text: ReadPart, byTitle: boolean): string | undefined {
  const said = text.pasted.node?.trim();
  if (said) return said;
  if (isShared(text) || text.layers.length + text.pieces.length === 0) return undefined;
  return (text.hostname && machineShortName(text.hostname)) ?? (byTitle ? titleName(text.pasted) : undefined);
}

function titleName({ title }: PastedText): string | undefined {
  return IN_TITLE.exec(title)?.[1];
}

/** Do two texts show the same table whole? Then they are of two machines, or of two times. */
function clash(texts: readonly ReadPart[]): boolean {
  const seen = new Set<string>();
  return texts.some(({ layers }) =>
    [
      ...new Set(
        layers.filter(({ whole }) => whole).map(({ family, table, backend = '' }) => `${family} ${table} ${backend}`),
      ),
    ].some((key) => {
      const known = seen.has(key);
      seen.add(key);
      return known;
    }),
  );
}
