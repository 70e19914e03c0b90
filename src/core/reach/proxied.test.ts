import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dearTries, THOROUGH } from '../lib/testing/soaking';
import type { Socket } from '../linux/namespace';
import type { Netns, Network } from '../linux/netns';
import { ip } from '../net/ip';
import { device, host, listeningSocket, network, readRoute } from '../sim/testing/bench';
import { HostEnds } from './host-end';
import { openHostSpace } from './host-space';
import { NetworkModel } from './network-model';
import { holdNetworkToWalk } from './testing/hold-network-to-walk';

const PORT = 30080;

function pod(name: string, address: string): Netns {
  return host(name, {
    kind: 'pod',
    devices: [
      device('lo', ['127.0.0.1/8'], { kind: 'loopback' }),
      device('eth0', [`${address}/24`], { kind: 'veth', peer: { netns: 'node', device: `veth-${name}` } }),
    ],
    routes: [readRoute('default via 10.244.0.1 dev eth0')],
    sockets: [listeningSocket('tcp', 8080, name), listeningSocket('udp', 53, name)],
    sysctls: {},
  });
}

/** A client, and a node with two Pods and a process that asks others for what comes. */
function proxying(socket: Socket, rules: string): Network {
  const port = (name: string) =>
    device(`veth-${name}`, [], { kind: 'veth', master: 'cni0', peer: { netns: name, device: 'eth0' } });
  return network(
    host('node', {
      devices: [
        device('lo', ['127.0.0.1/8'], { kind: 'loopback' }),
        device('eth0', ['192.168.0.10/24'], { segment: 'wire' }),
        device('cni0', ['10.244.0.1/24'], { kind: 'bridge' }),
        port('a'),
        port('b'),
      ],
      routes: [],
      sockets: [socket],
      sysctls: { 'net.ipv4.ip_forward': 1 },
      save: rules,
    }),
    pod('a', '10.244.0.5'),
    pod('b', '10.244.0.6'),
    host('client', {
      kind: 'client',
      devices: [
        device('lo', ['127.0.0.1/8'], { kind: 'loopback' }),
        device('eth0', ['192.168.0.50/24'], { segment: 'wire' }),
      ],
      routes: [readRoute('default via 192.168.0.10 dev eth0')],
      sockets: [],
      sysctls: {},
    }),
  );
}

/** Two that answer over TCP, one that does over UDP; nobody has the ports or addresses of the others. */
const ENDPOINTS = [
  ['10.244.0.5', 8080],
  ['10.244.0.6', 8080],
  ['10.244.0.6', 53],
  ['10.244.0.5', 9],
  ['10.244.0.7', 8080],
  ['172.16.0.1', 8080],
] as const;
const endpoint = fc.constantFrom(...ENDPOINTS).map(([address, port]) => ({ address: ip(address), port }));

const socket: fc.Arbitrary<Socket> = fc
  .tuple(
    fc.constantFrom('tcp', 'tcp', 'udp'),
    fc.record(
      {
        endpoints: fc.uniqueArray(endpoint, {
          minLength: 1,
          maxLength: 4,
          selector: ({ address, port }) => `${address.words.join('.')}:${port}`,
        }),
        attempts: fc.constantFrom(1, 2, 3),
        isHashed: fc.constantFrom(undefined, undefined, true as const),
        affinitySeconds: fc.constantFrom(undefined, undefined, 60),
      },
      { requiredKeys: ['endpoints'] },
    ),
  )
  .map(([proto, { affinitySeconds, isHashed, ...proxy }]) => ({
    ...listeningSocket(proto, PORT, 'kube-proxy'),
    reply: 'proxy',
    proxy: {
      ...proxy,
      ...(isHashed ? { isHashed } : {}),
      ...(affinitySeconds === undefined ? {} : { affinitySeconds }),
    },
  }));

/** A proxy of one that answers. */
const DEAF: Socket = {
  ...listeningSocket('tcp', PORT, 'kube-proxy'),
  reply: 'proxy',
  proxy: { endpoints: [{ address: ip('10.244.0.6'), port: 8080 }] },
};

const RULES = [
  `-A INPUT -p tcp -m tcp --dport ${PORT} -j REJECT`,
  `-A OUTPUT -p tcp -m tcp --sport ${PORT} -j DROP`,
  `-A OUTPUT -p udp -m udp --sport ${PORT} -j DROP`,
  '-A OUTPUT -d 10.244.0.5/32 -j DROP',
  '-A INPUT -s 10.244.0.6/32 -j DROP',
  '-A OUTPUT -d 10.244.0.6/32 -p tcp -j REJECT',
];
const rules = fc
  .subarray(RULES, { maxLength: 3 })
  .map((lines) => `*filter\n:INPUT ACCEPT\n:OUTPUT ACCEPT\n${lines.map((line) => `${line}\n`).join('')}COMMIT\n`);

describe('a process that asks others for what comes, for all packets', () => {
  it('agrees with the walk, whoever answers it and whoever does not', () => {
    const all = { walked: 0, exactly: 0 };
    fc.assert(
      fc.property(socket, rules, (own, text) => {
        const net = proxying(own, text);
        const model = new NetworkModel(net, { space: openHostSpace([...net.netns.values()]), ends: new HostEnds() });
        for (const netns of net.netns.values()) {
          const { walked, exactly, differences } = holdNetworkToWalk(model, netns, { each: 2, seed: 5 });
          all.walked += walked;
          all.exactly += exactly;
          expect(differences).toEqual([]);
        }
      }),
      {
        numRuns: dearTries(150),
        examples: [
          [DEAF, '*filter\n:INPUT ACCEPT\n:OUTPUT ACCEPT\n-A OUTPUT -p tcp -m tcp --sport 30080 -j DROP\nCOMMIT\n'],
        ],
      },
    );
    expect(all.walked).toBeGreaterThan(THOROUGH ? 300 : 100);
    expect(all.exactly / all.walked).toBeGreaterThan(0.8);
  });
});
