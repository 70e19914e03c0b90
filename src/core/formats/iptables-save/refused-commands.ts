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
