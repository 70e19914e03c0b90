import { createDerive } from '../../../core/document/derive';
import { phrase } from '../../../core/lib/phrase';
import { openSide, walkCells } from '../../../core/questions/reach/cells';
import { foldMatrix, type Matrix } from '../../../core/questions/reach/matrix';
import { sayColumn, sayRow, sayRowAsks } from '../../../core/questions/reach/say';
import {
  FAMILY_OPTION,
  familyOption,
  fateText,
  listRests,
  openClusterFiles,
  RESTS_SCHEMA,
  workedOut,
  writeRests,
} from '../cluster-side';
import type { CommandCall, CommandReply, CommandVerb } from '../command';
import type { PageLine } from '../page';
import { aCount, aList, anObject, aText } from '../schema';

interface PrintedRow {
  readonly to: readonly string[];
  readonly asks: string;
  readonly fates: readonly { readonly from: string; readonly end: string }[];
}

/** Every row with its columns; who cannot mean it is left out. */
function printRows({ columns, rows }: Matrix, call: CommandCall): readonly PrintedRow[] {
  const isOnlyOutside = columns.filter(({ callers }) => callers[0].kind === 'outside').length < 2;
  const names = columns.map((column) => call.say(sayColumn(column, isOnlyOutside)));
  return rows.map((row) => ({
    to: row.destinations.map(({ id }) => id),
    asks: `${call.say(sayRow(row))} ${call.say(sayRowAsks(row))}`,
    fates: row.fates.flatMap((fate, at) =>
      fate
        ? [
            {
              from: names[at] ?? '',
              end: fateText({ ends: fate.ends, self: row.selves[at] }, call, columns[at]?.callers[0].kind),
            },
          ]
        : [],
    ),
  }));
}

/** The callers of a row by how they end, those that end alike together. */
function rowLines({ asks, fates }: PrintedRow): PageLine[] {
  const byEnd = new Map<string, string[]>();
  for (const { from, end } of fates) byEnd.set(end, [...(byEnd.get(end) ?? []), from]);
  const lines = [...byEnd].map(([end, from]): PageLine => ({ text: `${end}: ${from.join('; ')}`, indent: 4 }));
  return [{ text: asks, as: 'head' }, ...lines];
}

async function run(call: CommandCall): Promise<CommandReply> {
  const opened = await openClusterFiles(call);
  const rests = listRests(opened, call);
  const side = openSide(opened.document, createDerive(), familyOption(call));
  const matrix = foldMatrix(side, workedOut(walkCells(side), call));
  const rows = printRows(matrix, call);
  const { columns, walked, answered } = matrix;
  const head = phrase('reach.head.over', { rows: rows.length, columns: columns.length });
  return {
    code: walked > 0 ? 0 : 2,
    json: { walked, callers: columns.map(({ callers }) => callers.map(({ id }) => id)), rows, rests },
    lines: [
      { text: call.say(phrase('reach.head.answered', { answered, flows: walked })), as: 'head' },
      { text: call.say(head) },
      ...rows.flatMap(rowLines),
      ...[...matrix.unasked, phrase('reach.not-looked')].map((each) => ({
        text: call.say(each),
        as: 'quiet' as const,
      })),
      ...writeRests(rests, call),
    ],
  };
}

/** `rulewalk reach`: who reaches what in a cluster. */
export const REACH_COMMAND: CommandVerb = {
  name: 'reach',
  about: 'walks everybody in a cluster to everything that can be asked there, and says who reaches what.',
  takes: 'FILES...',
  options: [{ name: 'mode', value: 'MODE', about: 'in that mode of kube-proxy' }, FAMILY_OPTION],
  examples: [
    ['rulewalk reach cluster.yaml', 'what ends alike stands together'],
    ['kubectl get no,po,svc,endpointslices -A -o yaml | rulewalk reach - --json', 'the same for a program'],
  ],
  exits: { 0: 'all were walked', 1: 'is not used', 2: 'nobody sends, or nothing can be asked' },
  schema: anObject({
    walked: aCount('so many flows, each with all its draws'),
    callers: aList(aList(aText('one who sends'), 'those who end alike wherever they go')),
    rows: aList(
      anObject({
        to: aList(aText('what is asked: kind, name, address, port')),
        asks: aText('the same in words'),
        fates: aList(anObject({ from: aText('who sends'), end: aText('how their packets end, with odds') })),
      }),
    ),
    rests: RESTS_SCHEMA,
  }),
  run,
};
