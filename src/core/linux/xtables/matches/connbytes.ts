import { ok } from '../../../lib/result';
import type { Carried, LiveEntry } from '../../conntrack/table';
import { between, not, type Bounds } from '../../skb';
import type { MatchExtension } from '../extension';
import { U64_RANGE } from '../syntax/numbers';
import { choiceCodec, field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  bytes: field('--connbytes', U64_RANGE, { negatable: true }),
  mode: field('--connbytes-mode', choiceCodec(['packets', 'bytes', 'avgpkt'])),
  dir: field('--connbytes-dir', choiceCodec(['original', 'reply', 'both'])),
};
export type ConnbytesSpec = TableSpec<typeof FIELDS>;

/** A negated range is kept as one whose ends are swapped: equal ends lose the `!` (connbytes_parse()). */
function negatable(spec: ConnbytesSpec): ConnbytesSpec {
  const { bytes } = spec;
  return bytes?.negated && bytes.value.min === bytes.value.max
    ? { ...spec, bytes: { ...bytes, negated: false } }
    : spec;
}

/** Bytes or packets of a connection in the directions asked for; this packet is counted already (connbytes_mt()). */
function carriedBy({ mode, dir }: ConnbytesSpec, { carried }: LiveEntry): Bounds {
  const sides = dir?.value === 'both' ? [carried.original, carried.reply] : [carried[dir?.value ?? 'original']];
  const sum = (of: (side: Carried) => number): number => sides.reduce((total, side) => total + of(side), 0);
  const packets = sum((side) => side.packets);
  const bytes = { min: sum((side) => side.bytes.min), max: sum((side) => side.bytes.max) };
  if (mode?.value === 'packets') return { min: packets, max: packets };
  if (mode?.value === 'bytes') return bytes;
  const average = (total: number): number => (packets === 0 ? 0 : Math.floor(total / packets));
  return { min: average(bytes.min), max: average(bytes.max) };
}

/** How much a connection has carried. */
export const connbytes: MatchExtension<'connbytes', ConnbytesSpec> = tableMatch({
  name: 'connbytes',
  reference: 'net/netfilter/xt_connbytes.c',
  fields: FIELDS,
  required: ['bytes', 'mode', 'dir'],
  complete: (spec) => ok(negatable(spec)),
  simulated: 'partly',
  test: (spec, { skb }) => {
    const { ct } = skb;
    if (!ct || !spec.bytes) return false;
    const answer = between(carriedBy(spec, ct), Number(spec.bytes.value.min), Number(spec.bytes.value.max));
    return spec.bytes.negated ? not(answer) : answer;
  },
});
