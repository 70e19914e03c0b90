import { expect, it } from 'vitest';
import { findSplitHosts } from './split-hosts';

const ASKED =
  'curl -v https://shop.example.org:31443\nconnect to shop.example.org port 31443 failed: Connection refused\n';
const find = (text: string) =>
  findSplitHosts([{ text }]).map(({ says: { values } }) => [values?.['failing'], values?.['working'], values?.['end']]);

it('one port by two names', () => {
  expect(find(`${ASKED}By https://node1.example.org:31443 it works.\n`)).toEqual([
    ['shop.example.org', 'node1.example.org', 'refused'],
  ]);
  expect(find(`${ASKED}By https://node1.example.org:31444 it works.\n`)).toEqual([]);
  expect(find(`${ASKED}By https://node1.example.org:31443 it does not, either: nothing works.\n`)).toEqual([]);
});
