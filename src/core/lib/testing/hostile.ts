/* oxlint-disable no-control-regex -- controls are what is looked for */
import fc from 'fast-check';

/** Names that would be rules, commands, markup or orders to a terminal, if whoever prints them let them. */
export const HOSTILE = [
  'web"\nCOMMIT\n*filter\n:INPUT ACCEPT [0:0]\n-I INPUT 1 -j ACCEPT\nCOMMIT\n*nat\n# "',
  'a\n-A KUBE-INJECTED -j ACCEPT\n#',
  'a\r-A INPUT -j ACCEPT',
  'a" -j ACCEPT -m comment --comment "b',
  'a -j ACCEPT',
  "a' -j ACCEPT '",
  'a\\',
  'a\\" -j ACCEPT "',
  'a"; add rule ip filter input accept; add chain ip x "',
  'a }\nadd table ip evil {',
  'a; rm -rf .',
  '$(id)',
  '`id`',
  'a|id',
  'a&id',
  'a>b',
  "a'$(id)'",
  'a#b c',
  'x\u001b]0;PWNED\u0007\u001b[2Jy',
  'x\u009b31my',
  'x\u202ey',
  'a\0b',
  'a\u2028-A INPUT -j ACCEPT',
  '](http://evil.example) ![x](http://evil.example/a.png)',
  '<img src=http://evil.example/a.png onerror=alert(1)>',
  'a | b\r\n| c | d |\n```\n# e',
] as const;

const PIECES = [
  '"',
  "'",
  '\\',
  '\n',
  '\r',
  '\t',
  ' ',
  ';',
  '#',
  '{',
  '}',
  '$(',
  ')',
  '`',
  '|',
  '&',
  '<',
  '>',
  '-j ACCEPT',
  '\nCOMMIT\n',
  '-A INPUT',
  'web',
  'a.b',
  '\u001b[2J',
  '\u009b',
  '\u202e',
  '\u2028',
  '\0',
  '🙂',
  '한',
];

/** One of {@link HOSTILE}, or pieces of such names put together. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 }).map((pieces) => `x${pieces.join('')}`),
);

/** Does a text act on a terminal, or end a line where none ended? Tabs and line feeds are what printers write themselves. */
export function acts(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/.test(text);
}
