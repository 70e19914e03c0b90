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
    ['nothing tells it', CHAIN('mine'), []],
  ])('%s', (_how, text, found) => expect(tables(text)).toEqual(found));
});
