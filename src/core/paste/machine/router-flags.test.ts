import { expect, it } from 'vitest';
import { readRouterFlags } from './router-flags';

const MANIFEST = `        args:
        - --run-router=true
        - --run-firewall=false
        - "--run-service-proxy=true"
        - --run-loadbalancer
        - --loadbalancer-ip-range=192.0.2.0/28
        - --loadbalancer-ip-range=2001:db8::/120
        - --advertise-loadbalancer-ip=true
        - --advertise-cluster-ip=false
        - --peer-router-ips=198.51.100.1,198.51.100.2
        - --nodes-full-mesh=false
`;

it('reads the flags of a manifest', () => {
  expect(readRouterFlags(MANIFEST)).toEqual({
    isProxy: true,
    isRouter: true,
    isFirewall: false,
    isAllocator: true,
    ranges: ['192.0.2.0/28', '2001:db8::/120'],
    announced: ['loadBalancerIP'],
    isMesh: false,
    peers: ['198.51.100.1', '198.51.100.2'],
    line: '        - --run-router=true',
  });
});

it('on one line, in brackets and behind a program', () => {
  const line = 'args: ["--run-service-proxy=false", "--peer-router-ips=198.51.100.1", "--advertise-cluster-ip"]';
  expect(readRouterFlags(line)).toMatchObject({ isProxy: false, peers: ['198.51.100.1'], announced: ['clusterIP'] });
  expect(readRouterFlags('kube-router --run-router=false --peer-router-ips=, --masquerade-all')).toMatchObject({
    isProxy: true,
    isRouter: false,
    peers: [],
  });
});

it('a list of what flags there are sets none, nor do those of others', () => {
  expect(readRouterFlags('      --run-service-proxy   Enables Service Proxy. (default true)')).toBeUndefined();
  expect(readRouterFlags('kube-proxy --masquerade-all --hostname-override=a')).toBeUndefined();
});
