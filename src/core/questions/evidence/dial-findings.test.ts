import { expect, it } from 'vitest';
import { findOfDialled } from './dial-findings';

const find = (text: string) =>
  findOfDialled([{ text }]).map(({ id, says: { values } }) => [id, values?.['place'], values?.['end']].join(' '));

it('a Pod that was asked by its own address', () => {
  expect(find('level=error msg="dial tcp 10.42.3.9:10250: connect: connection timed out"')).toEqual([
    'dial-pod 10.42.3.9:10250 silent',
  ]);
  expect(find('dial tcp 10.244.3.9:9443: connect: connection refused')).toEqual(['dial-pod 10.244.3.9:9443 refused']);
  expect(find('dial tcp 203.0.113.9:443: i/o timeout')).toEqual([]);
});

it('ranges that others have, too, count where their distribution is named', () => {
  const error = 'dial tcp 10.1.3.9:8080: i/o timeout';
  expect(find(error)).toEqual([]);
  expect(find(`microk8s status\n${error}`)).toEqual(['dial-pod 10.1.3.9:8080 silent']);
});

it('the name server’s Service, with what the text says beside it', () => {
  const error = 'lookup a: read udp 10.42.0.7:4977->10.43.0.10:53: i/o timeout';
  const told = (text: string) =>
    findOfDialled([{ text }]).map(({ says: { values } }) => [values?.['api'], values?.['single'], values?.['kernel']]);
  expect(told(error)).toEqual([['none', 'none', 'none']]);
  expect(told(`${error}\nwaiting for 10.43.0.1:443\na single node cluster\nLinux box 5.10.9-tegra #1`)).toEqual([
    ['2', '3', '5.10.9-tegra'],
  ]);
  expect(find('read udp 10.42.0.7:4977->10.43.0.10:53: read: connection refused')).toEqual([]);
});
