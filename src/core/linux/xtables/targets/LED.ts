import { inQuotes } from '../../../lib/scan';
import type { TargetExtension } from '../extension';
import { FLAG, nameCodec, textCodec, field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const ID: Codec<string> = { ...textCodec(26), print: (text) => [inQuotes(text)] };

const FIELDS = {
  id: field('--led-trigger-id', ID),
  delay: field('--led-delay', nameCodec(10)),
  alwaysBlink: field('--led-always-blink', FLAG),
};
export type LedSpec = TableSpec<typeof FIELDS>;

/** Blinks a light. */
export const LED: TargetExtension<'LED', LedSpec> = tableTarget({
  name: 'LED',
  reference: 'net/netfilter/xt_LED.c',
  fields: FIELDS,
  required: ['id'],
});
