/** What a text about nftables tables holds, so that two can be compared where the kernel's or kube-proxy's order is free. */
type Blocks = ReadonlyMap<string, readonly string[]>;

/**
 * Reads `nft list ruleset`: `table ip kube-proxy chain services` -> its lines in order. Elements of
 * a set are lines of their own, sorted: the kernel keeps them by hash.
 */
export function readListing(text: string): Blocks {
  const blocks = new Map<string, string[]>();
  let table = '';
  let lines: string[] = [];
  const frame: string[] = [];
  blocks.set('frame', frame);
  for (const line of text.replaceAll(/,\n\t\t\t +/g, ', ').split('\n')) {
    const words = line.trim();
    if (/^\t?(?:table|set|map|chain) /.test(line)) frame.push(words);
    if (line.startsWith('table ')) blocks.set((table = words.slice(0, -2)), (lines = []));
    else if (/^\t(set|map|chain) /.test(line)) blocks.set(`${table} ${words.slice(0, -2)}`, (lines = []));
    else if (words.startsWith('elements = { ')) lines.push(...elementsOf(words));
    else if (words === '}') frame.push(words);
    else if (words !== '') lines.push(words);
  }
  frame.sort();
  return blocks;
}

function elementsOf(line: string): string[] {
  return line
    .slice('elements = { '.length, -' }'.length)
    .split(', ')
    .map((element) => `element ${element}`)
    .toSorted();
}

/**
 * Reads commands (`add rule ip kube-proxy services …`): rules under their chain in order, all other
 * lines sorted under one name.
 */
export function readCommands(text: string): Blocks {
  const blocks = new Map<string, string[]>([['objects', []]]);
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const name = line.startsWith('add rule ') ? line.split(' ', 5).slice(2).join(' ') : 'objects';
    const known = blocks.get(name);
    if (known) known.push(line);
    else blocks.set(name, [line]);
  }
  blocks.get('objects')?.sort();
  return blocks;
}

/** The first differences between two texts, as short lines; empty when they hold the same. */
export function compareBlocks(want: Blocks, have: Blocks): string[] {
  const differences: string[] = [];
  for (const name of new Set([...want.keys(), ...have.keys()])) {
    const [a, b] = [want.get(name), have.get(name)];
    if (!a || !b) differences.push(a ? `missing ${name}` : `not wanted ${name}`);
    else differences.push(...compareLines(name, a, b));
  }
  return differences;
}

/** The first differences between two lists of lines. */
export function compareLines(where: string, want: readonly string[], have: readonly string[]): string[] {
  const differences: string[] = [];
  for (let i = 0; i < Math.max(want.length, have.length) && differences.length < 3; i++) {
    if (want[i] !== have[i]) differences.push(`${where} ${i + 1}\n  - ${want[i] ?? ''}\n  + ${have[i] ?? ''}`);
  }
  return differences;
}

/** Lines in which only KUBE-IPVS-OUT-FILTER's rules, one a service port, may stand in another order. */
export function compareRules(what: string, recorded: string, actual: string): string[] {
  return compareLines(what, withSortedOutFilter(recorded), withSortedOutFilter(actual));
}

function withSortedOutFilter(text: string): string[] {
  const lines = text.trimEnd().split('\n');
  const isRule = (line: string): boolean => line.startsWith('-A KUBE-IPVS-OUT-FILTER ');
  const first = lines.findIndex(isRule);
  if (first < 0) return lines;
  const rest = lines.filter((line) => !isRule(line));
  return [...rest.slice(0, first), ...lines.filter(isRule).toSorted(), ...rest.slice(first)];
}

/** The lines of two texts as sets. */
export function compareSets(what: string, recorded: string, actual: string): string[] {
  const lines = (text: string): string[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .toSorted();
  return compareLines(what, lines(recorded), lines(actual));
}
