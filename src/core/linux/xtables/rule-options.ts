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

interface Extension {
  readonly options: readonly OptionSyntax[];
}
interface Loaded {
  readonly extension: Extension;
}

type ByName = ReadonlyMap<string, OptionSyntax & { readonly short?: string }>;

function byName(options: readonly OptionSyntax[]): ByName {
  return new Map(options.flatMap((option) => [option.name, ...(option.aliases ?? [])].map((name) => [name, option])));
}

const BASE_BY_NAME = byName(BASE_OPTIONS);
const SHORT = new Map(BASE_OPTIONS.map((option) => [option.short, option]));
const EXTENSIONS_BY_NAME = new WeakMap<Extension, ByName>();

function namesOf(extension: Extension): ByName {
  const known = EXTENSIONS_BY_NAME.get(extension);
  if (known) return known;
  const made = byName(extension.options);
  EXTENSIONS_BY_NAME.set(extension, made);
  return made;
}

/**
 * Finds a long option as getopt_long() does over the merged tables: the base, then extensions, the
 * last loaded first; a whole name wins, else a beginning that fits exactly one option.
 */
export function findLong<Owner extends Loaded>(name: string, loaded: readonly Owner[]): Found<Owner> | undefined {
  const base = BASE_BY_NAME.get(name);
  if (base) return { owner: undefined, option: base };
  for (let i = loaded.length - 1; i >= 0; i--) {
    const owner = loaded[i] as Owner;
    const option = namesOf(owner.extension).get(name);
    if (option) return { owner, option };
  }
  return findAbbreviated(name, loaded);
}

function findAbbreviated<Owner extends Loaded>(name: string, loaded: readonly Owner[]): Found<Owner> | undefined {
  const starting: Found<Owner>[] = [];
  const collect = (owner: Owner | undefined, names: ByName): void => {
    const found = new Set([...names].filter(([each]) => each.startsWith(name)).map(([, option]) => option));
    for (const option of found) starting.push({ owner, option });
  };
  collect(undefined, BASE_BY_NAME);
  for (const owner of loaded) collect(owner, namesOf(owner.extension));
  return starting.length === 1 ? starting[0] : undefined;
}

/** Finds `-s`, also with its value attached (`-ptcp`). */
export function findShort(word: string): { option: (typeof BASE_OPTIONS)[number]; attached?: string } | undefined {
  const option = SHORT.get(word.slice(0, 2));
  if (!option) return undefined;
  if (word.length === 2) return { option };
  return option.takes === 1 ? { option, attached: word.slice(2) } : undefined;
}
