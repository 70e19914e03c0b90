/* oxlint-disable no-control-regex -- the escape of a terminal is what is looked for */

/** What a terminal is told between the letters; browsers drop the escape and leave the rest. */
const COLOURS =
  /\x1b(?:\[[\d;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()]\w|[=>])|\[\d{1,2}(?:;\d+)*m(?!\])(?:\[K)?|\[m\[K/g;
/** A text without what colours it in a terminal. */
export function withoutColours(text: string): string {
  return text.includes('\x1b') ? text.replaceAll(COLOURS, '') : text;
}

/** Letters nobody sees: of no width, and those that turn the direction. */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const STRANGE = /[\x1b\u00a0\u2000-\u206f\ufeff]|\[\d{0,2}(?:;\d+)*m|&(?:amp|lt|gt|quot|#39);/;
/** Nothing of it is escaped, or else this were, too. */
const RAW = /&(?!(?:amp|lt|gt|quot|#39);)/;
/** How pages and word processors write what a shell needs; if it is there as itself, too, the other is meant. */
const WRITTEN = [
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/&quot;/g, '"'],
  [/&#39;/g, "'"],
  [/[“”„]/g, '"'],
  [/[‘’]/g, "'"],
] as const;

/** What mails, logs and numbered pages put before every line; what follows keeps its indentation. */
const BEFORE = [
  /^ ?>(?: ?>)* ?/gm,
  /^(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ \S+: |\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d) |\[pod\/\S+\] |[\w.-]+-\d{1,3} +\| | *\d+\t)/gm,
  /^(?:[\w./-]+:)+(?=-A |[*#]\S|:\S+ (?:-|[A-Z]+) \[|# |COMMIT)/gm,
];
/** What a program or a frame puts around every line: strings of a list in JSON, the bars of a window. */
const AROUND = [
  [
    /^[ \t]*"((?:[^"\\\n]|\\.)*)",?[ \t]*\r?$/gm,
    (inside: string) => inside.replaceAll(/\\(["\\/])/g, '$1').replaceAll('\\t', '\t'),
  ],
  [/^[│┃║](.*?)[ \t]*[│┃║]?[ \t]*\r?$/gm, (inside: string) => inside],
] as const;
/** A part of two states of a text, as diff(1) shows it. */
const HUNK = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m;

/** The later state of a text that diff shows: what was taken away leaves an empty line. A rule cannot be told from one that was. */
function later(text: string): string {
  return text.replaceAll(/^(?:\+(?!\+\+ )| |-(?![ANPI] |-- ).*)/gm, '');
}

/** Who decides whether something is before most lines. */
const FIRST = 20_000;

/** A text without what mails, pages, terminals and loggers made of it. Lines keep their numbers. */
export function undressed(text: string): string {
  const isStrange = STRANGE.test(text);
  let bare = isStrange ? text.replaceAll(COLOURS, '').replaceAll(UNSEEN, '').replaceAll('\u00a0', ' ') : text;
  const first = bare.slice(0, FIRST);
  const count = (of: RegExp): number => first.match(of)?.length ?? 0;
  const most = Math.max(3, count(/^.*\S/gm));
  for (const before of BEFORE) if (count(before) * 2 > most) bare = bare.replaceAll(before, '');
  for (const [around, inside] of AROUND)
    if (count(around) * 2 > most) bare = bare.replaceAll(around, (_, content: string) => inside(content));
  if (HUNK.test(first)) bare = later(bare);
  // Copied from a terminal that filled its lines up.
  if (/ {20}$/m.test(first)) bare = bare.replaceAll(/(?<=\S) {2,}$/gm, '');
  if (isStrange) bare = unescaped(bare);
  bare = joinedLines(bare);
  if (/^[ \t]+"?(?:apiVersion|kind|items)"?:/m.test(first)) bare = outdented(bare);
  // A last line of which nothing is left is a line nevertheless.
  const isShorter = bare !== text && !text.endsWith('\n') && /(?:^|\n)$/.test(bare.slice(-1));
  return isShorter ? `${bare} ` : bare;
}

function unescaped(text: string): string {
  let bare = text
    .replaceAll(/(?<=\s)[–—](?=[A-Za-z]\b)/g, '-')
    .replaceAll(/(?<=^|\s)[–—](?=[a-z]{2})|(?<=\b(?:all|tcp|udp|icmp) +)[–—](?=\s)/gm, '--')
    .replaceAll(/(?<=-(?:comment|prefix) )“([^”"\n]*)”/g, '"$1"');
  const isRaw = RAW.test(bare);
  for (const [written, meant] of isRaw ? WRITTEN.slice(4) : WRITTEN)
    if (!bare.includes(meant)) bare = bare.replaceAll(written, meant);
  return isRaw ? bare : bare.replaceAll('&amp;', '&');
}

/** Objects that a page indented as a whole. */
function outdented(text: string): string {
  const indent = /^[ \t]+(?=\S)/m.exec(text)?.[0] ?? '';
  return new RegExp(`^(?!${indent}).*\\S`, 'm').test(text) ? text : text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

/** Lines that were one before a script, a page or a terminal broke them; the others stay behind it, empty. */
function joinedLines(text: string): string {
  const whole = CONTINUES.test(text) ? text.replaceAll(CONTINUED, inOneLine) : text;
  return BROKEN.test(whole) ? unwrapped(whole) : whole;
}

/** What scripts on pages have behind the backslash, too: blanks, and a remark, which no shell would take there. */
const CONTINUES = /\\[ \t]*(?:[ \t]#[^\n"]*)?\r?\n/;
const CONTINUED = /^.*\\[ \t]*(?:[ \t]#[^\n"]*)?\r?\n(?:.*\\[ \t]*(?:[ \t]#[^\n"]*)?\r?\n)*.*$/gm;
/** The end of a line that goes on. */
const GOING_ON = /[ \t]*\\[ \t]*(?:[ \t]#[^\n"]*)?\r?$/;
/** Commands and entries of which a script or a page shows a part a line. */
const OF_COMMAND = /^(?:[^"']*\s)?(?:\S*tables(?:-\w+)?|ipset|ipvsadm|nft|-A)\s|\bsrc=\S+ dst=/;
/** No more of a line is looked at to tell what it is. */
const HEAD = 20_000;

function inOneLine(lines: string): string {
  if (!OF_COMMAND.test(lines.slice(0, HEAD))) return lines;
  const parts = lines.split('\n');
  const words = parts.map((part, index) => part.replace(GOING_ON, '').slice(index > 0 ? indentOf(part) : 0));
  return words.join(' ') + '\n'.repeat(parts.length - 1);
}

const indentOf = (line: string): number => line.search(/\S|$/);

const RULE = /^(?:\[\d+:\d+\] )?-A [^\s-]/;
/** How lines begin that are of no rule above them. */
const START = /^(?:\[\d|-[A-Z] |[:*#\s]|COMMIT|$)/;
const BROKEN = /^(?:\[\d+:\d+\] )?-A [^\s-][^\n]{1,2000}\n(?!\[\d|-[A-Z] |[:*#\s]|COMMIT|$)/m;
/** A blank stands before an option, also where it was lost. */
const OPTION = /^(?:-[a-z]|--[a-z-]+)(?:\s|$)/;
/** A rule is no longer than this. */
const LONGEST = 2000;

/** Rules that a terminal broke at its last column: within a quotation, or before their target. */
function unwrapped(text: string): string {
  const lines = text.split('\n');
  const width = Math.max(...lines.slice(0, 1000).map((line) => (RULE.test(line) ? line.length : 0)));
  for (let at = 0; at < lines.length; at++) {
    let rule = lines[at] ?? '';
    if (!RULE.test(rule)) continue;
    let next = at + 1;
    // What was broken once and is full again goes on, wherever in a word it is.
    const goesOn = (rest: string): boolean =>
      isOpen(rule, rest, width) || (next > at + 1 && isFull(rule, width) && !START.test(rest));
    for (; next < lines.length && goesOn(lines[next] ?? ''); next++) {
      rule += `${isFull(rule, width) && !OPTION.test(lines[next] ?? '') ? '' : ' '}${lines[next]}`;
      lines[next] = '';
    }
    lines[at] = rule;
  }
  return lines.join('\n');
}

const TARGET = /(?:^|\s)-[jg] \S/;
/** Options that are nothing without the word behind them. */
const WITHOUT_VALUE = /\s-[jgmpsdio]\s*$/;

function isOpen(rule: string, rest: string, width: number): boolean {
  if (START.test(rest) || rule.length > LONGEST || rest.length > LONGEST) return false;
  const quotes = rule.replaceAll(/\\./g, '').split('"').length - 1;
  if (quotes % 2 === 1) return rest.includes('"') || isFull(rule, width);
  return WITHOUT_VALUE.test(rule) || (!TARGET.test(rule) && TARGET.test(rest));
}

/** It goes to the last column, where a blank is lost when it is copied. */
function isFull(rule: string, width: number): boolean {
  return rule.length % width === 0 && !/\s$/.test(rule);
}
