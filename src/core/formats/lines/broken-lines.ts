/** Lines that were one before a script, a page or a terminal broke them; the others stay behind it, empty. */
export function joinedLines(text: string): string {
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
