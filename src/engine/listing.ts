import { asLast, once, type Memo } from '../core/lib/memo';
import { countBefore } from '../core/lib/sorted';
import type { PartRef } from '../core/kubernetes/proxy/mode';
import { listedKey } from '../core/kubernetes/proxy/nftables/listing';
import type { RuleRef } from '../core/linux/hooks';
import type { Trace } from '../core/sim/trace';
import { ebpfPieces, hnsPieces, ipvsPieces } from './map-pieces';
import { findChain, indexOfChains, lineOfRule, type Chains } from './chain-index';
import { hasNft } from './nft-chains';
import { nftPieces } from './nft-pieces';
import { made, structurePiece, type Piece, type Source } from './pieces';
import type { ChainView, LineRange, Row, Rows } from './protocol';
import { xtPieces } from './xt-pieces';

/** What is in a namespace, line by line; a line is printed when it is asked for. */
export class Listing {
  readonly pieces: readonly Piece[];
  readonly chains: readonly ChainView[];
  /** How many lines there are. */
  readonly lines: number;
  /** About how long the longest rule is. */
  readonly width: number;
  /** The first line of each piece. */
  readonly #starts: Uint32Array;
  readonly #printed = made(() => printed(this));
  readonly #memo: Memo;

  /** `name`: of the namespace and family, as listed before. */
  constructor(pieces: readonly Piece[], memo: Memo, name: string) {
    const starts = new Uint32Array(pieces.length);
    const chains: ChainView[] = [];
    let [line, width] = [0, 0];
    for (const [at, piece] of pieces.entries()) {
      starts[at] = line;
      if (piece.chain) chains.push(placed(piece.chain, line, memo));
      line += piece.length;
      width = Math.max(width, piece.width ?? 0);
    }
    this.pieces = pieces;
    this.chains = lastChains(chains, memo, name);
    this.lines = line;
    this.width = width;
    this.#starts = starts;
    this.#memo = memo;
  }

  /** The line of a rule; undefined: it is not listed. */
  lineOfRule(ref: RuleRef): number | undefined {
    return lineOfRule(this.#index, ref);
  }

  get #index(): Chains {
    return indexOfChains(this.chains, this.#memo);
  }

  /** The first line of a piece. */
  startOf(piece: number): number {
    return this.#starts[piece] ?? this.lines;
  }

  row(line: number): Row | undefined {
    const at = this.#pieceAt(line);
    const piece = this.pieces[at];
    const within = line - this.startOf(at);
    return piece && within >= 0 && within < piece.length ? piece.row(within) : undefined;
  }

  text(line: number): string {
    const at = this.#pieceAt(line);
    return this.pieces[at]?.text(line - this.startOf(at)) ?? '';
  }

  /**
   * The lines (0-based, ascending, each once) whose text contains the words, upper and lower case alike. All lines are
   * printed for it, once.
   */
  linesWith(words: string): Uint32Array {
    const found: number[] = [];
    if (words === '') return Uint32Array.from(found);
    const { text, offsets } = this.#printed();
    const pattern = new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'gi');
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const line = lastNotAbove(offsets, match.index);
      found.push(line);
      const next = offsets[line + 1];
      if (next === undefined) break;
      pattern.lastIndex = next;
    }
    return Uint32Array.from(found);
  }

  /** The last piece that begins at or before a line and has lines. */
  #pieceAt(line: number): number {
    return lastNotAbove(this.#starts, line);
  }

  rows(ranges: readonly LineRange[]): Rows {
    const rows: Record<number, Row> = {};
    for (const [from, to] of ranges) {
      for (let line = Math.max(0, from); line < Math.min(to, this.lines); line++) {
        const row = this.row(line);
        if (row) rows[line] = row;
      }
    }
    return rows;
  }

  /** The lines of rules that walks met in the namespace, with those beside them. */
  rangesMet(netns: string, traces: readonly Trace[]): readonly LineRange[] {
    const met = new Map<string, LineRange>();
    for (const { table, chain, from, to } of traces.flatMap((trace) => metIn(trace, netns))) {
      const view = findChain(this.#index, table, chain);
      if (!view) continue;
      const whole = view.length <= WHOLE;
      const [first, last] = whole ? [0, view.length] : [Math.max(0, from - 1), Math.min(view.length, to + 2)];
      met.set(`${table} ${chain} ${first}`, [view.firstLine + first, view.firstLine + last]);
      // The first rule has the odds of its chain.
      met.set(`${table} ${chain} 0`, [view.firstLine, view.firstLine + (whole ? view.length : 1)]);
    }
    return [...met.values()];
  }

  /** The line a part stands on; undefined: it is not listed. */
  lineOf(part: PartRef): number | undefined {
    if (part.kind === 'chain' || part.kind === 'rule') {
      const chain = this.chains.find(
        ({ table, name }) => name === part.chain && (table === part.table || table.endsWith(` ${part.table}`)),
      );
      if (part.kind === 'chain' || !chain) return chain?.line;
      return part.index < chain.length ? chain.firstLine + part.index : undefined;
    }
    const wanted = makeKey(part);
    for (const [at, piece] of this.pieces.entries()) {
      if (piece.chain || piece.name === undefined) continue;
      for (let within = 0; within < piece.length; within++) {
        if (piece.row(within).at.some((each) => makeKey(each) === wanted)) return this.startOf(at) + within;
      }
    }
    return undefined;
  }
}

/** The last of ascending numbers that is not above one; 0 where all are. */
function lastNotAbove(numbers: Uint32Array, wanted: number): number {
  return Math.max(0, countBefore(numbers.length, (at) => (numbers[at] ?? 0) <= wanted) - 1);
}

/** All of a listing as one text, with where each line begins. */
function printed({ pieces, lines }: Listing): { readonly text: string; readonly offsets: Uint32Array } {
  const offsets = new Uint32Array(lines);
  const texts: string[] = [];
  let offset = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at++) {
      const line = piece.text(at);
      offsets[texts.length] = offset;
      offset += line.length + 1;
      texts.push(line);
    }
  }
  return { text: texts.join('\n'), offsets };
}

/** Chains up to this long are given whole. */
const WHOLE = 40;

interface Met extends Pick<ChainView, 'table'> {
  readonly chain: string;
  readonly from: number;
  readonly to: number;
}

/** Rules a walk came by in a namespace; of a long run of rules that did not match, the first. */
function metIn({ legs }: Trace, netns: string): Met[] {
  const steps = legs.flatMap(({ hops }) => hops.filter((hop) => hop.netns === netns).flatMap((hop) => hop.steps));
  return steps.flatMap((step): Met[] => {
    if (step.kind === 'rule') return [{ ...step.ref, from: step.ref.index, to: step.ref.index }];
    if (step.kind !== 'skip') return [];
    const { table, chain, from, to } = step;
    return [{ table, chain, from, to: Math.min(to, from + WHOLE) }];
  });
}

/** Elements are found by the key as it is listed. */
function makeKey(part: PartRef): string {
  return Object.values(part.kind === 'element' ? { ...part, key: listedKey(part.key) } : part).join(' ');
}

/** A chain that is the same at the same line is the same: it does not cross the thread border again. */
const placedAt = once((chain: ChainView, _memo, line: number, firstLine: number): ChainView =>
  chain.line === line && chain.firstLine === firstLine ? chain : { ...chain, line, firstLine },
);

function placed({ view, rulesFrom }: NonNullable<Piece['chain']>, line: number, memo: Memo): ChainView {
  // Chains of iptables are declared above all rules: their views say where.
  return rulesFrom === 0 ? view : placedAt(view, memo, line, line + rulesFrom);
}

const lastChains = asLast<readonly ChainView[]>();

/** Every listing of a namespace (rules, sets, servers, maps), one after the other. */
export function listListingPieces({ ruleset, family, nft, ipvs, ebpf, hns }: Source, memo: Memo): readonly Piece[] {
  const iptables = xtPieces(ruleset, family, memo);
  const command = iptables.length > 0 ? [structurePiece(['# nft list ruleset'], 'command')] : [];
  return [
    ...iptables,
    ...(hasNft(nft) ? [...command, ...nftPieces(nft, memo)] : []),
    ...(ipvs ? ipvsPieces(ipvs) : []),
    ...(ebpf ? ebpfPieces(ebpf.maps, family) : []),
    ...(hns ? hnsPieces(hns.policies) : []),
  ];
}
