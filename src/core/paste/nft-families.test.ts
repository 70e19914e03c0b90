import { expect, it } from 'vitest';
import { nodeText } from '../questions/reconstruct/testing/node-text';
import { networkOfPasted } from './pasted';
import { pasted } from './testing/paste';

const TABLE = (family: 'ip' | 'ip6', address: string, endpoint: string): string => `table ${family} kube-proxy {
  map service-ips {
    type ${family === 'ip' ? 'ipv4' : 'ipv6'}_addr . inet_proto . inet_service : verdict
    elements = { ${address} . tcp . 80 : goto service-ABCDEFGH-shop/cart/tcp/http }
  }
  chain services {
    ${family} daddr . meta l4proto . th dport vmap @service-ips
  }
  chain nat-prerouting {
    type nat hook prerouting priority dstnat; policy accept;
    jump services
  }
  chain service-ABCDEFGH-shop/cart/tcp/http {
    numgen random mod 1 vmap { 0 : goto endpoint-IJKLMNOP-shop/cart/tcp/http__x }
  }
  chain endpoint-IJKLMNOP-shop/cart/tcp/http__x {
    meta l4proto tcp dnat to ${endpoint}
  }
}
`;
const FOUR = TABLE('ip', '10.96.3.7', '10.42.1.5:9376');
const SIX = TABLE('ip6', 'fd00:96::7', '[fd00:42:1::5]:9376');

const found = (text: string): string[] => networkOfPasted(pasted(text)).found.map(({ address }) => address);

it('Services of a table of ip6 are found, alone and beside those of IPv4', () => {
  expect(found(FOUR)).toEqual(['10.96.3.7']);
  expect(found(SIX)).toEqual(['fd00:96::7']);
  expect(found(FOUR + SIX).toSorted()).toEqual(['10.96.3.7', 'fd00:96::7']);
});

it('a table of ip6 alone makes no addresses of IPv4 up', () => {
  const { assumptions } = networkOfPasted(pasted(SIX));
  const addresses = assumptions.filter(({ about }) => about === 'interface').map(({ value }) => value);
  expect(addresses.some((text) => / \d+\.\d+\.\d+\.\d+\//.test(text))).toBe(false);
});

it('the bridge that is made up for IPv6 has no endpoint’s address and none of its subnet', () => {
  const node = networkOfPasted(pasted(SIX)).network.netns.get('node');
  const bridge = node?.devices.find(({ name }) => name === 'cni0');
  expect(bridge?.addresses.map(({ address: { words } }) => words.slice(0, 2))).toEqual([[0xfd000042, 0x00010001]]);
});

it('rules of inet speak IPv4 as before', () => {
  expect(found(nodeText('nftables')).length).toBeGreaterThan(0);
});
