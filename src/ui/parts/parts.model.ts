import { assertNever } from '../../core/lib/result';
import { TABLES } from '../../core/linux/hooks';
import type { IpFamily } from '../../core/net/ip';
import type { RuleRef } from '../../core/linux/xtables/types';
import type { ExplainedPart, PartRef, WantedPort, RulesView } from '../../engine/protocol';
import { namespaceOf } from '../../core/kubernetes/meta';
import type { ClusterObjects, ServiceObject, ServicePort } from '../../core/kubernetes/types';
import { lineCount, lineText, ruleAtLine, type ChainIndex } from '../rule/rules-view.model';

/** The Service of that name. */
export function serviceNamed(
  { services }: ClusterObjects,
  { namespace, serviceName }: WantedPort,
): ServiceObject | undefined {
  return services.find((each) => each.metadata.name === serviceName && namespaceOf(each) === namespace);
}

/** A service port that can be asked for. */
export interface OfferedPort {
  readonly wanted: WantedPort;
  readonly port: ServicePort;
}

/** The ports of Services whose name, port name or number holds the words typed, at most `most`. */
export function portsLike({ services }: ClusterObjects, typed: string, most: number): readonly OfferedPort[] {
  const words = typed.trim().toLowerCase();
  const found: OfferedPort[] = [];
  for (const service of services) {
    const namespace = namespaceOf(service);
    const serviceName = service.metadata.name;
    for (const [index, port] of (service.spec.ports ?? []).entries()) {
      const text = `${namespace}/${serviceName}:${port.name ?? ''} ${port.port}`.toLowerCase();
      if (text.includes(words)) found.push({ wanted: { namespace, serviceName, index }, port });
      if (found.length >= most) return found;
    }
  }
  return found;
}

/** What stands together on a node: a chain with its rules, a set with its elements, a virtual server with its real ones. */
export interface PartGroup {
  readonly kind: 'chain' | 'set' | 'virtual-server' | 'address' | 'proxy-port';
  /** `nat KUBE-SERVICES`, `cluster-ips`, `TCP 10.96.0.10:80`; empty where the kind says it all. */
  readonly owner: string;
  /** It exists for this Service alone; else others have parts in it, too. */
  readonly own: boolean;
  readonly parts: readonly ExplainedPart[];
}

/** A rule of a trace or a dump as kube-proxy's parts name it: nft's `ip kube-proxy` is the table `kube-proxy`. */
export function partOfRule({ table, chain, index }: RuleRef): PartRef {
  return { kind: 'rule', table: table.slice(table.indexOf(' ') + 1), chain, index };
}

/** The rule of a dump that a part is; undefined: it is none. */
export function ruleOfPart(at: PartRef, family: IpFamily): RuleRef | undefined {
  if (at.kind !== 'rule') return undefined;
  const nft = `${family === 'ipv4' ? 'ip' : 'ip6'} ${at.table}` as const;
  const table = TABLES.find((name) => name === at.table) ?? nft;
  return { table, chain: at.chain, index: at.index };
}

function placeOf(at: PartRef): Pick<PartGroup, 'kind' | 'owner'> {
  switch (at.kind) {
    case 'chain':
    case 'rule':
      return { kind: 'chain', owner: `${at.table} ${at.chain}` };
    case 'set':
    case 'element':
      return { kind: 'set', owner: at.set };
    case 'virtual-server':
    case 'real-server':
      return { kind: 'virtual-server', owner: at.server };
    case 'address':
      return { kind: 'address', owner: '' };
    case 'proxy-port':
      return { kind: 'proxy-port', owner: '' };
    default:
      return assertNever(at);
  }
}

/** Does the part stand for the whole group (a chain, a set, a virtual server), not for something in it? */
function isHead({ at }: ExplainedPart): boolean {
  return at.kind === 'chain' || at.kind === 'set' || at.kind === 'virtual-server';
}

/** The parts by where they stand, in the order they are written. The head of a group is said by its heading. */
export function groupParts(parts: readonly ExplainedPart[]): readonly PartGroup[] {
  const groups = new Map<string, { -readonly [Key in keyof PartGroup]: PartGroup[Key] } & { parts: ExplainedPart[] }>();
  for (const part of parts) {
    const { kind, owner } = placeOf(part.at);
    const key = `${kind} ${owner}`;
    const group = groups.get(key) ?? { kind, owner, own: false, parts: [] };
    groups.set(key, group);
    if (isHead(part)) group.own = true;
    if (!isHead(part) || part.origin) group.parts.push(part);
  }
  return [...groups.values()];
}

/** How many of what a list of parts has, heads of chains and sets left out. */
export function countParts(groups: readonly PartGroup[]): number {
  return groups.reduce((count, { parts }) => count + parts.length, 0);
}

/** A key for lists: a part's place is its name. */
export function partKey({ at }: Pick<ExplainedPart, 'at'>): string {
  return Object.values(at).join(' ');
}

/** `default/web`, and the position of the port if it is one port. */
export function wantedKey({ namespace, serviceName, index }: WantedPort): string {
  return [`${namespace}/${serviceName}`, ...(index === undefined ? [] : [index])].join(' ');
}

/** What a line of a dump is, where it stands for nothing kube-proxy was asked for. */
type Structure = 'table' | 'end' | 'command' | 'other';

/** What a line stands for: parts (two elements may share a line), or a part of the dump's own structure. */
interface LineMeaning {
  readonly parts: readonly PartRef[];
  readonly structure?: Structure;
}

/** Every line of a dump that is no rule, and every part's line. */
interface Scan {
  readonly meanings: ReadonlyMap<number, LineMeaning>;
  readonly lines: ReadonlyMap<string, number>;
}

/** What surrounds a line: the table, the set or chain of nftables, the virtual server. */
interface Around {
  table: string;
  set: string | undefined;
  chain: string | undefined;
  server: string;
}

const scans = new WeakMap<RulesView, Scan>();

/** What a 0-based line stands for. */
export function meaningOf(index: ChainIndex, line: number): LineMeaning {
  const ref = ruleAtLine(index, line);
  if (ref) return { parts: [partOfRule(ref)] };
  return scanOf(index).meanings.get(line) ?? { parts: [], structure: 'other' };
}

/** The 0-based line a part stands on; undefined: this dump does not print it. */
export function lineOfPart(index: ChainIndex, part: PartRef): number | undefined {
  if (part.kind === 'rule') {
    const chain = index.view.chains.find(
      ({ table, name }) => name === part.chain && (table === part.table || table.endsWith(` ${part.table}`)),
    );
    return chain && part.index < chain.length ? chain.firstLine + part.index : undefined;
  }
  return scanOf(index).lines.get(keyOf(part));
}

function keyOf(part: PartRef): string {
  return Object.values(part).join(' ');
}

/** Reads the dump once, line by line; rules are skipped, the index knows them. */
function scanOf(index: ChainIndex): Scan {
  const known = scans.get(index.view);
  if (known) return known;
  const meanings = new Map<number, LineMeaning>();
  const lines = new Map<string, number>();
  const around: Around = { table: '', set: undefined, chain: undefined, server: '' };
  const count = lineCount(index.view);
  for (let line = 0; line < count; line++) {
    if (ruleAtLine(index, line)) continue;
    const meaning = read(lineText(index.view, line), around);
    meanings.set(line, meaning);
    for (const part of meaning.parts) if (!lines.has(keyOf(part))) lines.set(keyOf(part), line);
  }
  const scan = { meanings, lines };
  scans.set(index.view, scan);
  return scan;
}

const structure = (kind: Structure): LineMeaning => ({ parts: [], structure: kind });
const one = (part: PartRef): LineMeaning => ({ parts: [part] });

function read(text: string, around: Around): LineMeaning {
  if (text.startsWith('*')) {
    around.table = text.slice(1);
    return structure('table');
  }
  if (text === 'COMMIT') return structure('end');
  if (text.startsWith('#')) return structure('command');
  const declared = /^:(\S+) /.exec(text)?.[1];
  if (declared !== undefined) return one({ kind: 'chain', table: around.table, chain: declared });
  return readIpvs(text, around) ?? readNft(text, around);
}

/** A line of `ipvsadm -Ln`, `ipset save` or `ip address show dev kube-ipvs0`. */
function readIpvs(text: string, around: Around): LineMeaning | undefined {
  const [, protocol, server] = /^(TCP|UDP|SCTP) +(\S+) /.exec(text) ?? [];
  if (protocol !== undefined && server !== undefined) {
    around.server = `${protocol} ${server}`;
    return one({ kind: 'virtual-server', server: around.server });
  }
  const to = /^ {2}-> (\S+)/.exec(text)?.[1];
  if (to !== undefined) return one({ kind: 'real-server', server: around.server, to });
  const [, verb, set, key = ''] = /^(create|add) (\S+) (\S+)/.exec(text) ?? [];
  if (set !== undefined) return one(verb === 'create' ? { kind: 'set', set } : { kind: 'element', set, key });
  const address = /^ {4}inet6? (\S+) scope global kube-ipvs0/.exec(text)?.[1];
  return address === undefined ? undefined : one({ kind: 'address', address });
}

/** A line of `nft list ruleset` that is no rule. */
function readNft(text: string, around: Around): LineMeaning {
  const table = /^table \S+ (\S+) \{/.exec(text)?.[1];
  if (table !== undefined) {
    Object.assign(around, { table, set: undefined, chain: undefined });
    return structure('table');
  }
  const [, kind, name] = /^\t(set|map|chain) (\S+) \{/.exec(text) ?? [];
  if (name !== undefined)
    Object.assign(around, kind === 'chain' ? { chain: name, set: undefined } : { set: name, chain: undefined });
  if (text === '}') return structure('end');
  if (text.startsWith('\tcomment ')) return structure('table');
  const elements = around.set === undefined ? [] : elementsIn(text, around.set);
  const owner = ownerOf(around);
  if (text === '\t}') Object.assign(around, { chain: undefined, set: undefined });
  if (elements.length > 0) return { parts: elements };
  return owner ? one(owner) : structure('other');
}

function ownerOf({ table, set, chain }: Around): PartRef | undefined {
  if (set !== undefined) return { kind: 'set', set };
  return chain === undefined ? undefined : { kind: 'chain', table, chain };
}

/** `\t\telements = { KEY comment "…" : VALUE,` and the lines below it. */
function elementsIn(text: string, set: string): readonly PartRef[] {
  const written = /^(?:\t\telements = \{ |\t\t\t {5})(.*?)(?: \})?,?$/.exec(text)?.[1];
  if (written === undefined) return [];
  return written.split(/, (?=\d)/).map((element) => ({ kind: 'element', set, key: keyIn(element) }));
}

/** The key of an element: what stands before its comment, its timeout and its value. */
function keyIn(element: string): string {
  return element.replace(/ (?:comment "|timeout |expires |: ).*$/s, '').replace(/,$/, '');
}
