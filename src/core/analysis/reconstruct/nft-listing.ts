/** An element of a set or map as listed: `10.96.0.1 . tcp . 443`, in a map with its verdict. */
export interface ListedElement {
  readonly key: string;
  readonly value?: string;
  readonly comment?: string;
}

export interface ListedChain {
  readonly name: string;
  /** `type filter hook input priority -110; policy accept;` */
  readonly base?: string;
  readonly comment?: string;
  readonly rules: readonly string[];
}

export interface ListedSet {
  readonly kind: 'set' | 'map';
  readonly name: string;
  /** All lines but the elements: type, flags, size, timeout, comment. */
  readonly head: readonly string[];
  readonly elements: readonly ListedElement[];
}

/** One table of `nft list ruleset`, its statements as text. */
export interface ListedTable {
  readonly family: string;
  readonly name: string;
  readonly chains: ReadonlyMap<string, ListedChain>;
  readonly sets: ReadonlyMap<string, ListedSet>;
}

interface Draft {
  readonly family: string;
  readonly name: string;
  readonly chains: Map<string, ListedChain>;
  readonly sets: Map<string, ListedSet>;
}

type Block = { readonly kind: 'set' | 'map' | 'chain'; readonly name: string; readonly lines: string[] };

const TABLE = /^table (?:(\w+) )?(\S+) \{/;
const BLOCK = /^\s+(set|map|chain) (\S+) \{/;

/**
 * The tables of a text as `nft list ruleset` prints it, as far as comparing and reconstructing need:
 * chains with their rules as written (handles and counters taken off), sets with their elements.
 * Lines that are no part of a table are passed over.
 */
export function readNftListing(text: string): ListedTable[] {
  const tables: Draft[] = [];
  let block: Block | undefined;
  for (const raw of joined(text)) {
    const line = raw.trim();
    const table = TABLE.exec(line);
    const opened = BLOCK.exec(raw);
    const last = tables.at(-1);
    if (table && !raw.startsWith('\t'))
      tables.push({ family: table[1] ?? 'ip', name: table[2] ?? '', chains: new Map(), sets: new Map() });
    else if (opened) block = { kind: kindOf(opened[1]), name: opened[2] ?? '', lines: [] };
    else if (line === '}' && block && last) {
      close(last, block);
      block = undefined;
    } else if (block && line !== '' && !line.startsWith('#')) block.lines.push(plain(line));
  }
  return tables;
}

function kindOf(word: string | undefined): Block['kind'] {
  return word === 'set' || word === 'map' ? word : 'chain';
}

/** Element lists and maps run over many lines; their braces tell where they end. */
function* joined(text: string): Generator<string> {
  let open = '';
  for (const line of text.split(/\r?\n/)) {
    const whole = open === '' ? line : `${open} ${line.trim()}`;
    const isBlock = TABLE.test(line.trim()) || BLOCK.test(line);
    if (isBlock || depthOf(whole) <= 0) {
      yield whole;
      open = '';
    } else open = whole;
  }
  if (open !== '') yield open;
}

function depthOf(line: string): number {
  let depth = 0;
  let quoted = false;
  for (const letter of line) {
    if (letter === '"') quoted = !quoted;
    else if (!quoted && letter === '{') depth++;
    else if (!quoted && letter === '}') depth--;
  }
  return depth;
}

function plain(line: string): string {
  return line.replace(/ # handle \d+$/, '').replace(/ counter packets \d+ bytes \d+/, '');
}

function close(table: Draft, { kind, name, lines }: Block): void {
  if (kind === 'chain') {
    const base = lines.find((line) => /^type \w+ hook /.test(line));
    const comment = /^comment "(.*)"$/.exec(lines.find((line) => line.startsWith('comment "')) ?? '')?.[1];
    const rules = lines.filter((line) => line !== base && !line.startsWith('comment "'));
    const more = { ...(base === undefined ? {} : { base }), ...(comment === undefined ? {} : { comment }) };
    table.chains.set(name, { name, ...more, rules });
    return;
  }
  const listed = lines.find((line) => line.startsWith('elements = {'));
  const head = lines.filter((line) => line !== listed);
  table.sets.set(name, { kind, name, head, elements: listed === undefined ? [] : elementsOf(listed) });
}

/** `elements = { a . tcp . 80 comment "x" : goto y, … }`. */
function elementsOf(line: string): ListedElement[] {
  const inner = line.slice(line.indexOf('{') + 1, line.lastIndexOf('}'));
  return splitOutside(inner, ',').flatMap((text): ListedElement[] => {
    const [left = '', value] = splitOutside(text, ' : ');
    const comment = / comment "([^"]*)"/.exec(left)?.[1];
    const key = left
      .replace(/ comment "[^"]*"/, '')
      .replaceAll(/ (?:expires|timeout) \S+/g, '')
      .trim();
    if (key === '') return [];
    return [
      { key, ...(value === undefined ? {} : { value: value.trim() }), ...(comment === undefined ? {} : { comment }) },
    ];
  });
}

function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted;
    else if (!quoted && text.startsWith(separator, at)) {
      parts.push(text.slice(from, at));
      from = at + separator.length;
      at = from - 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}
