import type { NftStatementExtension } from '../extension';
import type { Parser } from '../text/parser';
import { nftString } from '../text/quoted';

type LogFlag = 'tcp sequence' | 'tcp options' | 'ip options' | 'skuid' | 'ether';

export interface NftLogSpec {
  readonly prefix?: string;
  readonly group?: string;
  readonly snaplen?: string;
  readonly threshold?: string;
  readonly level?: string;
  readonly flags: readonly LogFlag[];
}

const FLAGS: readonly LogFlag[] = ['tcp sequence', 'tcp options', 'ip options', 'skuid', 'ether'];

/** `flags tcp sequence,options`, `flags ip options`, `flags all`. */
function parseFlags(parser: Parser): readonly LogFlag[] | undefined {
  if (parser.take('all')) return FLAGS;
  if (parser.take('ip', 'options')) return ['ip options'];
  const single = parser.takeOne(['skuid', 'ether'] as const);
  if (single) return [single];
  if (!parser.take('tcp')) return undefined;
  const flags: LogFlag[] = [];
  do {
    const word = parser.takeOne(['sequence', 'options'] as const);
    if (!word) return undefined;
    flags.push(`tcp ${word}`);
  } while (parser.take(','));
  return flags;
}

const OPTIONS = {
  prefix: 'prefix',
  group: 'group',
  snaplen: 'snaplen',
  'queue-threshold': 'threshold',
  level: 'level',
} as const;
const NAMES = Object.keys(OPTIONS) as (keyof typeof OPTIONS)[];

function parse(parser: Parser): NftLogSpec | undefined {
  if (!parser.take('log')) return undefined;
  const spec: { -readonly [K in keyof NftLogSpec]: NftLogSpec[K] } = { flags: [] };
  for (;;) {
    const name = parser.takeOne(NAMES);
    if (name) spec[OPTIONS[name]] = parser.string();
    else if (parser.take('flags')) {
      const flags = parseFlags(parser);
      if (!flags) return undefined;
      spec.flags = spec.flags.concat(flags);
    } else return spec;
  }
}

/** Flags as nft lists them: those of TCP as one. */
function printFlags(flags: readonly LogFlag[]): string[] {
  if (FLAGS.every((flag) => flags.includes(flag))) return ['flags all'];
  const tcp = FLAGS.filter((flag) => flag.startsWith('tcp') && flags.includes(flag)).map((flag) =>
    flag.slice('tcp '.length),
  );
  const others = FLAGS.filter((flag) => !flag.startsWith('tcp') && flags.includes(flag));
  return [...(tcp.length > 0 ? [`tcp ${tcp.join(',')}`] : []), ...others].map((flag) => `flags ${flag}`);
}

/** Levels by their numbers in the kernel; `warn` goes without saying. */
const LEVELS = ['emerg', 'alert', 'crit', 'err', 'warn', 'notice', 'info', 'debug'];

/** As log_stmt_print() has it. */
function print({ prefix, group, snaplen, threshold, level, flags }: NftLogSpec): string {
  const named = level === undefined ? undefined : (LEVELS[Number(level)] ?? level);
  return [
    'log',
    ...(prefix === undefined ? [] : [`prefix ${nftString(prefix)}`]),
    ...(group === undefined ? [] : [`group ${group}`]),
    ...(snaplen === undefined ? [] : [`snaplen ${snaplen}`]),
    ...(threshold === undefined ? [] : [`queue-threshold ${threshold}`]),
    ...(named === undefined || named === 'warn' ? [] : [`level ${named}`]),
    ...printFlags(flags),
  ].join(' ');
}

/** Writes a line about the packet. */
export const log: NftStatementExtension<'log', NftLogSpec> = {
  name: 'log',
  reference: 'net/netfilter/nft_log.c',
  simulated: 'irrelevant',
  starts: ['log'],
  parse,
  print,
  run: () => 'continue',
};
