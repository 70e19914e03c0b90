/** Characters that end a line for a reader of Markdown, and the ends of pages. */
const BREAKS = /[\r\n\v\f\u0085\u2028\u2029]+/g;
/** Letters that act on a reader's screen: other controls, and those that turn the direction. */
const ACTING = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A text as one line, as it is shown. */
const oneLine = (text: string): string => text.replaceAll(BREAKS, ' ').replaceAll(ACTING, '').trim();

/** What stands for a letter that begins markup, HTML, a link or a mention. `&#8288;` joins words and is not seen. */
const WRITTEN: readonly (readonly [of: RegExp, as: string])[] = [
  [/&/g, '&amp;'],
  [/[\\`*{}[\]|~]|!(?=\[)|(?<=\])\(/g, String.raw`\$&`],
  // Only what can end an emphasis: names of DNS begin with it.
  [/(?<=\S)_(?![\p{L}\p{N}])/gu, String.raw`\$&`],
  [/</g, '&lt;'],
  [/>/g, '&gt;'],
  // What GitHub and GitLab make links of without any markup.
  [/#(?=\w)/g, String.raw`\#&#8288;`],
  [/@/g, '&#64;&#8288;'],
  [/:(?=\/\/)/g, String.raw`\:`],
  [/(?<=www)\./gi, String.raw`\.`],
  // What begins a heading, a list or a rule where it stands first.
  [/^[-+=#]/, String.raw`\$&`],
  [/^(\d+)([.)])/, String.raw`$1\$2`],
];

/** A text inside a line of Markdown, or a cell of a table: it is read as these letters and as nothing else. */
export function markdownText(text: string): string {
  return WRITTEN.reduce((written, [of, as]) => written.replace(of, as), oneLine(text));
}

/** Letters that mean something in a diagram of Mermaid, or to whoever draws what is in it. */
const DRAWN = /[#;<>&`{}"|@\\]|(?<=\])\(|!(?=\[)|:(?=\/\/)|(?<=www)\.|%(?=%)|(?<=%)%/gi;

/** A text inside a line of a Mermaid diagram, which writes letters as `#59;`. */
export function mermaidText(text: string): string {
  return oneLine(text).replaceAll(DRAWN, (letter) => `#${letter.codePointAt(0) ?? 0};`);
}
