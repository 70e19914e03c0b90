import { finished } from '../../../core/lib/scan';
import { Memo } from '../../../core/lib/memo';
import type { FlowEnds } from '../../../core/paste/pasted-types';
import { compareDumps, type DumpComparison, type FlowEndings } from '../../../core/questions/diff/compare-dumps';
import type { ChainDiff, ServerDiff } from '../../../core/questions/diff/diff-rulesets';
import { CommandRefusal, type CommandVerb, type CommandCall, type CommandReply } from '../command';
import { flowText } from '../../../core/document/flow-text';
import { FLOW_OPTIONS, readFlow, typedFlows } from '../ends';
import type { OpenedTexts } from '../../../core/public/open-texts';
import { openFiles } from '../opened';
import type { PageLine } from '../page';
import { aFlag, aList, anObject, aText, oneOf, type JsonSchema } from '../schema';

async function openSide(word: string, call: CommandCall): Promise<OpenedTexts> {
  const opened = await openFiles(call, [word]);
  if (opened.document.subject !== 'pasted') throw new CommandRefusal(2, call.word('notANode', { name: word }));
  return opened;
}

/** A flow of a node with the ends that both dumps are asked with. */
function toFlowEnds(flow: ReturnType<typeof readFlow>): FlowEnds {
  const { from, to, protocol, port } = flow;
  return { from, to, protocol, port };
}

interface DiffedPart {
  readonly kind: string;
  readonly name: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly owner?: string;
}

function partOfChain({ family, table, chain, kind, previous, policy, base, edits, owner }: ChainDiff): DiffedPart {
  const name = `${family === undefined ? '' : `${family} `}${table} ${chain}${previous === undefined ? '' : ` (${previous})`}`;
  const of = (how: 'added' | 'removed'): string[] =>
    edits
      .filter((edit) => edit.kind === how)
      .map(({ index, text, moved }) => `${index + 1} ${text}${moved ? ' (moved)' : ''}`);
  return {
    kind,
    name,
    removed: [...(policy ? [`policy ${policy.before}`] : []), ...(base ? [base.before] : []), ...of('removed')],
    added: [...(policy ? [`policy ${policy.after}`] : []), ...(base ? [base.after] : []), ...of('added')],
    ...(owner === undefined ? {} : { owner }),
  };
}

function partOfList(name: string, { kind, added, removed, made }: Omit<ServerDiff, 'server'>): DiffedPart {
  return {
    kind,
    name,
    removed: [...(made ? [made.before] : []), ...removed],
    added: [...(made ? [made.after] : []), ...added],
  };
}

function listParts({ diff: { chains, sets, servers } }: DumpComparison): readonly DiffedPart[] {
  return [
    ...chains.map(partOfChain),
    ...sets.map(({ set, table, ...list }) => partOfList(`${table ?? 'ipset'} ${set}`, list)),
    ...servers.map(({ server, ...list }) => partOfList(`ipvs ${server}`, list)),
  ];
}

const endTexts = ({ ends }: FlowEndings) => ends.map(({ end, probability }) => ({ odds: probability, end }));

function writeFlow({ from, to, protocol, port }: FlowEnds): string {
  const address = from.address ?? '';
  const device = from.device === undefined ? {} : { device: from.device };
  return flowText({
    from: { kind: 'interface', address, ...device },
    to: { kind: 'address', address: to.address ?? '' },
    protocol,
    port,
  });
}

function partLines({ kind, name, removed, added, owner }: DiffedPart): PageLine[] {
  return [
    { text: `${kind} ${name}${owner === undefined ? '' : ` [${owner}]`}`, as: 'head' },
    ...removed.map((text): PageLine => ({ text, mark: '-', indent: 2, as: 'bad' })),
    ...added.map((text): PageLine => ({ text, mark: '+', indent: 2, as: 'good' })),
  ];
}

function writeLines(parts: readonly DiffedPart[], { flows }: DumpComparison, { word }: CommandCall): PageLine[] {
  const changed = flows.filter((each) => each.changed);
  const same = flows.length - changed.length;
  return [
    ...(parts.length === 0 ? [{ text: word('sameRules', {}) }] : parts.flatMap(partLines)),
    ...changed.flatMap(({ flow, before, after }): PageLine[] => [
      { text: word('flowChanges', { flow: writeFlow(flow) }), as: 'head' },
      ...endTexts(before).map(({ odds, end }): PageLine => ({
        text: `${odds} ${end}`,
        mark: '-',
        indent: 2,
        as: 'bad',
      })),
      ...endTexts(after).map(({ odds, end }): PageLine => ({
        text: `${odds} ${end}`,
        mark: '+',
        indent: 2,
        as: 'good',
      })),
    ]),
    ...(same > 0 ? [{ text: word('flowsSame', { count: same }) }] : []),
  ];
}

async function run(call: CommandCall): Promise<CommandReply> {
  const [first, second] = call.words;
  if (first === undefined || second === undefined || call.words.length > 2)
    throw new CommandRefusal(64, call.word('giveTwo', {}));
  const [before, after] = [await openSide(first, call), await openSide(second, call)];
  const flows = typedFlows(call).map((typed) => toFlowEnds(readFlow(typed, before, call)));
  const pair = {
    before: before.document.pasted,
    after: after.document.pasted,
    nodes: call.options.has('nodes'),
    flows,
  };
  const compared = finished(compareDumps(pair, new Memo()));
  const parts = listParts(compared);
  const isSame = parts.length === 0 && !compared.flows.some(({ changed }) => changed);
  const json = {
    rules: parts,
    flows: compared.flows.map(({ flow, before: one, after: other, changed }) => ({
      flow: writeFlow(flow),
      changed,
      before: endTexts(one),
      after: endTexts(other),
    })),
    unread: compared.empty,
  };
  return { code: compared.empty.length > 0 ? 2 : isSame ? 0 : 1, json, lines: writeLines(parts, compared, call) };
}

const END: JsonSchema = anObject({
  odds: aText('an exact fraction, or ?'),
  end: aText('how, where, and who was seen as the sender'),
});

/** `rulewalk diff`: what differs between two dumps. */
export const DIFF_COMMAND: CommandVerb = {
  name: 'diff',
  about: 'compares two dumps: the rules, sets and virtual servers that differ, and the packets that end otherwise.',
  takes: 'BEFORE AFTER',
  options: [
    ...FLOW_OPTIONS,
    {
      name: 'nodes',
      about: 'the dumps are of two nodes of one cluster, not of one node at two times: each sends from its own Pods',
    },
  ],
  examples: [
    ['rulewalk diff before.txt after.txt', 'what an upgrade changed on a node, and for which packets'],
    ['rulewalk diff "a/*.txt" "b/*.txt" --nodes --to kube-system/kube-dns:dns', 'whether two nodes answer DNS alike'],
  ],
  exits: { 0: 'nothing differs', 1: 'something differs', 2: 'one of them holds no rules' },
  schema: anObject({
    rules: aList(
      anObject({
        kind: oneOf(['added', 'removed', 'renamed', 'changed'], 'what became of it'),
        name: aText('the chain, set or virtual server'),
        removed: aList(aText('only in the first')),
        added: aList(aText('only in the second')),
        'owner?': aText('the program that writes it, where its name tells'),
      }),
    ),
    flows: aList(
      anObject({
        flow: aText('as it can be typed'),
        changed: aFlag('it ends otherwise'),
        before: aList(END),
        after: aList(END),
      }),
    ),
    unread: aList(oneOf(['before', 'after'], 'which holds no rules')),
  }),
  run,
};
