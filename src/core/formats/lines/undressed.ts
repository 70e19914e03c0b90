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
] as const;
/** The bar that a window's frame begins a line with. */
const FRAMED = /^[│┃║]/gm;
const BARS = '│┃║';

/** A text without the bars of a window around its lines, and without the blanks that fill them up. */
function unframed(text: string): string {
  return text
    .split('\n')
    .map((line) => (BARS.includes(line[0] ?? ' ') ? withoutFrame(line) : line))
    .join('\n');
}

/** What stands between two bars; a CR behind the second goes with it. */
function withoutFrame(line: string): string {
  const end = endWithoutBlanks(line, line.endsWith('\r') ? line.length - 1 : line.length);
  const isClosed = end > 1 && BARS.includes(line[end - 1] ?? ' ');
  return line.slice(1, Math.max(1, isClosed ? endWithoutBlanks(line, end - 1) : end));
}

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t';

/** The offset behind the last character before `end` that is neither a blank nor a tab. */
function endWithoutBlanks(line: string, end: number): number {
  let at = end;
  while (at > 0 && isBlank(line[at - 1])) at--;
  return at;
}

/** A line of a mail or page that quotes another. */
const QUOTED = /^ ?>(?: ?>)*(?: |$)/;
/** `> GET / HTTP/1.1`, as curl -v prints what it sends. */
const SENT = /^> [A-Z]{3,7} \S{1,500} HTTP\//;
/** So many one after the other are a block that was quoted. */
const FEWEST_QUOTED = 3;

/** A text without the signs of quotation before blocks of lines; a single line may be what a shell asks with. */
function unquoted(text: string): string {
  const lines = text.split('\n');
  let from = 0;
  for (let at = 0; at <= lines.length; at++) {
    if (at < lines.length && QUOTED.test(lines[at] ?? '')) continue;
    if (at - from >= FEWEST_QUOTED && !SENT.test(lines[from] ?? ''))
      for (let on = from; on < at; on++) lines[on] = (lines[on] ?? '').replace(QUOTED, '');
    from = at + 1;
  }
  return lines.join('\n');
}

/** A part of two states of a text, as diff(1) shows it. */
const HUNK = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m;

/** The later state of a text that diff shows: what was taken away leaves an empty line. A rule cannot be told from one that was. */
function later(text: string): string {
  return text.replaceAll(/^(?:\+(?!\+\+ )| |-(?![ANPI] |-- ).*)/gm, '');
}

/** Characters at the beginning of a text that decide whether something stands before most lines. */
const FIRST = 20_000;

/** A text without what mails, pages, terminals and loggers made of it. Lines keep their numbers. */
export function undressed(text: string): string {
  const isStrange = STRANGE.test(text);
  // No tool prints it, and nothing that is written can hold it.
  let bare = text.includes('\0') ? text.replaceAll('\0', ' ') : text;
  if (isStrange) bare = bare.replaceAll(COLOURS, '').replaceAll(UNSEEN, '').replaceAll('\u00a0', ' ');
  const first = bare.slice(0, FIRST);
  const count = (of: RegExp): number => first.match(of)?.length ?? 0;
  const most = Math.max(3, count(/^.*\S/gm));
  for (const before of BEFORE) if (count(before) * 2 > most) bare = bare.replaceAll(before, '');
  if (bare.includes('\n>') || bare.includes('\n >')) bare = unquoted(bare);
  for (const [around, inside] of AROUND)
    if (count(around) * 2 > most) bare = bare.replaceAll(around, (_, content: string) => inside(content));
  if (count(FRAMED) * 2 > most) bare = unframed(bare);
  if (HUNK.test(first)) bare = later(bare);
  // Copied from a terminal that filled its lines up.
  if (/ {20}$/m.test(first)) bare = bare.replaceAll(/(?<=\S) {2,}$/gm, '');
  if (isStrange) bare = unescaped(bare);
  bare = bare.replaceAll(REMARKED, '');
  bare = joinedLines(bare);
  bare = bare.replaceAll(SPAN, '$1$2');
  if (/^[ \t]+"?(?:apiVersion|kind|items)"?:/m.test(first)) bare = outdented(bare);
  // A last line of which nothing is left is a line nevertheless.
  const isShorter = bare !== text && !text.endsWith('\n') && /(?:^|\n)$/.test(bare.slice(-1));
  return isShorter ? `${bare} ` : bare;
}

/** Remark of a person behind a line, with an arrow that no program prints. */
const REMARKED = /(?<![ \t])[ \t]+←.*$/gm;
/** Code in single backticks that goes over several lines; an empty line ends it. */
const SPAN = /^([ \t]*)`(?!`)([^`\n]*(?:\n(?![ \t\r]*$)[^`\n]*){1,300})`(?=[ \t]*\r?$)/gm;

function unescaped(text: string): string {
  let bare = text
    .replaceAll(/(?<=\s)[–—](?=[A-Za-z]\b)/g, '-')
    .replaceAll(/(?<=^|\s)[–—](?=[a-z]{2})|(?<=\b(?:all|tcp|udp|icmp) +)[–—](?=\s)/gm, '--')
    .replaceAll(/(?<=-(?:comment|prefix) )“([^“”"\n]*)”/g, '"$1"');
  const isRaw = RAW.test(bare);
  for (const [written, meant] of isRaw ? WRITTEN.slice(4) : WRITTEN)
    if (!bare.includes(meant)) bare = bare.replaceAll(written, meant);
  return isRaw ? bare : bare.replaceAll('&amp;', '&');
}

/** Objects that a page indented as a whole, or as blocks of code between its sentences. */
function outdented(text: string): string {
  const indent = /^[ \t]+(?=\S)/m.exec(text)?.[0] ?? '';
  const isWhole = !new RegExp(`^(?!${indent}).*\\S`, 'm').test(text);
  return isWhole ? text.replaceAll(new RegExp(`^${indent}`, 'gm'), '') : withBlocksOutdented(text);
}

/** The head of an object behind what Markdown makes code of. */
const INDENTED_HEAD = /^( {2,8})(?:apiVersion|addressType|kind): ?\S/;

/** A block begins behind an empty line or a fence: what a key or `|` begins is part of an object. */
function withBlocksOutdented(text: string): string {
  let indent: string | undefined;
  let before = '';
  const lines = text.split('\n').map((line) => {
    const isEmpty = line.trim() === '';
    if (indent !== undefined && !isEmpty && !line.startsWith(indent)) indent = undefined;
    if (indent === undefined && /^\s*(?:`{3,}\S*|~{3,}\S*)?\s*$/.test(before)) indent = INDENTED_HEAD.exec(line)?.[1];
    before = line;
    return indent === undefined || isEmpty ? line : line.slice(indent.length);
  });
  return lines.join('\n');
}

/** Lines that were one before a script, a page or a terminal broke them; the others stay behind it, empty. */
function joinedLines(text: string): string {
  const whole = text.includes('\\') ? joinedByBackslash(text) : text;
  return BROKEN.test(whole) ? unwrapped(whole) : whole;
}

/** Joins runs of lines that each end in a backslash, with the line behind them. */
function joinedByBackslash(text: string): string {
  let joined = '';
  let done = 0;
  for (let at = text.indexOf('\\'); at >= 0;) {
    const from = text.lastIndexOf('\n', at) + 1;
    const to = endOfRun(text, from);
    if (to > from) {
      joined += text.slice(done, from) + inOneLine(text.slice(from, to));
      done = to;
    }
    const next = text.indexOf('\n', Math.max(at, to));
    at = next < 0 ? -1 : text.indexOf('\\', next);
  }
  return done === 0 ? text : joined + text.slice(done);
}

/** Where the last line of a run ends that begins at an offset; that offset: its first line does not go on. */
function endOfRun(text: string, from: number): number {
  let start = from;
  for (;;) {
    const newline = text.indexOf('\n', start);
    const goesOn = newline >= 0 && goingOnAt(text.slice(start, newline)) >= 0;
    if (!goesOn) return start === from ? from : newline < 0 ? text.length : newline;
    start = newline + 1;
  }
}

/** A remark behind the backslash that a line goes on with, which scripts on pages have and no shell would take there. */
const REMARK = /\\[ \t]+#/g;

/**
 * Where a line's end begins that says it goes on: blanks, a backslash, and what scripts on pages have behind it (blanks, and
 * a remark without quotes). -1: it does not go on.
 */
function goingOnAt(line: string): number {
  REMARK.lastIndex = line.lastIndexOf('"') + 1;
  const remark = REMARK.exec(line)?.index ?? -1;
  const end = endWithoutBlanks(line, line.endsWith('\r') ? line.length - 1 : line.length);
  const at = remark >= 0 ? remark : line[end - 1] === '\\' ? end - 1 : -1;
  return at < 0 ? -1 : endWithoutBlanks(line, at);
}

/** Programs of which a script or a page shows a part a line, and an entry of theirs. */
const PROGRAM = /^(?:ipset|ipvsadm|nft|-A)$|tables(?:-\w+)?$/;
/** An entry of conntrack. */
const ENTRY = /\bsrc=\S{1,80} dst=/;
/** No more of a line is looked at to tell what it is. */
const HEAD = 20_000;

/** Does a line begin a command or an entry that goes on? A program is named before the first quote. */
function isOfCommand(head: string): boolean {
  const quote = head.search(/["']/);
  const words = head.matchAll(/\S+(?=\s)/g);
  for (const { 0: word, index } of words) {
    if (quote >= 0 && index > quote) break;
    if (PROGRAM.test(word)) return true;
  }
  return ENTRY.test(head);
}

function inOneLine(lines: string): string {
  if (!isOfCommand(lines.slice(0, HEAD))) return lines;
  const parts = lines.split('\n');
  const words = parts.map((part, index) => withoutGoingOn(part).slice(index > 0 ? indentOf(part) : 0));
  return words.join(' ') + '\n'.repeat(parts.length - 1);
}

function withoutGoingOn(part: string): string {
  const at = goingOnAt(part);
  return at < 0 ? part : part.slice(0, at);
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
/** Nor is one that was broken over and over. */
const LONGEST_BROKEN = 20_000;

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
      isOpen(rule, rest, width) ||
      (next > at + 1 && rule.length <= LONGEST_BROKEN && isFull(rule, width) && !START.test(rest));
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

/** Does a rule go to the terminal's last column, where a blank is lost when it is copied? */
function isFull(rule: string, width: number): boolean {
  return rule.length % width === 0 && !/\s/.test(rule.at(-1) ?? '');
}
