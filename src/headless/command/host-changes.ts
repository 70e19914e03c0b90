import { phrase } from '../../core/lib/phrase';
import type { Network } from '../../core/linux/netns';
import type { FlowEndings } from '../../core/questions/diff/compare-dumps';
import {
  changesOfHosts,
  sayHostChanges,
  sayHostScope,
  type HostChange,
  type HostChanges,
  type SaidHostEnd,
} from '../../core/questions/diff/host-changes';
import { changesOfNodes } from '../../core/questions/diff/node-changes';
import { workedOut } from './cluster-side';
import type { CommandCall, CommandReply } from './command';
import type { PageLine } from './page';

const endsText = (ends: readonly SaidHostEnd[], { say }: CommandCall): string =>
  ends.map(({ says, odds = '' }) => `${says.map(say).join(', ')} ${odds}`.trim()).join('; ');

/** Every rule that decided about a packet of a kind, as it is written. */
const decidedBy = (endings: FlowEndings | undefined): readonly string[] => [
  ...new Set((endings?.ends ?? []).flatMap(({ deciding }) => deciding.map(({ text }) => text))),
];

function hostChangeLines(change: HostChange, call: CommandCall): PageLine[] {
  const { packets, more, example, unknown } = change;
  const rule = (side: 'before' | 'after'): string => {
    const texts = decidedBy(example?.[side]);
    return `${call.word(side, {})}: ${endsText(change[side], call)}${texts.length > 0 ? ` [${texts.join('; ')}]` : ''}`;
  };
  return [
    ...packets.map((text): PageLine => ({ text, indent: 2, as: 'bad' })),
    ...(more ? [{ text: '…', indent: 2 }] : []),
    { text: rule('before'), indent: 6, as: 'quiet' },
    { text: rule('after'), indent: 6, as: 'quiet' },
    ...unknown.map((text): PageLine => ({ text: `? ${text}`, indent: 6, as: 'unsure' })),
  ];
}

/** Changes under the heads of their groups; those that nobody sends on purpose are counted. */
function groupLines({ changes, rare: others }: HostChanges, call: CommandCall): PageLine[] {
  const usual = changes.filter(({ rare }) => !rare);
  const groups = [...new Set(usual.map(({ group }) => group))];
  return [
    ...groups.flatMap((group): PageLine[] => [
      { text: call.say(phrase(`reach.host.group.${group}`)), as: group === 'broken' ? 'bad' : 'head' },
      ...usual.filter((each) => each.group === group).flatMap((each) => hostChangeLines(each, call)),
    ]),
    ...(others > 0
      ? [{ text: `${call.say(phrase('reach.host.rare', { count: others }))} (--json)`, as: 'quiet' } as const]
      : []),
  ];
}

function printHostChange(
  { group, origin, packets, more, rare, before, after, unknown, example }: HostChange,
  call: CommandCall,
) {
  const list = (ends: readonly SaidHostEnd[]): string[] => ends.map((end) => endsText([end], call));
  const by = { before: decidedBy(example?.before), after: decidedBy(example?.after) };
  return { group, origin, packets, more, rare, before: list(before), after: list(after), unknown, by };
}

/** What is found of two hosts, as data. */
function printHosts(
  { changes, kinds, broken, devices, apart, families, unsaid, whole }: HostChanges,
  call: CommandCall,
) {
  return {
    families,
    unsaid: unsaid.map(({ family, why }) => ({ family, why: call.say(why) })),
    kinds,
    broken,
    devices,
    apart,
    whole,
    changes: changes.map((each) => printHostChange(each, call)),
  };
}

function hostLines(found: HostChanges, call: CommandCall): PageLine[] {
  return [
    { text: sayHostChanges(found).map(call.say).join(' '), as: found.kinds > 0 ? 'bad' : 'head' },
    ...groupLines(found, call),
    ...sayHostScope(found).map((each) => ({ text: call.say(each), as: 'quiet' as const })),
  ];
}

/** Kinds of packets that end the command with 1. */
const countFailing = ({ kinds, broken }: HostChanges, { options }: CommandCall): number =>
  options.get('fail-on') === 'broken' ? broken : kinds;

/** The reply on two hosts: changes between them, for all packets that begin a connection. */
export function replyOfHosts([was, is]: readonly [Network, Network], call: CommandCall): CommandReply {
  const found = workedOut(changesOfHosts(was, is), call);
  if (!found.ok)
    return { code: 2, json: { unsaid: call.say(found.error) }, lines: [{ text: call.say(found.error), as: 'unsure' }] };
  return {
    code: countFailing(found.value, call) > 0 ? 1 : 0,
    json: { hosts: printHosts(found.value, call) },
    lines: hostLines(found.value, call),
  };
}

/** The reply on each node of a cluster: changes for all packets that begin a connection: 2 where of one nothing is said. */
export function replyOfNodes([was, is]: readonly [Network, Network], call: CommandCall): CommandReply {
  const { nodes, beyond } = workedOut(changesOfNodes(was, is), call);
  const failing = nodes.some(({ found }) => found.ok && countFailing(found.value, call) > 0);
  const isWhole = beyond === 0 && nodes.length > 0 && nodes.every(({ found }) => found.ok);
  return {
    code: failing ? 1 : isWhole ? 0 : 2,
    json: {
      nodes: nodes.map(({ node, found }) =>
        found.ok ? { node, hosts: printHosts(found.value, call) } : { node, unsaid: call.say(found.error) },
      ),
      beyond,
    },
    lines: [
      ...nodes.flatMap(({ node, found }): PageLine[] => [
        { text: node, as: 'head' },
        ...(found.ok ? hostLines(found.value, call) : [{ text: call.say(found.error), as: 'unsure' } as const]),
      ]),
      ...(beyond > 0 ? [{ text: call.word('nodesBeyond', { count: beyond }), as: 'unsure' } as const] : []),
    ],
  };
}
