import { expect, it } from 'vitest';
import { findDnsOfApi } from './dns-of-api';

const find = (text: string) =>
  findDnsOfApi([{ text }]).map(({ says: { values } }) => [values?.['unwell'], values?.['api']]);

it('CoreDNS that is not well beside the Service kubernetes', () => {
  expect(find('a\ncoredns-7 0/1 Running\nkubernetes.default does not answer\n')).toEqual([['2', '3']]);
  expect(find('plugin/kubernetes: waiting for the API\nthe `kubernetes` service is 10.96.0.1\n')).toEqual([['1', '2']]);
});

it('one without the other', () => {
  expect(find('coredns-7 0/1 Running\n')).toEqual([]);
  expect(find('coredns-7 1/1 Running\nkubernetes.default does not answer\n')).toEqual([]);
});
