import { expect, it } from 'vitest';
import { createSpeaker } from '../../../content/phrases';
import { MORE_PHRASES } from '../../../content/en/phrases/more';
import { sayProse } from '../../paste/prose';
import { findAskedAddress } from './asked-address';
import { findOfWords } from './word-findings';

const SILENT = 'curl: (28) Connection timed out after 5001 milliseconds';

it.each([
  ['', 'curl: (7) Failed to connect to 10.96.3.7 port 80: Connection refused', '10.96.3.7'],
  ['', 'Get "https://10.96.0.1:443/version": dial tcp 10.96.0.1:443: i/o timeout', '10.96.0.1'],
  [`$ curl -m 5 http://10.96.3.7/`, SILENT, '10.96.3.7'],
  ['$ curl -m 5 http://till.shop/', SILENT, 'none'],
  ['$ curl http://10.96.3.7/\ncurl: (7) Connection refused\n$ curl http://10.96.3.8/', SILENT, '10.96.3.8'],
])('after “%s” “%s” asked %s', (before, line, address) => {
  expect(findAskedAddress([{ text: `${before}\n${line}\n` }], line)).toBe(address);
});

it('without a line the one that was asked in vain', () => {
  expect(findAskedAddress([{ text: `$ curl http://10.96.3.7/\n${SILENT}\n` }])).toBe('10.96.3.7');
  expect(findAskedAddress([{ text: `$ curl 10.96.3.7:80\n${SILENT}\n$ curl 10.96.3.8:80\n${SILENT}\n` }])).toBe('none');
});

const NEXT = [
  ['log-timed-out', 'curl: (28) Failed to connect to 10.96.3.7 port 80: Connection timed out'],
  ['log-unreachable', 'curl: (7) Failed to connect to 10.96.3.7 port 80: No route to host'],
] as const;

it.each(NEXT)('what to do next names the address and asks who carries Services: %s', (id, line) => {
  const say = createSpeaker('en', MORE_PHRASES);
  const sayNext = (text: string): string => {
    const found = findOfWords([{ title: 'a', text: `${text}\n${line}\n` }]).find((each) => each.id === id);
    return found ? say(found.next) : '';
  };
  const ipvs = sayNext('kube-proxy mode is ipvs');
  expect(ipvs).toContain('10.96.3.7');
  expect(ipvs).not.toContain('ADDRESS');
  if (id === 'log-timed-out') expect([ipvs, sayNext('We use antrea.')].join('\n')).toMatch(/ipvsadm -Ln[^]*antctl/);
});

it('a text of words alone asks for the rules of whom it names', () => {
  const say = createSpeaker('en', MORE_PHRASES);
  const told = sayProse(['Our nodePort times out.', 'kube-proxy mode is nftables.']);
  expect(told && say(told)).toContain('“nft list table ip kube-proxy”');
});
