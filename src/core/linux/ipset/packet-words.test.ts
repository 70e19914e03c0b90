import { expect, it } from 'vitest';
import { visitOf } from '../xtables/testing/walk-text';
import { packetWords } from './lookup';

const { skb } = visitOf('FORWARD in=eth0 out=cni0 mark=5 tcp 10.0.0.1:1000>10.0.0.2:80 S');

it.each([
  ['hash:ip,port', ['dst', 'dst'], '10.0.0.2,tcp:80'],
  ['hash:ip,port,ip', ['dst', 'dst', 'src'], '10.0.0.2,tcp:80,10.0.0.1'],
  ['bitmap:port', ['dst'], '80'],
  ['hash:net,iface', ['src', 'src'], '10.0.0.1,iface'],
  ['hash:ip,mark', ['src', 'src'], '10.0.0.1,mark'],
  ['list:set', ['src'], undefined],
  ['hash:frob', ['src'], undefined],
] as const)('%s of %s: %s', (type, directions, words) => {
  expect(packetWords({ name: 'S', type, options: '', members: [] }, skb, directions)).toBe(words);
});
