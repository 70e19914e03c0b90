import type { OptionSyntax } from './extension';

/** The options every rule has (iptables/xshared.c), with the spellings getopt knows. */
export const BASE_OPTIONS: readonly (OptionSyntax & { readonly short: string })[] = [
  { short: '-s', name: '--source', aliases: ['--src'], takes: 1, negatable: true },
  { short: '-d', name: '--destination', aliases: ['--dst'], takes: 1, negatable: true },
  { short: '-i', name: '--in-interface', takes: 1, negatable: true },
  { short: '-o', name: '--out-interface', takes: 1, negatable: true },
  { short: '-p', name: '--protocol', takes: 1, negatable: true },
  { short: '-f', name: '--fragments', aliases: ['--fragment'], takes: 0, negatable: true },
  { short: '-m', name: '--match', takes: 1 },
  { short: '-j', name: '--jump', takes: 1 },
  { short: '-g', name: '--goto', takes: 1 },
  { short: '-t', name: '--table', takes: 1 },
  { short: '-c', name: '--set-counters', takes: 2 },
  { short: '-4', name: '--ipv4', takes: 0 },
  { short: '-6', name: '--ipv6', takes: 0 },
  { short: '-w', name: '--wait', takes: 'optional' },
  { short: '-n', name: '--numeric', takes: 0 },
  { short: '-v', name: '--verbose', takes: 0 },
];

/** Where an option was found: the base, or an extension by its place in `loaded`. */
export interface Found<Owner> {
  readonly owner: Owner | undefined;
  readonly option: OptionSyntax & { readonly short?: string };
}

interface Loaded {
  readonly extension: { readonly options: readonly OptionSyntax[] };
}

function named(option: OptionSyntax, name: string): boolean {
  return option.name === name || (option.aliases?.includes(name) ?? false);
}

function begins(option: OptionSyntax, name: string): boolean {
  return option.name.startsWith(name) || (option.aliases?.some((alias) => alias.startsWith(name)) ?? false);
}

/**
 * Finds a long option as getopt_long() does over the merged tables: the base, then extensions, the
 * last loaded first; a whole name wins, else a beginning that fits exactly one option.
 */
export function findLong<Owner extends Loaded>(name: string, loaded: readonly Owner[]): Found<Owner> | undefined {
  const tables: readonly { readonly owner: Owner | undefined; readonly options: readonly OptionSyntax[] }[] = [
    { owner: undefined, options: BASE_OPTIONS },
    ...loaded.toReversed().map((owner) => ({ owner, options: owner.extension.options })),
  ];
  for (const { owner, options } of tables) {
    const option = options.find((candidate) => named(candidate, name));
    if (option) return { owner, option };
  }
  const starting = tables.flatMap(({ owner, options }) =>
    options.filter((option) => begins(option, name)).map((option) => ({ owner, option })),
  );
  return starting.length === 1 ? starting[0] : undefined;
}

/** Finds `-s`, also with its value attached (`-ptcp`). */
export function findShort(word: string): { option: (typeof BASE_OPTIONS)[number]; attached?: string } | undefined {
  const option = BASE_OPTIONS.find(({ short }) => word.startsWith(short));
  if (!option) return undefined;
  if (word.length === 2) return { option };
  return option.takes === 1 ? { option, attached: word.slice(2) } : undefined;
}
