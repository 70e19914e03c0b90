import { HOOKS, type Hook, type NftTableName } from '../core/linux/hooks';
import type { GeneratedNftables, GeneratedNftChain } from '../core/kubernetes/proxy/mode';
import { listPieces, type ListedPiece } from '../core/kubernetes/proxy/nftables/list';
import { nftFamily } from '../core/kubernetes/proxy/nftables/context';
import type { Memo } from '../core/lib/memo';
import { oncePerObject } from '../core/lib/once-per-object';
import type { NftBase, NftChain, NftRuleset, NftSet, NftTable } from '../core/linux/nftables/types';
import type { IpFamily } from '../core/net/ip';
import type { ChainView } from './protocol';

/** What of nftables is in a namespace: tables that were pasted or compiled, and what kube-proxy generated of them. */
export interface NftParts {
  readonly ruleset: NftRuleset | undefined;
  readonly generated: GeneratedNftables | undefined;
  readonly family: IpFamily;
}

/** `ip kube-proxy`, as steps of a trace name it. */
function generatedName({ family, table }: GeneratedNftables): NftTableName {
  return `${nftFamily(family) === 'ip6' ? 'ip6' : 'ip'} ${table}`;
}

/** Tables that see packets of the family and that kube-proxy did not generate just now. */
function otherTables({ ruleset, generated, family }: NftParts): NftTable[] {
  const own = generated && !generated.refusal ? generatedName(generated) : undefined;
  const serves = family === 'ipv4' ? 'ip' : 'ip6';
  return [...(ruleset?.tables ?? [])].flatMap(([name, table]) =>
    name !== own && (table.family === 'inet' || table.family === serves) ? [table] : [],
  );
}

/** Is there anything of nftables for the family? */
export function hasNft(parts: NftParts): boolean {
  return parts.generated !== undefined || otherTables(parts).length > 0;
}

/** The chains without their text: lines are not known. */
export function nftChains(parts: NftParts): ChainView[] {
  const others = otherTables(parts).flatMap((table) =>
    [...table.chains.values()].map((chain) => chainView(table, chain)),
  );
  return [...(parts.generated ? generatedChains(parts.generated) : []), ...others];
}

function chainView(table: NftTable, { name, length, base }: NftChain): ChainView {
  const hook = base && hookOf(base.hook);
  return {
    table: `${table.family} ${table.name}`,
    name,
    length,
    firstLine: 0,
    ...(hook && base ? { hook, policy: base.policy, base: { type: base.type, priority: base.priority } } : {}),
  };
}

function generatedChains(state: GeneratedNftables): ChainView[] {
  if (state.refusal) return [];
  const view = viewsIn(generatedName(state));
  const views: ChainView[] = [];
  state.chains.forEach((chain) => views.push(view(chain)));
  return views;
}

const viewsByTable = new Map<string, (chain: GeneratedNftChain) => ChainView>();

/** Most chains are the same ones after an edit. */
function viewsIn(table: NftTableName): (chain: GeneratedNftChain) => ChainView {
  const known = viewsByTable.get(table);
  if (known) return known;
  const view = oncePerObject(({ name, rules, base, servicePort }: GeneratedNftChain): ChainView => {
    const hook = base && hookOf(base.hook);
    return {
      table,
      name,
      length: rules.length,
      firstLine: 0,
      owner: 'kube-proxy',
      ...(hook ? { hook, policy: 'ACCEPT' as const } : {}),
      ...(base ? { base: { type: base.type, priority: base.priority } } : {}),
      ...(servicePort ? { service: `${servicePort.namespace}/${servicePort.serviceName}` } : {}),
    };
  });
  viewsByTable.set(table, view);
  return view;
}

function hookOf(name: string): Hook | undefined {
  return HOOKS.find((hook) => hook === name.toUpperCase());
}

/** Lines of a listing that belong to a chain or a set, or to the listing itself. */
export interface NftPiece {
  readonly lines: readonly string[];
  /** What they are of, as steps and parts name it: `kube-proxy service-…`, `set cluster-ips`. */
  readonly name?: string;
  /** The object they were printed of: the same, so are they. */
  readonly of?: object;
  readonly chain?: { readonly view: ChainView; readonly rulesFrom: number };
}

/** What `nft list ruleset` prints, cut where it is printed. */
export function nftPieces({ generated, ...parts }: NftParts, memo: Memo): readonly NftPiece[] {
  const own = generated ? listPieces(generated, memo).map((piece) => generatedPiece(generated, piece)) : [];
  return [...own, ...otherTables({ generated, ...parts }).flatMap(tablePieces)];
}

function generatedPiece(state: GeneratedNftables, { text, set, chain }: ListedPiece): NftPiece {
  const lines = text.split('\n').slice(0, -1);
  if (set) return { lines, name: `set ${set.name}`, of: set };
  if (!chain) return { lines };
  const view = viewsIn(generatedName(state))(chain);
  return { lines, name: `${state.table} ${chain.name}`, of: chain, chain: { view, rulesFrom: headOf(chain) } };
}

/** How many lines of a chain stand above its first rule. */
function headOf({
  comment,
  base,
}: {
  readonly comment?: string | undefined;
  readonly base?: object | undefined;
}): number {
  return 1 + (comment === undefined ? 0 : 1) + (base ? 1 : 0);
}

/** What `nft list ruleset` prints, and the chains with the lines they begin at, counted from `from`. */
export function nftListing(
  pieces: readonly NftPiece[],
  from: number,
): { readonly lines: readonly string[]; readonly chains: readonly ChainView[] } {
  const lines: string[] = [];
  const chains: ChainView[] = [];
  for (const { lines: own, chain } of pieces) {
    if (chain) chains.push(placedAt(chain.view, from + lines.length + chain.rulesFrom));
    for (const line of own) lines.push(line);
  }
  return { lines, chains };
}

const placedLast = new WeakMap<ChainView, ChainView>();

/** A chain that is the same at the same line is the same: it does not cross the thread border again. */
function placedAt(chain: ChainView, firstLine: number): ChainView {
  const known = placedLast.get(chain);
  if (known?.firstLine === firstLine) return known;
  const placed = { ...chain, firstLine };
  placedLast.set(chain, placed);
  return placed;
}

function tablePieces(table: NftTable): readonly NftPiece[] {
  const { family, name, comment, sets, chains } = table;
  return [
    { lines: [`table ${family} ${name} {`, ...(comment === undefined ? [] : [`\tcomment "${comment}"`])] },
    ...[...sets.values()].map((set) => ({ lines: printSet(set), name: `set ${set.name}`, of: set })),
    ...[...chains.values()].map((chain) => {
      const placed = { view: chainView(table, chain), rulesFrom: headOf(chain) };
      return { lines: printChain(chain), name: `${name} ${chain.name}`, of: chain, chain: placed };
    }),
    { lines: ['}'] },
  ];
}

function printSet({ name = '', kind, declared, flags, elements }: NftSet): string[] {
  const texts = Array.from({ length: elements.length }, (_, index) => elements.text(index));
  const [first, ...others] = texts.map((text, index) => (index < texts.length - 1 ? `${text},` : text));
  const listed =
    first === undefined ? [] : [`\t\telements = { ${[first, ...others].join('\n\t\t\t     ')} }`.split('\n')].flat();
  return [
    `\t${kind} ${name} {`,
    ...(declared === undefined ? [] : [`\t\t${declared}`]),
    ...(flags.length === 0 ? [] : [`\t\tflags ${flags.join(',')}`]),
    ...listed,
    '\t}',
  ];
}

function printChain({ name, base, comment, length, text }: NftChain): string[] {
  const rules = Array.from({ length }, (_, index) => `\t\t${text(index)}`);
  return [
    `\tchain ${name} {`,
    ...(comment === undefined ? [] : [`\t\tcomment "${comment}"`]),
    ...(base ? [baseLine(base)] : []),
    ...rules,
    '\t}',
  ];
}

function baseLine({ type, hook, priority, policy }: NftBase): string {
  return `\t\ttype ${type} hook ${hook.toLowerCase()} priority ${priority}; policy ${policy.toLowerCase()};`;
}
