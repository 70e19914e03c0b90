/** How iptables, or who is to start it, says that a command did nothing. */
const REFUSALS = [
  'iptables: ',
  'iptables v',
  'ip6tables: ',
  'ip6tables v',
  'Another app is currently holding the xtables lock',
  "Fatal: can't open lock file",
  'bash: ',
  '-bash: ',
  'sh: ',
  'sudo: ',
];

/** Does the line behind a command, which ends at `end`, say that it failed? Then no rule of it is in force. */
export function isRefused(text: string, end: number): boolean {
  const newline = text.indexOf('\n', end);
  if (newline < 0) return false;
  let start = newline + 1;
  while (start < text.length && text.charCodeAt(start) <= 0x20) start++;
  return REFUSALS.some((words) => text.startsWith(words, start));
}

const PROGRAM = /[`'"]?\$?\{?\w{0,12}ip6?t/i;
/** Words in a row, with what separates those of a sentence. */
const WORDS = /(?:[A-Za-z][a-z’']{0,20},? ){3}/;
/** A prompt, or what starts another program, somewhere inside a container too. */
const STARTS = /[#$%>;]\s*$|\b(?:sudo|exec|ssh|nsenter|xargs)\b[^.]{0,80}$|; (?:do|then)\s*$/;

/** Is the command named in a sentence? Then the sentence may say that it was run, or that it should be: it is no rule in force. */
export function isInSentence(line: string): boolean {
  const before = line.slice(0, Math.max(0, line.search(PROGRAM)));
  return WORDS.test(before) && !STARTS.test(before);
}
