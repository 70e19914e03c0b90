import { expect, it } from 'vitest';
import { emptyDocument, type Document } from '../document/document';
import { exampleDocument } from '../../engine/testing/engine';
import { inMode } from '../document/edits/proxy';
import { moments } from './moments';
import { walksOf } from './testing/walks';

const nat = (rule: string): string => `*nat
:PREROUTING ACCEPT [0:0]
:INPUT ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
${rule}
COMMIT
`;
const ADDRESSES = `# ip addr
1: lo: <LOOPBACK,UP> mtu 65536
    inet 127.0.0.1/8 scope host lo
2: eth0: <UP,LOWER_UP> mtu 1500
    inet 198.51.100.10/24 scope global eth0
`;

function documentOf(text: string): Document {
  const from = { kind: 'interface', address: '192.0.2.10', device: 'eth0' } as const;
  const to = { kind: 'address', address: '198.51.100.10' } as const;
  return {
    ...emptyDocument('pasted'),
    subject: 'pasted',
    pasted: { texts: [{ id: 't', title: 't', text }], facts: {} },
    flows: [{ id: 'f', from, to, protocol: 'tcp', port: 80 }],
  };
}

it.each([
  [
    'REDIRECT',
    nat('-A PREROUTING -p tcp -m tcp --dport 80 -j REDIRECT --to-ports 8080'),
    'story.sent.caught',
    { rule: 'nat PREROUTING 1', next: '10.0.0.10:8080' },
  ],
  [
    'DNAT without -d',
    nat(
      '-A PREROUTING -p udp -j ACCEPT\n-A PREROUTING -i eth0 -p tcp -m tcp --dport 80 -j DNAT --to-destination 10.0.0.5:8080',
    ),
    'story.sent.caught',
    { rule: 'nat PREROUTING 2', next: '10.0.0.5:8080' },
  ],
  [
    'no rule for it',
    nat('-A PREROUTING -p tcp -m tcp --dport 81 -j REDIRECT --to-ports 8080'),
    'story.sent.taken-for',
    {},
  ],
  [
    'an address that is told',
    ADDRESSES + nat('-A PREROUTING -p tcp -m tcp --dport 80 -j REDIRECT --to-ports 8080'),
    'story.sent.address-of',
    {},
  ],
  [
    'an address of nobody that is named',
    ADDRESSES.replace('198.51.100.10', '10.0.0.10') + nat(''),
    'story.sent.named-by-none',
    {},
  ],
])('whose address a packet carries: %s', (_, text, id, values) => {
  const [walk] = walksOf(documentOf(text));
  const sent = walk && moments(walk.walked).find(({ kind }) => kind === 'sent');
  expect(sent?.cause).toMatchObject({ id, values: { address: '198.51.100.10', ...values } });
});

it.each([
  ['iptables', 'yes'],
  ['ebpf', 'no'],
] as const)('in %s, is there a packet that carries the address: %s', (mode, written) => {
  const [walk] = walksOf(inMode(exampleDocument('web-two-nodes'), mode));
  const sent = moments(walk!.walked).find(({ kind }) => kind === 'sent');
  expect(sent?.cause).toMatchObject({ id: 'story.sent.on-no-device', values: { written } });
});
