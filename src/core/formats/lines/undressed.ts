/* oxlint-disable no-control-regex -- the escape of a terminal is what is looked for */
import { joinedLines } from './broken-lines';

/** What a terminal is told between the letters; browsers drop the escape and leave the rest. */
const COLOURS =
  /\x1b(?:\[[\d;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()]\w|[=>])|\[\d{1,2}(?:;\d+)*m(?!\])(?:\[K)?|\[m\[K/g;
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
