import { expect, it } from 'vitest';
import { findSymptoms } from './symptom-findings';
import { tellNameServer } from './name-askers';

const POD = '/ # nslookup front.shop 10.96.0.10\n;; connection timed out; no servers could be reached\n';
const NODE = 'ann@n1:~$ nslookup front.shop 10.96.0.10\nServer: 10.96.0.10\nName: front.shop\nAddress: 10.96.3.3\n';

it.each([
  [POD + NODE, 'host'],
  [POD + NODE.replaceAll('0.10', '0.11'), 'other'],
  [POD, 'other'],
  [NODE, 'other'],
  [`nameserver 169.254.20.10\n${POD}`, 'cache'],
  [`nameserver 10.96.0.10\n${POD}`, 'other'],
])('whom names are asked of %#', (text, told) => expect(tellNameServer(text.split('\n'))).toBe(told));

it('an answer of the text decides what is said of names', () => {
  const found = findSymptoms([{ text: `CoreDNS is not reached by pods\n${POD}${NODE}` }]);
  const names = found.find(({ id }) => id === 'symptom-names');
  expect(names?.says.values?.['asked']).toBe('host');
  expect(names?.next.values?.['asked']).toBe('host');
});
