import { expect, it } from 'vitest';
import { findOfCounters } from './counter-findings';

const ids = (text: string) => findOfCounters([{ text }]).map(({ id }) => id);
const SYNCED = (took: string) => `I0311 x.go:1] "SyncProxyRules complete" ipFamily="IPv4" elapsed="${took}"\n`;

it.each<[string, readonly string[]]>([
  ['Chain FORWARD (policy DROP 712 packets, 48K bytes)', ['policy-dropped-FORWARD']],
  ['Chain FORWARD (policy DROP 0 packets, 0 bytes)', []],
  ['Chain FORWARD (policy ACCEPT 712 packets, 48K bytes)', []],
  [':FORWARD DROP [712:48000]', ['policy-dropped-FORWARD']],
  [':FORWARD DROP [0:0]', []],
  ['cpu=0 \tfound=7 invalid=3 insert=0 insert_failed=12 drop=12 early_drop=0 error=0', ['conntrack-failed']],
  ['cpu=0 \tfound=7 invalid=3 insert=0 insert_failed=0 drop=0 early_drop=4 error=0', ['conntrack-early']],
  ['cpu=0 \tfound=7 invalid=3 insert=0 insert_failed=0 drop=0 early_drop=0 error=0', []],
  ['net.netfilter.nf_conntrack_count = 65100\nnet.netfilter.nf_conntrack_max = 65536', ['conntrack-held']],
  ['net.netfilter.nf_conntrack_count = 651\nnet.netfilter.nf_conntrack_max = 65536', []],
  ['net.netfilter.nf_conntrack_count = 60000\nnet.netfilter.nf_conntrack_max = 65536', ['conntrack-held']],
  ['net.netfilter.nf_conntrack_count = 0\nnet.netfilter.nf_conntrack_max = 0', []],
  [SYNCED('1m0.2s'), ['slow-sync']],
  [SYNCED('12.5s'), ['slow-sync']],
  [SYNCED('12.5ms'), []],
  ['I0311 proxier.go:1] syncProxyRules took 2m3.5s', ['slow-sync']],
])('%s', (text, expected) => expect(ids(text)).toEqual(expected));

it('tells the slowest sync, and of how many Services', () => {
  const text = `${SYNCED('1.5s')}I0311 x.go:1] "Reloading" numServices=4100 numEndpoints=9\n${SYNCED('3.25s')}`;
  expect(findOfCounters([{ text }])[0]?.says.values).toEqual({ took: '3.25s', services: '4100' });
});

const told = (text: string) => findOfCounters([{ text }]).map(({ says, words }) => ({ ...says.values, words }));

it('adds up the processors, and quotes the first that counts', () => {
  const cpu = (at: number, failed: number) =>
    `cpu=${at} \tfound=7 invalid=3 insert=0 insert_failed=${failed} drop=12 early_drop=0 error=0`;
  expect(told([cpu(0, 0), cpu(1, 12), cpu(2, 3)].join('\n'))).toEqual([{ count: 15, words: [cpu(1, 12)] }]);
});

it('says which chain, and how full the table is', () => {
  expect(told('Chain FORWARD (policy DROP 2K packets, 48K bytes)')).toMatchObject([{ packets: '2K', kind: 'forward' }]);
  expect(told('Chain INPUT (policy DROP 7 packets, 48K bytes)')).toMatchObject([{ chain: 'INPUT', kind: 'other' }]);
  const held = told('nf_conntrack_max: 65536\nnf_conntrack_count: 65100');
  expect(held).toEqual([{ held: 65_100, most: 65_536, words: ['nf_conntrack_count: 65100'] }]);
});
