import { describe, expect, it } from 'vitest';
import { cidr, ip } from '../../net/ip';
import type { Route } from './fib';
import { routeText } from './route-text';

const route = (dst: string, more: Partial<Route> = {}): Route => ({
  table: 'main',
  type: 'unicast',
  dst: cidr(dst),
  ...more,
});

describe('routeText', () => {
  it.each([
    [route('0.0.0.0/0', { via: ip('172.18.0.1'), dev: 'eth0' }), 'default via 172.18.0.1 dev eth0'],
    [route('10.244.2.0/24', { via: ip('172.18.0.3'), dev: 'eth0' }), '10.244.2.0/24 via 172.18.0.3 dev eth0'],
    [
      route('10.244.1.0/24', { dev: 'cni0', scope: 'link', src: ip('10.244.1.1') }),
      '10.244.1.0/24 dev cni0 scope link src 10.244.1.1',
    ],
    [
      route('10.244.1.1/32', { table: 'local', type: 'local', dev: 'cni0', scope: 'host', src: ip('10.244.1.1') }),
      'local 10.244.1.1 dev cni0 scope host src 10.244.1.1',
    ],
    [route('10.9.0.0/16', { type: 'unreachable', metric: 5 }), 'unreachable 10.9.0.0/16 metric 5'],
    [route('fd00::/64', { dev: 'eth0', scope: 'global' }), 'fd00::/64 dev eth0'],
    [route('::/0', { dev: 'eth0' }), 'default dev eth0'],
  ])('%#', (given, text) => expect(routeText(given)).toBe(text));
});
