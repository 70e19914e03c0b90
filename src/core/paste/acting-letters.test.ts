import { expect, it } from 'vitest';
import { Memo } from '../lib/memo';
import { markActing } from './acting-letters';
import { readText } from './read-text';

const RULE = '-A INPUT -p tcp -m comment --comment "LETTER" -j ACCEPT';
const saved = (letter: string): string =>
  ['*filter', ':INPUT ACCEPT [0:0]', RULE.replace('LETTER', `a${letter}b`), 'COMMIT', ''].join('\n');

it.each(['\u0000', '\u0007', '\u001b', '\u0085', '\u202e', '\u2066', '\u2028', '\ud800', '\r'])(
  'names the line of a letter that acts: %j',
  (letter) => {
    const [said] = markActing(saved(letter));
    expect(said?.span?.line).toBe(3);
    expect(said?.message.values?.['lines']).toBe(
      `3 (U+${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')})`,
    );
  },
);

it('says nothing of what is shown: tabs, letters of all languages, line ends of Windows, colours, a mark of the encoding', () => {
  const text = `\ufeff${saved('\té界🙂')}`
    .replaceAll('\n', '\r\n')
    .replace('ACCEPT [', '\u001b[1;31mACCEPT\u001b[0m [');
  expect(markActing(text)).toEqual([]);
});

it('names five lines, and how many more there are', () => {
  const [said] = markActing(Array.from({ length: 8 }, () => 'a\u202eb').join('\n'));
  expect(said?.message.values).toEqual({
    lines: [1, 2, 3, 4, 5].map((line) => `${line} (U+202E)`).join(', '),
    more: 3,
  });
});

it('is said of a text that was pasted, whose rules are read all the same', () => {
  const read = readText({ id: 'a', title: 'node1', text: saved('\u202e') }, new Memo());
  expect(read.diagnostics.map(({ code }) => code)).toContain('acting');
  expect(read.layers.map(({ chains }) => chains.get('INPUT')?.length)).toEqual([1]);
});

it.each([
  ['iptables-save', saved('\u0000')],
  [
    'iptables -L',
    'Chain INPUT (policy DROP)\ntarget     prot opt source               destination\nACCEPT     tcp  --  0.0.0.0/0            0.0.0.0/0            tcp dpt:22 /* ss\u0000h */\n',
  ],
  ['a quote over two lines', saved('x').replace('axb', 'a\nb')],
])('nothing of it is lost for one of them: %s', (_what, text) => {
  const read = readText({ id: 'a', title: 'node1', text }, new Memo());
  expect(read.diagnostics.map(({ code }) => code)).not.toContain('left-aside');
  expect(read.isPartial).toBeUndefined();
});
