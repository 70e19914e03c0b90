import { phrase } from '../../core/lib/phrase';
import type { Network } from '../../core/linux/netns';
import type { FlowEndings } from '../../core/questions/diff/compare-dumps';
import {
  changesOfHosts,
  sayHostChanges,
  sayHostScope,
  type HostChange,
  type SaidHostEnd,
} from '../../core/questions/diff/host-changes';
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

/** Changes under the heads of their groups. */
function groupLines(changes: readonly HostChange[], call: CommandCall): PageLine[] {
  const groups = [...new Set(changes.map(({ group }) => group))];
  return groups.flatMap((group): PageLine[] => [
    { text: call.say(phrase(`reach.group.${group}`)), as: group === 'broken' ? 'bad' : 'head' },
    ...changes.filter((each) => each.group === group).flatMap((each) => hostChangeLines(each, call)),
  ]);
}

function printHostChange(
  { group, origin, packets, more, before, after, unknown, example }: HostChange,
  call: CommandCall,
) {
  const list = (ends: readonly SaidHostEnd[]): string[] => ends.map((end) => endsText([end], call));
  const by = { before: decidedBy(example?.before), after: decidedBy(example?.after) };
  return { group, origin, packets, more, before: list(before), after: list(after), unknown, by };
}

/** The reply on two hosts: changes between them, for all packets that begin a connection. */
export function replyOfHosts([was, is]: readonly [Network, Network], call: CommandCall): CommandReply {
  const found = workedOut(changesOfHosts(was, is), call);
  if (!found.ok)
    return { code: 2, json: { unsaid: call.say(found.error) }, lines: [{ text: call.say(found.error), as: 'unsure' }] };
  const { changes, kinds, broken, devices, apart, families } = found.value;
  const unsaid = found.value.unsaid.map(({ family, why }) => ({ family, why: call.say(why) }));
  const failing = call.options.get('fail-on') === 'broken' ? broken : kinds;
  return {
    code: failing > 0 ? 1 : 0,
    json: {
      hosts: {
        families,
        unsaid,
        kinds,
        broken,
        devices,
        apart,
        changes: changes.map((each) => printHostChange(each, call)),
      },
    },
    lines: [
      { text: sayHostChanges(found.value).map(call.say).join(' '), as: kinds > 0 ? 'bad' : 'head' },
      ...groupLines(changes, call),
      ...sayHostScope(found.value).map((each) => ({ text: call.say(each), as: 'quiet' as const })),
    ],
  };
}
