import { createDerive } from '../../../core/document/derive';
import { phrase } from '../../../core/lib/phrase';
import { checkStatements, type AlwaysInput, type StatementResult } from '../../../core/questions/reach/always';
import { openSide, walkCells } from '../../../core/questions/reach/cells';
import { coverStatements, type PacketClass } from '../../../core/questions/reach/coverage';
import { sayColumn, sayRow, sayRowAsks } from '../../../core/questions/reach/say';
import { readStatementFile, type Statement } from '../../../core/questions/reach/statement';
import {
  FAMILY_OPTION,
  familyOption,
  fateText,
  listRests,
  openClusterFiles,
  packetText,
  RESTS_SCHEMA,
  workedOut,
  writeRests,
} from '../cluster-side';
import { CommandRefusal, type CommandCall, type CommandReply, type CommandVerb } from '../command';
import { writeJunit, type JunitCase } from '../junit';
import type { Emphasis, PageLine } from '../page';
import { aCount, aList, anObject, aText, oneOf } from '../schema';
import { readTexts } from '../sources';

interface PrintedResult {
  readonly line: number;
  readonly statement: string;
  readonly state: StatementResult['state'];
  readonly flows: number;
  readonly breaking: readonly { readonly packet: string; readonly end: string }[];
  readonly says?: string;
}

/** Of many packets so many are shown to people. */
const MOST_PACKETS = 3;
const EMPHASIS: Readonly<Record<StatementResult['state'], Emphasis>> = {
  holds: 'good',
  broken: 'bad',
  depends: 'unsure',
  unread: 'bad',
};

function printResult({ statement, state, flows, breaking, says }: StatementResult, call: CommandCall): PrintedResult {
  return {
    line: statement.line,
    statement: statement.text,
    state,
    flows,
    breaking: breaking.map((each) => ({
      packet: packetText(each, call),
      end: fateText(each.fate, call, each.caller.kind),
    })),
    ...(says.length > 0 ? { says: says.map(call.say).join(' ') } : {}),
  };
}

function resultLines(
  { line, statement, state, breaking, says }: PrintedResult,
  file: string,
  call: CommandCall,
): PageLine[] {
  const shown = breaking
    .slice(0, MOST_PACKETS)
    .map(({ packet, end }): PageLine => ({ text: `${packet}: ${end}`, indent: 4 }));
  const more = breaking.length - shown.length;
  return [
    { text: `${file}:${line}: ${statement}`, mark: call.say(phrase(`reach.state.${state}`)), as: EMPHASIS[state] },
    ...(says === undefined ? [] : [{ text: says, indent: 4 }]),
    ...shown,
    ...(more > 0 ? [{ text: call.word('andMore', { count: more }), indent: 4, as: 'quiet' as const }] : []),
  ];
}

/** What is said of several statements that hold: it stands once below them all. */
function sharedRemarks(results: readonly PrintedResult[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { state, says } of results)
    if (state === 'holds' && says !== undefined) counts.set(says, (counts.get(says) ?? 0) + 1);
  return [...counts].flatMap(([says, count]) => (count > 1 ? [says] : []));
}

/** Results without what stands below them all. */
function withoutShared(results: readonly PrintedResult[]): readonly PrintedResult[] {
  const shared = new Set(sharedRemarks(results));
  return results.map(({ says, ...result }) =>
    says === undefined || (result.state === 'holds' && shared.has(says)) ? result : { ...result, says },
  );
}

function junitCase({ line, statement, state, breaking, says }: PrintedResult, file: string): JunitCase {
  const told = [says, ...breaking.map(({ packet, end }) => `${packet}: ${end}`)].filter((each) => each !== undefined);
  const name = { name: `${line}: ${statement}`, file, line };
  if (state === 'holds') return name;
  return { ...name, [state === 'broken' ? 'failure' : 'error']: told.join('\n') };
}

/** A table that a job's summary shows. */
function markdown(results: readonly PrintedResult[], { say }: CommandCall): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  const rows = withoutShared(results).map(({ line, statement, state, breaking, says = '' }) => {
    const [first] = breaking;
    const packet = first ? `${first.packet}: ${first.end}` : says;
    return `| ${line} | \`${cell(statement)}\` | ${say(phrase(`reach.state.${state}`))} | ${cell(packet)} |`;
  });
  const remarks = sharedRemarks(results).flatMap((text) => ['', text]);
  return [`| | | | |`, '| --- | --- | --- | --- |', ...rows, ...remarks, ''].join('\n');
}

interface PrintedClass {
  readonly from: string;
  readonly to: string;
  readonly asks: string;
  readonly end: string;
  readonly flows: number;
  readonly touched: number;
}

interface PrintedCoverage {
  readonly classes: number;
  readonly flows: number;
  readonly touched: number;
  readonly untouched: readonly PrintedClass[];
  readonly idle: readonly number[];
  readonly remarks: readonly string[];
}

function printClass({ row, column, fate, flows, touched }: PacketClass, call: CommandCall): PrintedClass {
  const { say } = call;
  const to = say(sayRow(row));
  return { from: say(sayColumn(column)), to, asks: say(sayRowAsks(row)), end: fateText(fate, call), flows, touched };
}

function printCoverage(input: AlwaysInput, statements: readonly Statement[], call: CommandCall): PrintedCoverage {
  const side = openSide(input.document, input.derive, input.family);
  const walked = { side, cells: workedOut(walkCells(side), call) };
  const { classes, flows, touched, idle, unasked } = coverStatements(walked, statements);
  return {
    classes: classes.length,
    flows,
    touched,
    untouched: classes.filter((each) => each.touched === 0).map((each) => printClass(each, call)),
    idle: idle.map(({ line }) => line),
    remarks: unasked.map(call.say),
  };
}

const coverageHead = ({ classes, untouched, flows, touched }: PrintedCoverage, { word }: CommandCall): string =>
  word('coverage', { classes, covered: classes - untouched.length, flows, touched });

const classText = ({ from, to, asks, end }: PrintedClass): string => `${from} -> ${to} ${asks}: ${end}`;

function coverageLines(coverage: PrintedCoverage, call: CommandCall): PageLine[] {
  const { untouched, idle, remarks } = coverage;
  return [
    { text: coverageHead(coverage, call), as: 'head' },
    ...untouched.map((each): PageLine => ({ text: `${classText(each)} (${each.flows})`, indent: 2 })),
    ...(idle.length > 0
      ? [{ text: call.word('idleStatements', { lines: idle.join(', ') }), as: 'unsure' as const }]
      : []),
    ...remarks.map((text): PageLine => ({ text, as: 'quiet' })),
  ];
}

/** A class that no statement is about is a test that was left out. */
function coverageCases({ untouched }: PrintedCoverage, file: string, { word }: CommandCall): readonly JunitCase[] {
  return untouched.map((each) => ({
    name: classText(each),
    file,
    line: 1,
    skipped: word('noStatement', { flows: each.flows }),
  }));
}

function coverageTable(coverage: PrintedCoverage, call: CommandCall): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  const rows = coverage.untouched.map(
    ({ from, to, asks, end, flows }) => `| ${cell(from)} | ${cell(to)} | ${cell(asks)} | ${cell(end)} | ${flows} |`,
  );
  const table = rows.length === 0 ? [] : ['', '| | | | | |', '| --- | --- | --- | --- | --- |', ...rows];
  return ['', coverageHead(coverage, call), ...table, ''].join('\n');
}

function restsMarkdown(rests: ReturnType<typeof listRests>, call: CommandCall): string {
  const [head, ...lines] = writeRests(rests, call);
  return head ? ['', head.text, '', ...lines.map(({ text }) => `- ${text}`), ''].join('\n') : '';
}

async function run(call: CommandCall): Promise<CommandReply> {
  const [path, ...files] = call.words;
  if (path === undefined || files.length === 0) throw new CommandRefusal(64, call.word('giveStatements', {}));
  const [given] = await readTexts([path], call);
  const statements = readStatementFile(given?.text ?? '');
  const opened = await openClusterFiles(call, files);
  const rests = listRests(opened, call);
  const input = { document: opened.document, derive: createDerive(), family: familyOption(call) };
  const results = [...checkStatements(input, statements)].map((each) => printResult(each, call));
  const states = new Set(results.map(({ state }) => state));
  const title = given?.title ?? path;
  const coverage = call.options.has('coverage') ? printCoverage(input, statements, call) : undefined;
  const raw = call.options.has('junit')
    ? writeJunit(
        'rulewalk always',
        [...results.map((each) => junitCase(each, title)), ...(coverage ? coverageCases(coverage, title, call) : [])],
        writeRests(rests, call)
          .map(({ text }) => text)
          .join('\n'),
      )
    : call.options.has('markdown')
      ? markdown(results, call) + (coverage ? coverageTable(coverage, call) : '') + restsMarkdown(rests, call)
      : undefined;
  return {
    code: states.has('broken') ? 1 : results.length === 0 || states.has('unread') || states.has('depends') ? 2 : 0,
    json: { statements: results, ...(coverage ? { coverage } : {}), rests },
    lines: [
      ...withoutShared(results).flatMap((each) => resultLines(each, title, call)),
      ...sharedRemarks(results).map((text): PageLine => ({ text, as: 'quiet' })),
      ...(coverage ? coverageLines(coverage, call) : []),
      ...writeRests(rests, call),
    ],
    ...(raw === undefined ? {} : { raw }),
  };
}

/** `rulewalk always`: statements that hold of all packets, or do not. */
export const ALWAYS_COMMAND: CommandVerb = {
  name: 'always',
  about:
    'holds statements against all packets of a cluster: "never outside -> db", "Pods -> web source kept", "Pods -> web source kept but for itself", "db only on 5432/tcp", "outside -> shop only from 203.0.113.0/24", "web same in iptables@1.30 and nftables@1.35", "rules all decide".',
  takes: 'STATEMENTS FILES...',
  options: [
    { name: 'mode', value: 'MODE', about: 'in that mode of kube-proxy' },
    { name: 'junit', about: 'print a report of JUnit in XML' },
    { name: 'markdown', about: 'print a table in Markdown' },
    { name: 'coverage', about: 'say which classes of packets no statement is about' },
    FAMILY_OPTION,
  ],
  examples: [
    ['rulewalk always shop.reach cluster.yaml', 'one statement a line; # begins a remark'],
    ['rulewalk always shop.reach "manifests/**/*.yaml" --junit > reach.xml', 'as a check in CI'],
  ],
  exits: { 0: 'all hold', 1: 'a packet breaks one', 2: 'one is not understood, or hangs on what is not known' },
  schema: anObject({
    statements: aList(
      anObject({
        line: aCount('from 1'),
        statement: aText('as it is written'),
        state: oneOf(['holds', 'broken', 'depends', 'unread'], 'what became of it'),
        flows: aCount('so many were walked for it'),
        breaking: aList(anObject({ packet: aText('who sends what'), end: aText('how it ends') })),
        'says?': aText('why it is not understood, or what breaks it beside packets'),
      }),
    ),
    'coverage?': anObject({
      classes: aCount('so many classes of packets: who sends, what is asked, how it ends'),
      flows: aCount('so many flows are of them'),
      touched: aCount('so many of those some statement is about'),
      untouched: aList(
        anObject({
          from: aText('who sends'),
          to: aText('what is asked'),
          asks: aText('its port or protocol'),
          end: aText('how it ends'),
          flows: aCount('so many are of it'),
          touched: aCount('0: no statement is about it'),
        }),
      ),
      idle: aList(aCount('the line of a statement that is about no packet that was walked')),
      remarks: aList(aText('what was not walked')),
    }),
    rests: RESTS_SCHEMA,
  }),
  run,
};
