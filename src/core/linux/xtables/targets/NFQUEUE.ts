import type { TargetExtension } from '../extension';
import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { numberCodec, parseNumber, printRange, type NumberRange } from '../syntax/numbers';
import { FLAG, field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

/** `0:3`: at least two queues, at most 65535. */
const BALANCE: Codec<NumberRange> = {
  takes: 1,
  parse: ([text = '']) => {
    const [low = '', high = ''] = text.split(':', 2);
    const min = parseNumber(low, 0, 65535);
    const max = parseNumber(high, 0, 65535);
    const good = min !== undefined && max !== undefined && min < max && max - min < 65535;
    return good ? ok({ min, max }) : err(phrase('xtables.value-range', { value: text, min: 0, max: 65535 }));
  },
  print: (range) => [printRange(range)],
};

const FIELDS = {
  num: field('--queue-num', numberCodec(0, 65535)),
  balance: field('--queue-balance', BALANCE),
  bypass: field('--queue-bypass', FLAG),
  fanout: field('--queue-cpu-fanout', FLAG),
};
export type NfqueueSpec = TableSpec<typeof FIELDS>;

/** A program on the host decides. */
export const NFQUEUE: TargetExtension<'NFQUEUE', NfqueueSpec> = tableTarget({
  name: 'NFQUEUE',
  reference: 'net/netfilter/xt_NFQUEUE.c',
  fields: FIELDS,
  exclusive: ['num', 'balance'],
  simulated: 'no',
  complete: (spec) => ok(spec.num || spec.balance ? spec : { ...spec, num: { negated: false, value: 0 } }),
});
