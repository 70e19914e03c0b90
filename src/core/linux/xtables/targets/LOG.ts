import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import type { TargetExtension } from '../extension';
import { parseNumber } from '../syntax/numbers';
import { field, type Codec, type TableSpec, FLAG, textCodec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

/** syslog(3) levels, most urgent first. */
const LEVELS = ['emerg', 'alert', 'crit', 'error', 'warning', 'notice', 'info', 'debug'] as const;
const OTHER_NAMES: Readonly<Record<string, number>> = { panic: 0, err: 3, warn: 4 };

const LEVEL: Codec<number> = {
  takes: 1,
  parse: ([text = '']) => {
    const named = LEVELS.findIndex((level) => level === text.toLowerCase());
    const level = named >= 0 ? named : (OTHER_NAMES[text.toLowerCase()] ?? parseNumber(text, 0, 7));
    return level === undefined
      ? err(phrase('xtables.value-choice', { value: text, choices: LEVELS.join(', ') }))
      : ok(level);
  },
  print: (level) => [String(level)],
};

const FIELDS = {
  prefix: field('--log-prefix', textCodec(29)),
  level: field('--log-level', LEVEL, { isDefault: (level) => level === 4 }),
  tcpSequence: field('--log-tcp-sequence', FLAG),
  tcpOptions: field('--log-tcp-options', FLAG),
  ipOptions: field('--log-ip-options', FLAG),
  uid: field('--log-uid', FLAG),
  macdecode: field('--log-macdecode', FLAG),
};
export type LogSpec = TableSpec<typeof FIELDS>;

/** Writes a line to the kernel's log; the walk goes on. */
export const LOG: TargetExtension<'LOG', LogSpec> = tableTarget({
  name: 'LOG',
  reference: 'net/netfilter/xt_LOG.c',
  fields: FIELDS,
});
