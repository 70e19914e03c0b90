import { emptyDocument, type Document, type Flow } from '../../document/document';
import type { Opened } from '../../document/explored';
import type { Derive } from '../../document/kernel-parts';
import { phrase, type Phrase } from '../../lib/phrase';
import type { FlowEnds, PastedNode } from '../../paste/pasted-types';
import type { RenderedBlock } from '../../sheet/render';
import type { SaidRow } from '../../sheet/said';
import { makeWalk, type SheetWalk } from '../../sheet/walks';
import type { HostChange, SaidHostEnd } from '../diff/host-changes';
import { whatFlips } from '../why/what-flips';
import type { ReportWord } from './contents';
import { asIs, changeRows } from './endings';
import { inShares, listMomentLines } from './packet';
import { drawSides, findDeciding } from './report-figures';

/** One of two dumps: its name in a report, and its texts. */
export interface NamedDump {
  readonly name: Phrase;
  readonly node: PastedNode;
}

/** A difference between two dumps, its number and both of them. */
interface NumberedChange {
  readonly change: HostChange;
  /** From 1. */
  readonly number: number;
  readonly dumps: readonly [NamedDump, NamedDump];
}

const VERDICTS = { broken: 'look', fails: 'look', looks: 'know', mended: 'better' } as const;

/** The word of a difference between two dumps: look at it, know it, better. */
export const judgeDumps = ({ group }: HostChange): ReportWord => VERDICTS[group];

/** A sentence on what somebody who uses it will see. */
export const sayDumpsSeen = ({ group }: HostChange): Phrase => phrase('report.dumps.see', { group });

/** Packets of a kind, a line each, and that there are more. */
export const packetRow = ({ packets, more }: HostChange): SaidRow => ({
  says: [asIs(packets.join(' · '))],
  ...(more ? { beside: [phrase('report.dumps.more')] } : {}),
});

const FLOW = 'example';

const makeFlow = ({ from, to, protocol, port }: FlowEnds): Flow => ({
  id: FLOW,
  from: {
    kind: 'interface',
    address: from.address ?? '',
    ...(from.device === undefined ? {} : { device: from.device }),
  },
  to: { kind: 'address', address: to.address ?? '' },
  protocol,
  port,
});

const documentOfDump = ({ node }: NamedDump, flow: FlowEnds): Document => ({
  ...emptyDocument(),
  subject: 'pasted',
  pasted: node,
  flows: [makeFlow(flow)],
});

/** The walk of a flow through a dump, in an outcome that is not answered, if there is one; undefined: it cannot be sent. */
function walkDump(dump: NamedDump, { flow, key, derive }: Sent): SheetWalk | undefined {
  const document = documentOfDump(dump, flow);
  const opened: Opened = { document, derived: derive(document), explored: new Map() };
  const first = makeWalk(opened, key, { flow: FLOW, draws: { again: 0 } });
  if ('id' in first) return undefined;
  const outcome = first.exploration.outcomes.findIndex(({ answered }) => !answered);
  if (outcome < 0) return first;
  const walk = makeWalk(opened, key, { flow: FLOW, draws: { again: 0, outcome } });
  return 'id' in walk ? undefined : walk;
}

interface Sent {
  readonly flow: FlowEnds;
  readonly key: string;
  readonly derive: Derive;
}

const sayEnds = (ends: readonly SaidHostEnd[]): readonly Phrase[] =>
  ends.flatMap(({ says, odds }, at) => [
    ...(at > 0 ? [asIs('·')] : []),
    ...says,
    ...(odds === undefined ? [] : [asIs(odds)]),
  ]);

/** Ends of a kind on a side, with the moment that decided the packet which stands for it. */
function sideRow({ name }: NamedDump, ends: readonly SaidHostEnd[], walk: SheetWalk | undefined): SaidRow {
  const at = walk && findDeciding(walk);
  const moment = at === undefined ? undefined : walk?.moments[at];
  const row = { name, says: sayEnds(ends) };
  if (!walk || !moment || at === undefined) return row;
  return {
    ...row,
    quiet: moment.cause ? [moment.cause] : [],
    lines: listMomentLines(walk, moment, walk.lenses[at]),
  };
}

/** A difference as blocks: its packets, one of them on both sides, why, what will be seen, what to do; with its walks. */
export function* tellDumpDifference(
  { change, number, dumps }: NumberedChange,
  derive: Derive,
  walks: Map<string, SheetWalk>,
): Generator<number, readonly RenderedBlock[]> {
  const flow = change.example?.flow;
  const shown = dumps.map((dump, at) =>
    flow ? walkDump(dump, { flow, key: `dump ${at + 1}, ${number}`, derive }) : undefined,
  );
  for (const walk of shown) if (walk) walks.set(walk.key, walk);
  const both = shown.flatMap((walk, at) => (walk ? [[dumps[at === 0 ? 0 : 1].name, walk] as const] : []));
  yield 0.2;
  const rows = [
    { name: phrase('report.dumps.packets'), ...packetRow(change) },
    ...dumps.map((dump, at) => sideRow(dump, at === 0 ? change.before : change.after, shown[at])),
    { name: phrase('report.seen'), says: [sayDumpsSeen(change)] },
    ...change.unknown.map((text) => ({ name: phrase('report.dumps.open'), says: [asIs(text)] })),
    ...(yield* adviceRows(change, dumps[1], derive)),
  ];
  return [
    { kind: 'said', as: 'h3', number, says: [phrase('report.difference', { number }), ...packetRow(change).says] },
    ...(both.length === dumps.length ? drawSides(number, both) : []),
    { kind: 'rows', rows },
  ];
}

/** Changes of the later dump that were tried on the packet which stands for a kind that is stopped there. */
function* adviceRows(
  { group, example }: HostChange,
  dump: NamedDump,
  derive: Derive,
): Generator<number, readonly SaidRow[]> {
  if (VERDICTS[group] !== 'look' || !example) return [];
  const document = documentOfDump(dump, example.flow);
  const flips = yield* inShares(whatFlips({ document, flowId: FLOW }, derive));
  return flips ? changeRows(flips).map((row, at) => (at === 0 ? { name: phrase('report.do'), ...row } : row)) : [];
}
