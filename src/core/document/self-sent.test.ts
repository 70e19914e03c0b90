import { expect, it } from 'vitest';
import { explore } from '../sim/explore';
import { createDerive } from './derive';
import { emptyDocument, type Document } from './document';
import { resolveFlow } from './resolve-flow';

const TEXT = `root@n:~# iptables-save; ip addr
*nat
:PREROUTING ACCEPT [0:0]
:INPUT ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
-A PREROUTING -d 10.96.0.1/32 -p tcp -m tcp --dport 443 -j DNAT --to-destination 10.0.0.10:6443
COMMIT
1: lo: <LOOPBACK,UP> mtu 65536
    inet 127.0.0.1/8 scope host lo
2: eth0: <BROADCAST,UP> mtu 1500
    inet 10.0.0.10/24 scope global eth0
`;

function documentOf(address: string, device?: string): Document {
  return {
    ...emptyDocument('pasted'),
    subject: 'pasted',
    pasted: { texts: [{ id: 't', title: 't', text: TEXT }], facts: {} },
    flows: [
      {
        id: 'f',
        from: { kind: 'interface', address, ...(device === undefined ? {} : { device }) },
        to: { kind: 'address', address },
        protocol: 'tcp',
        port: 443,
      },
    ],
  };
}

it.each([
  [
    'an own one by a wire: a martian',
    '10.0.0.10',
    'eth0',
    { kind: 'MARTIAN', reason: { id: 'sim.martian.own-source' } },
    false,
  ],
  ['an own one, made here: over lo', '10.0.0.10', undefined, { kind: 'DELIVERED' }, true],
  ['a Service’s, which comes to a port of which nothing is told', '10.96.0.1', 'eth0', { kind: 'LEFT' }, false],
])('a packet whose source is its destination, %s', (_, address, device, disposition, answered) => {
  const document = documentOf(address, device);
  const { network } = createDerive()(document);
  const [flow] = document.flows;
  const sent = flow && resolveFlow(document, network, flow);
  const outcomes = sent?.ok ? explore({ network, flow: sent.value, seed: 1 }).outcomes : [];
  expect(outcomes).toMatchObject([{ disposition, answered }]);
});
