import type { GeneratedNftChain, GeneratedNftSet, PartRef } from '../core/kubernetes/proxy/mode';
import { elementsPerLine, listedKey, listPieces, type ListedPiece } from '../core/kubernetes/proxy/nftables/listing';
import { formatFraction, formatShare, fraction, isShareOf } from '../core/lib/fraction';
import { once, type Memo } from '../core/lib/memo';
import type { NftTableName } from '../core/linux/hooks';
import { shareOfNumbers } from '../core/linux/nftables/sets';
import { cutNftRule } from '../core/linux/nftables/text/cut-rule';
import type { NftBase, NftChain, NftElement, NftFamily, NftRule, NftSet, NftTable } from '../core/linux/nftables/types';
import { knownExpression } from '../core/linux/nftables/expressions';
import { knownStatement } from '../core/linux/nftables/statements';
import { generatedName, otherTables, pastedView, generatedView, type NftSource } from './nft-chains';
import { listTexts, madeEach, structurePiece, type Piece } from './pieces';
import type { ChainView, Row, RowPart, ListedRule, Share } from './protocol';

/** The output of `nft list ruleset`, in pieces. */
export function nftPieces(source: NftSource, memo: Memo): readonly Piece[] {
  return [...generatedPieces(source, memo), ...otherTables(source).flatMap(pastedPieces)];
}

function generatedPieces({ generated }: NftSource, memo: Memo): readonly Piece[] {
  if (!generated) return [];
  const table = generatedName(generated);
  return listPieces(generated, memo).map((piece) => {
    if (piece.set) return setPiece(piece, memo);
    return piece.chain ? generatedChain(piece, memo, table, piece.chain) : tablePiece(piece, memo);
  });
}

/** The head of the table, its end, or the gap between two of its parts. */
const tablePiece = once((piece: ListedPiece): Piece => {
  const texts = listTexts(piece);
  const [first = ''] = texts;
  return structurePiece(texts, first === '}' ? 'end' : first.startsWith('table ') ? 'table' : 'other');
});

const generatedChain = once((piece: ListedPiece, memo, table: NftTableName, chain: GeneratedNftChain): Piece => {
  const view = generatedView(chain, memo, table);
  return chainPiece({ view, of: chain, text: piece.text, rulesFrom: piece.length - chain.rules.length - 1 });
});

interface ListedChain {
  readonly view: ChainView;
  readonly of: object;
  readonly text: (at: number) => string;
  /** How many lines stand above its first rule. */
  readonly rulesFrom: number;
}

/** A chain: its head, its rules, its end. */
function chainPiece({ view, of, text, rulesFrom }: ListedChain): Piece {
  const [family, ...words] = view.table.split(' ');
  const table = words.join(' ');
  const head: PartRef = { kind: 'chain', table, chain: view.name };
  return {
    length: rulesFrom + view.length + 1,
    text,
    row: madeEach((at) => {
      const index = at - rulesFrom;
      if (index < 0 || index >= view.length) return { text: text(at), at: [head] };
      return ruleRow(text(at), { kind: 'rule', table, chain: view.name, index }, family as NftFamily);
    }),
    name: `${table} ${view.name}`,
    of,
    chain: { view, rulesFrom },
  };
}

function ruleRow(text: string, at: PartRef, family: NftFamily): Row {
  const { tests, verdict, comment, rule } = cutNftRule(text.trim(), family);
  const all: RowPart[] = [
    { kind: 'test', text: tests },
    { kind: 'target', text: verdict },
    { kind: 'comment', text: comment },
  ];
  const target = rewriteIn(rule);
  const shares = findShares(rule);
  const said: ListedRule = {
    parts: all.filter((part) => part.text !== ''),
    ...(target === undefined ? {} : { target }),
    ...(shares ? { shares } : {}),
    ...(tests.includes('meta mark') ? { asksMark: true } : {}),
  };
  return { text, at: [at], rule: said };
}

/** `DNAT`: the statement that rewrites the packet. */
function rewriteIn({ statements }: NftRule): string | undefined {
  const found = statements
    .map(knownStatement)
    .find(({ statement }) => ['nat', 'masquerade', 'redirect'].includes(statement));
  return found?.statement === 'nat' ? found.spec.verb.toUpperCase() : found?.statement.toUpperCase();
}

/**
 * The shares of a rule that draws among the elements of a verdict map (`numgen random mod 3 vmap { 0 : goto …, … }`,
 * net/netfilter/nft_numgen.c: 2^32 numbers are shared out among those below the modulus). Undefined for any other rule.
 */
export function findShares({ statements }: NftRule): readonly Share[] | undefined {
  const found = statements.map(knownStatement).find(({ statement }) => statement === 'vmap');
  if (found?.statement !== 'vmap' || found.spec.map.kind !== 'set') return undefined;
  const { map } = found.spec;
  const key = knownExpression(found.spec.key);
  if (key.expression !== 'numgen' || key.spec.kind !== 'random') return undefined;
  const { modulus, offset } = key.spec;
  const { elements } = map.set;
  return Array.from({ length: elements.length }, (_, at) => elements.element(at)).flatMap((element) =>
    element ? collectShare(element, modulus, offset) : [],
  );
}

function collectShare({ key, data }: NftElement, modulus: number, offset: number): Share[] {
  const [numbers] = key === 'any' ? [] : key;
  if (data?.kind !== 'verdict' || typeof numbers?.from !== 'number' || typeof numbers.to !== 'number') return [];
  const { from, to } = numbers;
  const to1 = 'chain' in data.verdict ? ` ${data.verdict.chain}` : '';
  const verdict = `${data.verdict.kind.toLowerCase()}${to1}`;
  const meant = fraction(to - from + 1, modulus);
  const share = shareOfNumbers(from - offset, to + 1 - offset, modulus);
  const endpoint = endpointIn(verdict);
  return [
    {
      key: from === to ? String(from) : `${from}-${to}`,
      verdict,
      odds: formatFraction(meant),
      ...(isShareOf(share, meant) ? {} : { kernelOdds: formatShare(share) }),
      ...(endpoint === undefined ? {} : { endpoint }),
    },
  ];
}

/** kube-proxy's endpoint chains end in `__10.244.1.5/8080`; IPv6 addresses have dots for colons. */
function endpointIn(verdict: string): string | undefined {
  const [, address = '', port] = /__([0-9a-f.]+)\/(\d+)$/.exec(verdict) ?? [];
  if (port === undefined) return undefined;
  return /^\d+(\.\d+){3}$/.test(address) ? `${address}:${port}` : `[${address.replaceAll('.', ':')}]:${port}`;
}

/** A set kube-proxy made: its head, its elements, its end. */
const setPiece = once(({ length, text, set }: ListedPiece): Piece => {
  const { name, elements } = set as GeneratedNftSet;
  const perLine = elementsPerLine(set as GeneratedNftSet);
  const first = length - 1 - Math.ceil(elements.length / perLine);
  const keysOn = (at: number): readonly string[] =>
    elements.slice((at - first) * perLine, (at - first + 1) * perLine).map(({ key }) => listedKey(key));
  return setLines({ name, of: set as GeneratedNftSet, length, text, keysOn: (at) => (at < first ? [] : keysOn(at)) });
});

interface ListedSet {
  readonly name: string;
  readonly of: object;
  readonly length: number;
  readonly text: (at: number) => string;
  readonly keysOn: (at: number) => readonly string[];
}

function setLines({ name, of, length, text, keysOn }: ListedSet): Piece {
  const row = (at: number): Row => {
    const elements = keysOn(at).map((key) => ({ kind: 'element', set: name, key }) as const);
    return { text: text(at), at: elements.length > 0 ? elements : [{ kind: 'set', set: name }] };
  };
  return { length, text, row, name: `set ${name}`, of };
}

function pastedPieces(table: NftTable): readonly Piece[] {
  const { family, name, comment, sets, chains } = table;
  return [
    structurePiece(
      [`table ${family} ${name} {`, ...(comment === undefined ? [] : [`\tcomment "${comment}"`])],
      'table',
    ),
    ...[...sets.values()].map(pastedSet),
    ...[...chains.values()].map((chain) => pastedChain(table, chain)),
    structurePiece(['}'], 'end'),
  ];
}

function pastedSet(set: NftSet): Piece {
  const { name = '', kind, declared, flags, elements } = set;
  const head = [
    `\t${kind} ${name} {`,
    ...(declared === undefined ? [] : [`\t\t${declared}`]),
    ...(flags.length === 0 ? [] : [`\t\tflags ${flags.join(',')}`]),
  ];
  const elementAt = (at: number): string => {
    const end = at === elements.length - 1 ? ' }' : ',';
    return `${at === 0 ? '\t\telements = { ' : '\t\t\t     '}${elements.text(at)}${end}`;
  };
  const length = head.length + elements.length + 1;
  const text = (at: number): string => (at < length - 1 ? (head[at] ?? elementAt(at - head.length)) : '\t}');
  const keysOn = (at: number): readonly string[] => {
    const index = at - head.length;
    return index < 0 || index >= elements.length ? [] : [keyIn(elements.text(index))];
  };
  return setLines({ name, of: set, length, text, keysOn });
}

/** The key of an element: what stands before its comment, its timeout and its value. */
function keyIn(element: string): string {
  return element.replace(/ (?:comment "|timeout |expires |: ).*$/s, '');
}

function pastedChain(table: NftTable, chain: NftChain): Piece {
  const { name, base, comment, length, text } = chain;
  const head = [
    `\tchain ${name} {`,
    ...(comment === undefined ? [] : [`\t\tcomment "${comment}"`]),
    ...(base ? [baseLine(base)] : []),
  ];
  const listed = (at: number): string => {
    const rule = at - head.length;
    return rule < length ? (head[at] ?? `\t\t${text(rule)}`) : '\t}';
  };
  return chainPiece({ view: pastedView(table, chain), of: chain, text: listed, rulesFrom: head.length });
}

function baseLine({ type, hook, priority, policy }: NftBase): string {
  return `\t\ttype ${type} hook ${hook.toLowerCase()} priority ${priority}; policy ${policy.toLowerCase()};`;
}
