import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import type { TcpFlags } from '../../../net/packet';
import type { MatchExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { field, type Codec, type TableSpec, FLAG } from '../syntax/option-table';
import { PORT_FIELDS, portsMatch, portsSet, getPorts } from '../syntax/nat-range';
import { tableMatch } from '../syntax/extension-table';
import { unless, type PacketSet, type PacketSpace } from '../../packet-space';

/** In the order the kernel's tools print them. */
const FLAGS = ['FIN', 'SYN', 'RST', 'PSH', 'ACK', 'URG'] as const;
type Flag = (typeof FLAGS)[number];

export interface FlagTest {
  readonly mask: readonly Flag[];
  readonly set: readonly Flag[];
}

function flagList(text: string): readonly Flag[] | undefined {
  const words = text.toUpperCase().split(',');
  if (words.includes('ALL')) return FLAGS;
  if (!words.every((word) => word === 'NONE' || FLAGS.some((flag) => flag === word))) return undefined;
  return FLAGS.filter((flag) => words.includes(flag));
}

const TCP_FLAGS: Codec<FlagTest> = {
  takes: 2,
  parse: ([maskText = '', setText = '']) => {
    const mask = flagList(maskText);
    const set = flagList(setText);
    return mask && set
      ? ok({ mask, set })
      : err(phrase('xtables.value-tcp-flags', { value: `${maskText} ${setText}` }));
  },
  print: ({ mask, set }) => [mask.join(',') || 'NONE', set.join(',') || 'NONE'],
};

const FIELDS = {
  ...PORT_FIELDS,
  option: field('--tcp-option', numberCodec(1, 255), { negatable: true }),
  flags: field('--tcp-flags', TCP_FLAGS, {
    negatable: true,
    isDefault: ({ mask, set }, negated) => !negated && mask.length + set.length === 0,
  }),
  syn: field('--syn', FLAG, { negatable: true }),
};
export type TcpSpec = TableSpec<typeof FIELDS>;

const SYN_TEST: FlagTest = { mask: ['FIN', 'SYN', 'RST', 'ACK'], set: ['SYN'] };

function isSet(flags: TcpFlags, flag: Flag): boolean {
  return flags[flag.toLowerCase() as Lowercase<Flag>] === true;
}

function flagsMatch(flags: TcpFlags, { mask, set }: FlagTest): boolean {
  return set.every((flag) => mask.includes(flag)) && mask.every((flag) => isSet(flags, flag) === set.includes(flag));
}

function flagsSet({ mask, set }: FlagTest, space: PacketSpace): PacketSet {
  if (!set.every((flag) => mask.includes(flag))) return space.none;
  const is = (flag: Flag): PacketSet => space.flag(flag.toLowerCase() as Lowercase<Flag>);
  return space.both(...mask.map((flag) => unless(space, !set.includes(flag), is(flag))));
}

/** TCP ports and flags. */
export const tcp: MatchExtension<'tcp', TcpSpec> = tableMatch({
  name: 'tcp',
  reference: 'net/netfilter/xt_tcpudp.c',
  fields: FIELDS,
  more: { protocols: [6] },
  complete: (spec) => {
    const { syn, ...rest } = spec;
    return ok(syn ? { ...rest, flags: { negated: syn.negated, value: SYN_TEST } } : rest);
  },
  test: (spec, { skb }) => {
    const { l4 } = skb.packet;
    if (l4.proto !== 'tcp' || !portsMatch(spec, l4)) return false;
    if (spec.flags && flagsMatch(l4.flags, spec.flags.value) === spec.flags.negated) return false;
    // Packets here carry no TCP options that could be looked for.
    return spec.option ? 'unknown' : true;
  },
  set: (spec, space) =>
    space.both(
      space.protocol(6),
      portsSet(spec, space),
      spec.flags ? unless(space, spec.flags.negated, flagsSet(spec.flags.value, space)) : space.all,
      spec.option ? space.may() : space.all,
    ),
  actual: (spec, { skb }) => {
    const { l4 } = skb.packet;
    if (l4.proto !== 'tcp' || !spec.flags) return getPorts(spec, skb.packet);
    const flags = FLAGS.filter((flag) => isSet(l4.flags, flag)).join(',') || 'NONE';
    return [spec.sport || spec.dport ? getPorts(spec, skb.packet) : '', flags].filter(Boolean).join(' ');
  },
});
