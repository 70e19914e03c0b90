import { describe, expect, it } from 'vitest';
import { NFT_RULESET } from './nft-ruleset';

const tables = (text: string): readonly string[] => {
  const read = NFT_RULESET.parse(text);
  return read.ok
    ? [...read.value.value.tables].flatMap(([name, { chains }]) =>
        [...chains.values()].map((chain) => `${name} ${chain.name} ${chain.length}`),
      )
    : [];
};
const CHAIN = (name: string): string =>
  `chain ${name} {\n\tip daddr 10.96.50.10 tcp dport 80 counter accept\n\tcounter drop\n}\n`;

describe('a chain of nftables without its table', () => {
  it.each([
    ['the command says it', `root@n:~# nft list chain inet filter input\n${CHAIN('input')}`, ['inet filter input 2']],
    ['the command says it without a family', `# nft -a list chain nat mine\n${CHAIN('mine')}`, ['ip nat mine 2']],
    [
      'kube-proxy’s by its name',
      CHAIN('service-ULMVA6XW-shop/front/tcp/http'),
      ['ip kube-proxy service-ULMVA6XW-shop/front/tcp/http 2'],
    ],
    ['of IPv6', CHAIN('services').replace('ip daddr 10.96.50.10', 'ip6 daddr fd00::10'), ['ip6 kube-proxy services 2']],
    ['of iptables-nft', CHAIN('KUBE-SVC-AAAAAAAAAAAAAAAA'), ['ip nat KUBE-SVC-AAAAAAAAAAAAAAAA 2']],
    [
      'two of them',
      `${CHAIN('services')}${CHAIN('nat-prerouting')}`,
      ['ip kube-proxy services 2', 'ip kube-proxy nat-prerouting 2'],
    ],
    ['nothing tells it', CHAIN('mine'), ['inet table-not-told mine 2']],
    ['firewalld’s', CHAIN('filter_FORWARD_POLICIES'), ['inet firewalld filter_FORWARD_POLICIES 2']],
    ['braces around anything else', 'chain mine {\n  links = 5\n  size = big\n}\n', []],
  ])('%s', (_how, text, found) => expect(tables(text)).toEqual(found));
});

const keys = (text: string): readonly string[] => {
  const read = NFT_RULESET.parse(text);
  return read.ok
    ? [...read.value.value.tables].flatMap(([name, { sets }]) =>
        [...sets.values()].flatMap((set) =>
          Array.from({ length: set.elements.length }, (_, at) => `${name} ${set.name} ${set.elements.text(at)}`),
        ),
      )
    : [];
};

describe('an element of a map of kube-proxy alone', () => {
  it.each([
    ['10.96.7.7 . tcp . 80 : drop', ['ip kube-proxy no-endpoint-services 10.96.7.7 . tcp . 80 : drop']],
    [
      'elements = { fd00::7 . udp . 53 comment "a/b" : goto reject-chain }',
      ['ip6 kube-proxy no-endpoint-services fd00::7 . udp . 53 comment "a/b" : goto reject-chain'],
    ],
    [
      '10.96.7.7 . tcp . 80 : goto service-ABCDEFGH-a/b/tcp/,\n10.96.7.8 . tcp . 80 : goto firewall-ABCDEFGH-a/c/tcp/,',
      [
        'ip kube-proxy service-ips 10.96.7.7 . tcp . 80 : goto service-ABCDEFGH-a/b/tcp/',
        'ip kube-proxy firewall-ips 10.96.7.8 . tcp . 80 : goto firewall-ABCDEFGH-a/c/tcp/',
      ],
    ],
    [
      '10.96.7.7 . tcp . 80 : drop,\n10.96.7.8 . tcp . 80 : drop',
      [
        'ip kube-proxy no-endpoint-services 10.96.7.7 . tcp . 80 : drop',
        'ip kube-proxy no-endpoint-services 10.96.7.8 . tcp . 80 : drop',
      ],
    ],
    ['at 10.96.7.7 . tcp . 80 : drop', []],
  ])('%s', (text, found) => expect(keys(text)).toEqual(found));
});
