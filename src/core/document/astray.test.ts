import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ip } from '../net/ip';
import { misdeliveredFrom, endpointsFound } from './resolve-flow';
import { pasted, sendPasted, type PastedSent } from '../paste/testing/paste';

const NODE = `*nat
:PREROUTING ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-AAAAAAAAAAAAAAAA - [0:0]
:KUBE-SEP-AAAAAAAAAAAAAAAA - [0:0]
-A PREROUTING -j KUBE-SERVICES
-A OUTPUT -j KUBE-SERVICES
-A KUBE-SERVICES -d 10.96.0.20/32 -p tcp -m comment --comment "default/web:http cluster IP" -m tcp --dport 80 -j KUBE-SVC-AAAAAAAAAAAAAAAA
-A KUBE-SVC-AAAAAAAAAAAAAAAA -m comment --comment "default/web:http" -j KUBE-SEP-AAAAAAAAAAAAAAAA
-A KUBE-SEP-AAAAAAAAAAAAAAAA -p tcp -m comment --comment "default/web:http" -m tcp -j DNAT --to-destination 10.244.1.5:8080
COMMIT
*filter
:INPUT ACCEPT [0:0]
:FORWARD ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
COMMIT
`;
const ELSEWHERE = '-A PREROUTING -d 10.96.0.20/32 -p tcp -m tcp --dport 80 -j DNAT --to-destination 10.244.1.99:9\n';
const FLOW = 'cni0 10.244.1.9 -> 10.96.0.20:80/tcp';

type ServiceTuple = Parameters<typeof endpointsFound>[1];
const CLUSTER_IP: ServiceTuple = { dst: ip('10.96.0.20'), dport: 80, proto: 'tcp' };

function astray({ made, outcomes }: PastedSent, asked = CLUSTER_IP): boolean[] {
  return outcomes.map(misdeliveredFrom(endpointsFound(made.found, asked, made.network), made.network));
}

describe('a packet for a Service', () => {
  it('that an endpoint of it gets is not astray', () => {
    const sent = sendPasted(pasted(NODE), FLOW);
    expect(sent.lines[0]).toMatch(/^1 DELIVERED pod:10\.244\.1\.5 /);
    expect(astray(sent)).toEqual([false]);
  });

  it('that an earlier rule leads to somebody else is delivered, but not to an endpoint of that Service', () => {
    const sent = sendPasted(pasted(NODE.replace('-A PREROUTING -j', `${ELSEWHERE}-A PREROUTING -j`)), FLOW);
    expect(sent.lines[0]).toMatch(/^1 DELIVERED pod:10\.244\.1\.99 /);
    expect(astray(sent)).toEqual([true]);
  });

  describe('whose EndpointSlice is pasted beside the rules', () => {
    const slice = (...endpoints: readonly string[]): string => `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: web-1, namespace: default, labels: { kubernetes.io/service-name: web } }
addressType: IPv4
ports: [{ name: http, protocol: TCP, port: 8080 }]
endpoints:
${endpoints.map((each) => `- ${each}\n`).join('')}`;
    const READY = '{ addresses: ["10.244.1.7"], conditions: { ready: true } }';
    const LEAVING = '{ addresses: ["10.244.1.5"], conditions: { ready: false, serving: true, terminating: true } }';
    const GONE = '{ addresses: ["10.244.1.5"], conditions: { ready: false, serving: false, terminating: true } }';
    const differ = ({ made }: PastedSent): readonly string[] =>
      made.assumptions.flatMap(({ id, value }) => (id.startsWith('object:') ? [value] : []));

    it.each([
      ['terminating and serving, alone', [LEAVING]],
      ['terminating and serving, beside a ready one', [LEAVING, READY]],
      ['terminating and not serving', [GONE, READY]],
    ])('an endpoint that is %s is one of it', (_, endpoints) => {
      const sent = sendPasted(pasted(NODE, slice(...endpoints)), FLOW);
      expect(sent.lines[0]).toMatch(/^1 DELIVERED pod:10\.244\.1\.5 /);
      expect(astray(sent)).toEqual([false]);
      expect(differ(sent).join()).not.toContain('-10.244.1.5');
    });

    it('an address that no slice has is none of it, whatever rules lead there', () => {
      const sent = sendPasted(pasted(NODE, slice(READY)), FLOW);
      expect(astray(sent)).toEqual([true]);
      expect(differ(sent).join()).toContain('-10.244.1.5');
    });
  });

  it('is not called astray where the text does not say where an endpoint is', () => {
    const cut = NODE.replace(/-A KUBE-SEP.*\n/, '').replace('-A PREROUTING -j', `${ELSEWHERE}-A PREROUTING -j`);
    const sent = sendPasted(pasted(cut), FLOW);
    expect(sent.lines[0]).toBe('1 LEFT host:10.244.1.99');
    expect(astray(sent)).toEqual([false]);
  });

  it('is astray wherever it is delivered exactly if that is none of its endpoints', () => {
    const byte = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(byte, byte, (endpoint, target) => {
        const text = NODE.replace('10.244.1.5', `10.244.1.${endpoint}`).replace(
          '-A PREROUTING -j',
          `${ELSEWHERE.replace('10.244.1.99:9', `10.244.1.${target}:8080`)}-A PREROUTING -j`,
        );
        expect(astray(sendPasted(pasted(text), FLOW))).toEqual([endpoint !== target]);
      }),
      { numRuns: 20, seed: 5 },
    );
  });

  const OUTSIDE = `${NODE.replace(
    '-A KUBE-SVC',
    `-A KUBE-SERVICES -d 203.0.113.9/32 -p tcp -m comment --comment "default/web:http external IP" -m tcp --dport 80 -j KUBE-EXT-AAAAAAAAAAAAAAAA
-A KUBE-SERVICES -m addrtype --dst-type LOCAL -j KUBE-NODEPORTS
-A KUBE-NODEPORTS -p tcp -m comment --comment "default/web:http" -m tcp --dport 30080 -j KUBE-EXT-AAAAAAAAAAAAAAAA
-A KUBE-EXT-AAAAAAAAAAAAAAAA -j KUBE-SVC-AAAAAAAAAAAAAAAA
-A KUBE-SVC`,
  ).replace(':KUBE-SVC', ':KUBE-EXT-AAAAAAAAAAAAAAAA - [0:0]\n:KUBE-NODEPORTS - [0:0]\n:KUBE-SVC')}
2: eth0: <BROADCAST,UP> mtu 1500
    inet 192.168.10.11/24 scope global eth0
`;
  it.each([
    ['externalIP', '203.0.113.9', 80],
    ['nodePort', '192.168.10.11', 30_080],
  ] as const)('by %s and protocol', (_, address, dport) => {
    const flow = `eth0 192.168.10.50 -> ${address}:${dport}/tcp`;
    const asked = { dst: ip(address), dport, proto: 'tcp' } as const;
    const good = sendPasted(pasted(OUTSIDE), flow);
    expect(good.lines[0]).toMatch(/^1 DELIVERED pod:10\.244\.1\.5 /);
    expect(astray(good, asked)).toEqual([false]);
    const rule = `-A PREROUTING -d ${address}/32 -p tcp -m tcp --dport ${dport} -j DNAT --to-destination 10.244.1.99:9\n`;
    const bad = sendPasted(pasted(OUTSIDE.replace('-A PREROUTING -j', `${rule}-A PREROUTING -j`)), flow);
    expect(bad.lines[0]).toMatch(/^1 DELIVERED pod:10\.244\.1\.99 /);
    expect(astray(bad, asked)).toEqual([true]);
    // Nobody asked for the Service: it has no such port of UDP.
    expect(astray(bad, { ...asked, proto: 'udp' })).toEqual([false]);
  });

  it('may terminate where its rules lead to whom a table of Endpoints does not list: that is no verdict', () => {
    const listed = (place: string): string => `NAME   ENDPOINTS   AGE\nweb    ${place}   5d\n`;
    expect(astray(sendPasted(pasted(NODE, listed('10.244.1.7:8080')), FLOW))).toEqual([false]);
    const led = NODE.replace('-A PREROUTING -j', `${ELSEWHERE}-A PREROUTING -j`);
    expect(astray(sendPasted(pasted(led, listed('10.244.1.7:8080')), FLOW))).toEqual([true]);
    const slices = 'NAME   ADDRESSTYPE   PORTS   ENDPOINTS   AGE\nweb-abcde   IPv4   8080   10.244.1.7   5d\n';
    expect(astray(sendPasted(pasted(NODE, slices), FLOW))).toEqual([true]);
    expect(astray(sendPasted(pasted(NODE, listed('10.244.1.7:8080,10.244.1.5:8080')), FLOW))).toEqual([false]);
    expect(astray(sendPasted(pasted(NODE, listed('10.244.1.7:8080 + 3 more...')), FLOW))).toEqual([false]);
  });
});

describe('a listing of endpoints of another time beside the rules', () => {
  const SEP = (chain: string, place: string): string =>
    `-A ${chain} -p tcp -m comment --comment "default/web:http" -m tcp -j DNAT --to-destination ${place}\n`;
  const B = 'KUBE-SEP-BBBBBBBBBBBBBBBB';
  const TWO = NODE.replace(':KUBE-SEP', `:${B} - [0:0]\n:KUBE-SEP`)
    .replace(
      '-A KUBE-SVC-AAAAAAAAAAAAAAAA ',
      `-A KUBE-SVC-AAAAAAAAAAAAAAAA -m statistic --mode random --probability 0.50000000000 -j ${B}\n-A KUBE-SVC-AAAAAAAAAAAAAAAA `,
    )
    .replace('-A KUBE-SEP', `${SEP(B, '10.244.1.6:8080')}-A KUBE-SEP`);
  const slice = (...addresses: readonly string[]): string => `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: web-1, namespace: default, labels: { kubernetes.io/service-name: web } }
addressType: IPv4
ports: [{ name: http, protocol: TCP, port: 8080 }]
endpoints: [${addresses.map((each) => `{ addresses: ["${each}"], conditions: { ready: true } }`).join(', ')}]
`;

  it('that has none of several the rules lead to is older: the rules are trusted, and that they differ is said', () => {
    const sent = sendPasted(pasted(TWO, slice('10.244.3.1', '10.244.3.2')), FLOW);
    expect(astray(sent)).toEqual([false, false]);
    expect(sent.made.assumptions.some(({ id }) => id.startsWith('object:'))).toBe(true);
  });

  it('that has one of them counts', () => {
    const sent = sendPasted(pasted(TWO, slice('10.244.1.6', '10.244.3.2')), FLOW);
    expect(astray(sent)).toEqual([false, true]);
  });
});
