import { expect, it } from 'vitest';
import { isDeletedEntry } from './deleted-entries';

const ENTRY = 'udp 17 28 src=10.1.4.5 dst=10.2.1.9 sport=4893 dport=8125 [UNREPLIED] src=10.1.4.22 dst=10.1.4.5';
const LOG = `I0815 12:15:14.637712 1 conntrack.go:71] "Conntrack entries deleted" output=<\n\t${ENTRY}\n >\n`;
const isDeleted = (text: string): boolean => isDeletedEntry([ENTRY], [{ title: 'a', text }]);

it('an entry of a log of deletion is no more', () => {
  expect(isDeleted(LOG)).toBe(true);
  expect(isDeleted(LOG.replace('Conntrack entries deleted" output', 'Deleting conntrack entry" flow'))).toBe(true);
});

it('one that is listed before it, or behind it, is there', () => {
  expect(isDeleted(`${ENTRY}\n${LOG}`)).toBe(false);
  expect(isDeleted(`${LOG.replace(ENTRY, 'other')}${ENTRY}\n`)).toBe(false);
  expect(isDeleted(`I0815 12:15:14.637712 1 a.go:1] "Listed" output=<\n\t${ENTRY}\n`)).toBe(false);
});
