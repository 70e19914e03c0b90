import { createDerive } from '../../../core/document/derive';
import type { Document } from '../../../core/document/document';
import { changeProxy } from '../../../core/document/edits/proxy';
import { phrase } from '../../../core/lib/phrase';
import { openSide, walkCells, type WalkedSide } from '../../../core/questions/reach/cells';
import {
  causesOn,
  CHANGE_GROUPS,
  compareReach,
  type ChangeClass,
  type ChangeGroup,
} from '../../../core/questions/reach/changes';
import { sayChangesHead, sayExampleDifferences } from '../../../core/questions/reach/say-changes';
import type { FateEnd } from '../../../core/questions/reach/fate';
import { sayAnnounced, sayEnd } from '../../../core/questions/reach/say';
import { sheetOfChanges } from '../../../core/questions/report/changes';
import { sheetOfDumps } from '../../../core/questions/report/dumps';
import { readModeRelease, type ModeRelease } from '../../../core/questions/reach/statement';
import type { OpenedTexts } from '../../../core/public/open-texts';
import { openFiles } from '../opened';
import { writeSheet } from '../sheet-text';
import { replyOfHosts, replyOfNodes } from '../host-changes';
import { HOSTS_SCHEMA } from '../hosts-schema';
import {
  FAMILY_OPTION,
  familyOption,
  listRests,
  openClusterFiles,
  packetText,
  RESTS_SCHEMA,
  workedOut,
  writeRests,
} from '../cluster-side';
import { CommandRefusal, type CommandCall, type CommandReply, type CommandVerb } from '../command';
import type { PageLine } from '../page';
import type { Network } from '../../../core/linux/netns';
import { aCount, aList, anObject, aText, oneOf } from '../schema';

/** `iptables@1.30`; absent: what the documents say. */
function modeAsked(option: string, { options, say }: CommandCall): ModeRelease | undefined {
  const text = options.get(option);
  if (text === undefined) return undefined;
  const read = readModeRelease(text);
  if (read.ok) return read.value;
  throw new CommandRefusal(64, say(read.error));
}

interface OpenedSides {
  readonly documents: readonly [Document, Document];
  readonly rests: ReturnType<typeof listRests>;
}

/** Both sides: of one cluster in two modes, or of two clusters. */
async function openSides(call: CommandCall): Promise<OpenedSides> {
  const after = call.options.all('after');
  const was = await openClusterFiles(call);
  const is = after.length > 0 ? await openClusterFiles(call, after) : was;
  const [from, to] = [modeAsked('from', call), modeAsked('to', call)];
  if (after.length === 0 && !to) throw new CommandRefusal(64, call.word('oneSide', {}));
  const documents = [was.document, is.document] as const;
  return {
    documents: [
      from ? changeProxy(documents[0], from) : documents[0],
      to ? changeProxy(documents[1], to) : documents[1],
    ],
    rests: uniqueRests([...listRests(was, call), ...(is === was ? [] : listRests(is, call))]),
  };
}

/** Each point once: what both sides rest on is said of both. */
function uniqueRests(rests: ReturnType<typeof listRests>): ReturnType<typeof listRests> {
  return [...new Map(rests.map((each) => [each.says, each])).values()];
}

function walkSide(document: Document, call: CommandCall): WalkedSide {
  const side = openSide(document, createDerive(), familyOption(call));
  return { side, cells: workedOut(walkCells(side), call) };
}

interface PrintedClass {
  readonly group: ChangeGroup;
  readonly flows: number;
  readonly example: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly seen: readonly string[];
  readonly why: { readonly before: readonly string[]; readonly after: readonly string[] };
  readonly callers: readonly string[];
  readonly destinations: readonly string[];
}

interface Sides {
  readonly before: WalkedSide;
  readonly after: WalkedSide;
}

function printClass(change: ChangeClass, { before, after }: Sides, call: CommandCall): PrintedClass {
  const { group, flows, example, befores, afters, callers, destinations } = change;
  const by = callers.every(({ kind }) => kind === 'node') ? 'node' : undefined;
  const words = (ends: readonly FateEnd[]): string[] => ends.map((end) => call.say(sayEnd(end, by)));
  const why = ({ side }: WalkedSide): string[] => causesOn(side, example).map(({ says }) => call.say(says));
  return {
    group,
    flows,
    example: packetText(example, call),
    before: words(befores),
    after: words(afters),
    seen: sayExampleDifferences(change).map(call.say),
    why: { before: why(before), after: why(after) },
    callers: callers.map(({ id }) => id),
    destinations: destinations.map(({ id }) => id),
  };
}

function classLines({ group, example, before, after, seen, why, flows }: PrintedClass, call: CommandCall): PageLine[] {
  const unknown = call.say(phrase('reach.cause.unknown'));
  // What works without a rule of its own needs no cause.
  const works = { before: group === 'broken', after: group === 'mended' };
  const causes = (['before', 'after'] as const).flatMap((side): PageLine[] => {
    const text = why[side].join(' ') || (works[side] ? '' : unknown);
    return text === '' ? [] : [{ text: `${call.word(side, {})}: ${text}`, indent: 6, as: 'quiet' }];
  });
  return [
    { text: `${example}: ${before.join(', ')} -> ${after.join(', ')} (${flows})`, indent: 2 },
    ...seen.map((text): PageLine => ({ text, indent: 6, as: 'quiet' })),
    ...causes,
  ];
}

function groupLines(classes: readonly PrintedClass[], call: CommandCall): PageLine[] {
  return CHANGE_GROUPS.flatMap((group) => {
    const members = classes.filter((each) => each.group === group);
    if (members.length === 0) return [];
    const as = group === 'broken' ? ('bad' as const) : ('head' as const);
    return [
      { text: call.say(phrase(`reach.group.${group}`)), as },
      ...members.flatMap((each) => classLines(each, call)),
    ];
  });
}

/** The test of differences that end the command with 1. */
function failsOn({ options, word }: CommandCall): (group: ChangeGroup) => boolean {
  const wanted = options.get('fail-on') ?? 'any';
  if (wanted === 'any') return () => true;
  if (wanted === 'broken') return (group) => group === 'broken';
  throw new CommandRefusal(64, word('badFailOn', { text: wanted }));
}

/** Two texts of hosts, where both sides are that; undefined: a side is a cluster. */
async function openHosts(call: CommandCall): Promise<readonly [OpenedTexts, OpenedTexts] | undefined> {
  const after = call.options.all('after');
  if (after.length === 0) return undefined;
  const [was, is] = [await openFiles(call), await openFiles(call, after)];
  const pasted = [was, is].every(({ document }) => document.subject === 'pasted');
  return pasted ? [was, is] : undefined;
}

async function run(call: CommandCall): Promise<CommandReply> {
  const hosts = await openHosts(call);
  if (!hosts) return replyOfClusters(call);
  const [was, is] = hosts;
  const reply = replyOfHosts([was.derived.network, is.derived.network], call);
  return call.options.has('markdown') ? { ...reply, raw: reportOfHosts(hosts, call) } : reply;
}

/** Two dumps of a host as a Sheet, in Markdown. */
function reportOfHosts([was, is]: readonly [OpenedTexts, OpenedTexts], call: CommandCall): string {
  const [before, after] = [was.document.pasted, is.document.pasted];
  const work = sheetOfDumps({ before, after, nodes: false, flows: [] }, { newDerive: createDerive, memo: was.memo });
  return writeSheet(workedOut(work, call), call);
}

/** One cluster in two modes or releases as a Sheet, in Markdown. */
function reportOfModes([was, is]: OpenedSides['documents'], call: CommandCall): string {
  if (call.options.all('after').length > 0) throw new CommandRefusal(64, call.word('oneCluster', {}));
  const proxyOf = ({ mode, release }: Document): ModeRelease => ({ mode, release });
  const sides = { before: proxyOf(was), after: proxyOf(is) };
  return writeSheet(
    workedOut(sheetOfChanges({ document: was, family: familyOption(call), ...sides }, createDerive), call),
    call,
  );
}

async function replyOfClusters(call: CommandCall): Promise<CommandReply> {
  const fails = failsOn(call);
  const {
    documents: [was, is],
    rests,
  } = await openSides(call);
  if (call.options.has('all-packets')) {
    const networkOf = (document: Document): Network => createDerive()(document).network;
    return replyOfNodes([networkOf(was), networkOf(is)], call);
  }
  const sides = { before: walkSide(was, call), after: walkSide(is, call) };
  const { classes, compared, gone, come, callers, destinations, unasked } = compareReach(sides.before, sides.after);
  const printed = classes.map((each) => printClass(each, sides, call));
  const broken = printed.filter(({ group }) => group === 'broken').length;
  const heads = [
    ...sayChangesHead(classes, compared),
    phrase('reach.changes.over', { flows: compared, callers, destinations }),
  ];
  const missing = gone.length + come.length;
  const raw = call.options.has('markdown') ? { raw: reportOfModes([was, is], call) } : {};
  return {
    ...raw,
    code: compared === 0 ? 2 : printed.some(({ group }) => fails(group)) ? 1 : 0,
    json: { compared, gone: gone.map(({ id }) => id), come: come.map(({ id }) => id), classes: printed, rests },
    lines: [
      { text: heads.map(call.say).join(' '), as: broken > 0 ? 'bad' : 'head' },
      ...(missing > 0 ? [{ text: call.word('notCompared', { count: missing }) }] : []),
      ...groupLines(printed, call),
      ...sayAnnounced(was.mode, is.mode).map((each) => ({ text: call.say(each) })),
      ...[...unasked, phrase('reach.not-looked')].map((each) => ({ text: call.say(each), as: 'quiet' as const })),
      ...writeRests(rests, call),
    ],
  };
}

/** `rulewalk changes`: what changes for the packets of a cluster. */
export const CHANGES_COMMAND: CommandVerb = {
  name: 'changes',
  about:
    'says which packets of a cluster end otherwise in another mode or release, or after an edit, and why; of two dumps of a host, for all packets.',
  takes: 'FILES...',
  options: [
    { name: 'from', value: 'MODE@RELEASE', about: 'one side, as ipvs@1.35 (else as the files say)' },
    { name: 'to', value: 'MODE@RELEASE', about: 'the other side' },
    {
      name: 'after',
      value: 'FILE',
      many: true,
      about: 'the cluster or dump of the other side, where it is another one',
    },
    { name: 'fail-on', value: 'broken|any', about: 'which differences end it with 1 (else any)' },
    { name: 'all-packets', about: 'every packet that begins a connection, node by node, in place of flows' },
    {
      name: 'markdown',
      about: 'print a report in Markdown: classes, why, what to do; of one cluster, or two dumps of a host',
    },
    FAMILY_OPTION,
  ],
  examples: [
    ['rulewalk changes cluster.yaml --from ipvs@1.35 --to nftables@1.35', 'what leaving IPVS does to this cluster'],
    [
      'rulewalk changes monday.txt --after friday.txt',
      'two dumps of a host: equivalent, or every kind of packet that is not',
    ],
  ],
  exits: { 0: 'nothing ends otherwise (or nothing that is asked for)', 1: 'something does', 2: 'nothing was compared' },
  schema: anObject({
    ...HOSTS_SCHEMA,
    'compared?': aCount('so many flows were walked on both sides'),
    'gone?': aList(aText('who or what is on the first side only')),
    'come?': aList(aText('who or what is on the second side only')),
    'rests?': RESTS_SCHEMA,
    'classes?': aList(
      anObject({
        group: oneOf(
          CHANGE_GROUPS,
          'worked and will not; of a side it is not known; did not and will; fails on both, otherwise; looks different',
        ),
        flows: aCount('of so many'),
        example: aText('one of them'),
        before: aList(aText('how they end on the first side')),
        after: aList(aText('how they end on the second side')),
        seen: aList(aText('what is seen otherwise of the example: its source, who receives it')),
        why: anObject({ before: aList(aText('a cause')), after: aList(aText('a cause')) }),
        callers: aList(aText('who sends')),
        destinations: aList(aText('what is asked')),
      }),
    ),
  }),
  run,
};
