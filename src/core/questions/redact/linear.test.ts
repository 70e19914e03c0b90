import { describe, expect, it } from 'vitest';
import { createRedactor } from './redact-text';

const LONG = 500_000;

/** Runs that a rule of redaction may stumble over, each of half a megabyte. Quadratic work would take minutes. */
const RUNS: Readonly<Record<string, string>> = {
  digits: '7'.repeat(LONG),
  'digits and dots': '12.'.repeat(LONG / 3),
  'digits and dashes': '12-'.repeat(LONG / 3),
  'digits and letters': '1a'.repeat(LONG / 2),
  'digits after a comment': `-A INPUT -m comment --comment "${'7'.repeat(LONG)}`,
  hexadecimal: '0123456789abcdef'.repeat(LONG / 16),
  'bytes and colons': 'ab:'.repeat(LONG / 3),
  colons: ':'.repeat(LONG),
  slashes: 'a/'.repeat(LONG / 2),
  'equals signs': 'a='.repeat(LONG / 2),
  separators: '=,:/@|#?&%$*+^~'.repeat(LONG / 15),
  dashes: '-'.repeat(LONG),
  dots: '.'.repeat(LONG),
  'dashes between letters': 'a-'.repeat(LONG / 2),
  'options without end': ' --t'.repeat(LONG / 4),
  quotes: '"'.repeat(LONG),
  'quotes that are escaped': `"${'\\"'.repeat(LONG / 2)}`,
  'beginnings of comments': '/* '.repeat(LONG / 3),
  'comments of rules': ' --comment "a'.repeat(LONG / 13),
  blanks: ' '.repeat(LONG),
  'blanks before a word': `${' '.repeat(LONG)}x`,
  'rules on one line': '-A KUBE-SEP-AAAAAAAAAAAAAAAA -A KUBE-SVC-AAAAAAAAAAAAAAAA '.repeat(LONG / 60),
  'headers of tables': 'NAME READY '.repeat(LONG / 11),
  'headers of tables, and no more': `NAME   ${'A '.repeat(LONG / 2)}a`,
  'a prompt without end': `root@${'a'.repeat(LONG)}`,
  'keys of objects': '- '.repeat(LONG / 2),
  braces: '{'.repeat(LONG),
  devices: 'dev "a" '.repeat(LONG / 8),
  'letters of other scripts': '결제'.repeat(LONG / 2),
  'nothing but lines': '\n'.repeat(LONG),
  'short lines': 'a: b\n'.repeat(LONG / 5),
};

describe('work grows with the text', () => {
  it.each(Object.entries(RUNS))('%s', (_, text) => {
    const redacted = createRedactor('seed', [text]).text(text);
    expect(redacted.split('\n').length).toBe(text.split('\n').length);
  });
});
