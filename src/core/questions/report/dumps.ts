import type { Derive } from '../../document/kernel-parts';
import { Memo } from '../../lib/memo';
import { phrase, type Phrase } from '../../lib/phrase';
import type { Result } from '../../lib/result';
import { networkOfPasted } from '../../paste/pasted';
import type { PastedNode } from '../../paste/pasted-types';
import type { RenderedBlock, RenderedSheet } from '../../sheet/render';
import { saidHeading, saidSection, type SaidBlock, type SaidLine, type SaidRow } from '../../sheet/said';
import type { SheetWalk } from '../../sheet/walks';
import {
  compareDumps,
  type DumpComparison,
  type DumpPair,
  type FlowDifference,
  type FlowEndings,
} from '../diff/compare-dumps';
import { changesOfHosts, sayHostChanges, sayHostScope, type HostChange, type HostChanges } from '../diff/host-changes';
import { contentsRow } from './contents';
import { judgeDumps, packetRow, sayDumpsSeen, tellDumpDifference, type NamedDump } from './dump-difference';
import { asIs } from './endings';

/** How two dumps are compared for a report. */
interface DumpsReportOptions {
  readonly newDerive: () => Derive;
  readonly memo?: Memo;
  /** Most nodes of diagrams for all packets. */
  readonly limit?: number;
}

/** More kinds of packets are named and not told one by one. */
const MOST_TOLD = 6;
/** More chains, sets or servers that differ are counted and not listed. */
const MOST_PARTS = 24;
/** More lines of a part that differs are counted and not listed: of each side. */
const MOST_LINES = 4;
/** More flows that end otherwise are counted and not listed. */
const MOST_FLOWS = 12;

/**
 * The Sheet on two dumps of a host: kinds of packets that end otherwise on the second, out of all that begin a connection; why on
 * each side, what will be seen, what was tried; the rules that differ; what was not compared. Where all packets cannot be
 * compared it says why, and which of the flows that the dumps suggest end otherwise. Progress: its share.
 */
export function* sheetOfDumps(
  pair: DumpPair,
  { newDerive, memo = new Memo(), limit }: DumpsReportOptions,
): Generator<number, RenderedSheet> {
  const [was, is] = [pair.before, pair.after].map((node) => networkOfPasted(node, [], memo).network);
  const hosts = was && is && (yield* between(0, 0.4, changesOfHosts(was, is, { limit })));
  const compared = yield* between(0.4, 0.6, compareDumps(pair, memo));
  const dumps = nameDumps(pair);
  const walks = new Map<string, SheetWalk>();
  const all = hosts?.ok ? hosts.value : undefined;
  const told = all ? yield* between(0.6, 1, tellKinds(all, { dumps, walks, derive: newDerive() })) : [];
  const blocks = [
    ...makeLede(hosts, compared),
    { kind: 'rows', rows: dumps.map(textRow) } as const,
    ...told,
    ...(all ? [] : flowBlocks(compared, dumps)),
    ...partBlocks(compared, pair),
    ...unlooked(all),
  ];
  const title = phrase('report.dumps', { nodes: pair.nodes ? 'yes' : 'no' });
  return { sheet: { id: 'two-dumps', title, notes: {} }, knobs: [], walks, blocks };
}

/** Work whose progress is a part of a larger one. */
function* between<T>(from: number, to: number, work: Generator<number, T>): Generator<number, T> {
  let next = work.next();
  for (; !next.done; next = work.next()) yield from + (to - from) * next.value;
  return next.value;
}

const nameDumps = ({ before, after, nodes }: DumpPair): readonly [NamedDump, NamedDump] => [
  { name: phrase('report.dumps.side', { side: nodes ? 'one' : 'before' }), node: before },
  { name: phrase('report.dumps.side', { side: nodes ? 'other' : 'after' }), node: after },
];

const textRow = ({ name, node }: NamedDump): SaidRow => ({ name, says: [asIs(spellTitles(node))] });

/** What is known of all packets, or why nothing is; and texts that hold no rules. */
function makeLede(hosts: Result<HostChanges, Phrase> | undefined, { empty }: DumpComparison): readonly SaidBlock[] {
  const says = hosts?.ok
    ? [...sayHostChanges(hosts.value), ...sayBroken(hosts.value)]
    : [phrase('report.dumps.not-all'), ...(hosts ? [hosts.error] : [])];
  const none = empty.map((side) => phrase('report.dumps.empty', { side }));
  return [{ kind: 'said', as: 'lede', says: [...says, ...none] }];
}

/** Of those that differ: how many got through, and do not any more for sure. */
const sayBroken = ({ broken, kinds }: HostChanges): readonly Phrase[] =>
  kinds === 0 ? [] : [phrase('report.dumps.broken', { count: broken })];

interface Telling {
  readonly dumps: readonly [NamedDump, NamedDump];
  readonly walks: Map<string, SheetWalk>;
  readonly derive: Derive;
}

/** Kinds of packets that somebody sends on purpose: their contents, then the first of them one by one. */
function* tellKinds(
  { changes }: HostChanges,
  { dumps, walks, derive }: Telling,
): Generator<number, readonly RenderedBlock[]> {
  const kinds = changes.filter(({ rare }) => !rare);
  if (kinds.length === 0) return [];
  const leads = (change: HostChange, at: number): SaidRow => {
    const row = { ...packetRow(change), quiet: [sayDumpsSeen(change)] };
    return contentsRow(judgeDumps(change), row, at < MOST_TOLD ? at + 1 : undefined);
  };
  const blocks: RenderedBlock[] = [
    { kind: 'rows', rows: kinds.map(leads) },
    saidHeading(phrase('report.h.differ', { count: kinds.length })),
  ];
  const shown = kinds.slice(0, MOST_TOLD);
  for (const [at, change] of shown.entries()) {
    const work = tellDumpDifference({ change, number: at + 1, dumps }, derive, walks);
    blocks.push(...(yield* between(at / shown.length, (at + 1) / shown.length, work)));
  }
  if (kinds.length > shown.length)
    blocks.push({
      kind: 'said',
      as: 'quiet',
      says: [phrase('report.dumps.named', { count: kinds.length - shown.length })],
    });
  return blocks;
}

const spellEnds = ({ ends }: FlowEndings): string =>
  ends.map(({ end, probability }) => (probability === '1' ? end : `${probability} ${end}`)).join(' · ');

/** Where all packets cannot be compared: the flows that the dumps suggest. */
function flowBlocks({ flows }: DumpComparison, [was, is]: readonly [NamedDump, NamedDump]): readonly SaidBlock[] {
  const changed = flows.filter((each) => each.changed);
  const head = [phrase('report.column', { column: 'what' }), was.name, is.name];
  const row = ({ flow: { from, to, protocol, port }, before, after }: FlowDifference): readonly Phrase[] => [
    asIs(`${from.address ?? from.device ?? ''} → ${to.address ?? ''}:${port}/${protocol}`),
    asIs(spellEnds(before)),
    asIs(spellEnds(after)),
  ];
  const shown = changed.slice(0, MOST_FLOWS);
  return [
    saidHeading(phrase('report.dumps.flows', { changed: changed.length, all: flows.length })),
    ...(shown.length > 0 ? [{ kind: 'table', head, rows: shown.map(row) } as const] : []),
    ...(changed.length > shown.length
      ? [
          {
            kind: 'said',
            as: 'quiet',
            says: [phrase('report.more', { count: changed.length - shown.length })],
          } as const,
        ]
      : []),
  ];
}

/** What of a chain, set or virtual server is on one side alone, as it is written. */
interface DifferingPart {
  readonly kind: 'added' | 'removed' | 'renamed' | 'changed';
  readonly name: string;
  readonly beside: readonly Phrase[];
  readonly went: readonly string[];
  readonly came: readonly string[];
}

function listDiffering({ diff: { chains, sets, servers } }: DumpComparison): readonly DifferingPart[] {
  return [
    ...chains.map(({ kind, table, chain, previous, edits, policy }): DifferingPart => {
      const listed = (how: 'removed' | 'added') => edits.filter((edit) => edit.kind === how).map(({ text }) => text);
      return {
        kind,
        name: `${table} ${previous === undefined ? '' : `${previous} → `}${chain}`,
        beside: policy ? [asIs(`policy ${policy.before} → ${policy.after}`)] : [],
        went: listed('removed'),
        came: listed('added'),
      };
    }),
    ...sets.map(({ kind, table = 'ipset', set, added, removed }): DifferingPart => ({
      kind,
      name: `${table} ${set}`,
      beside: [],
      went: removed,
      came: added,
    })),
    ...servers.map(({ kind, server, added, removed, made }): DifferingPart => ({
      kind,
      name: `ipvs ${server}`,
      beside: made ? [asIs(`${made.before} → ${made.after}`)] : [],
      went: removed,
      came: added,
    })),
  ];
}

const spellTitles = ({ texts }: PastedNode): string => texts.map(({ title }) => title).join(', ');

function partRow({ kind, name, beside, went, came }: DifferingPart, { before, after }: DumpPair): SaidRow {
  const lines = (all: readonly string[], node: PastedNode): readonly SaidLine[] =>
    all.slice(0, MOST_LINES).map((text) => ({ file: spellTitles(node), text }));
  return {
    name: phrase('report.dumps.part', { kind }),
    says: [asIs(name)],
    beside: [...beside, phrase('report.dumps.lines', { went: went.length, came: came.length })],
    lines: [...lines(went, before), ...lines(came, after)],
  };
}

/** Chains, sets and virtual servers that differ, each with what went and came: no packet need show it. */
function partBlocks(compared: DumpComparison, pair: DumpPair): readonly SaidBlock[] {
  const parts = listDiffering(compared);
  const shown = parts.slice(0, MOST_PARTS).map((part) => partRow(part, pair));
  const rest = parts.length - shown.length;
  const more = rest > 0 ? [{ says: [phrase('report.more', { count: rest })] }] : [];
  const none = [{ says: [phrase('report.dumps.same-rules')] }];
  return saidSection(phrase('report.dumps.rules'), parts.length > 0 ? [...shown, ...more] : none);
}

/** What was compared and what was not. */
function unlooked(hosts: HostChanges | undefined): readonly SaidBlock[] {
  const rare = hosts && hosts.rare > 0 ? [phrase('reach.host.rare', { count: hosts.rare })] : [];
  const says = [...rare, ...(hosts ? sayHostScope(hosts) : []), phrase('report.unlooked.machine')];
  return saidSection(
    phrase('report.h.unlooked'),
    says.map((each) => ({ says: [each] })),
  );
}
