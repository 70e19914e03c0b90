import { expect, it } from 'vitest';
import { emptyDocument, type Document } from '../document/document';
import { moments } from './moments';
import { walkShown } from './testing/walks';

const RULES = `*nat
:KUBE-SEP-AAAABBBBCCCCDDDD - [0:0]
-A KUBE-SEP-AAAABBBBCCCCDDDD -s 10.244.1.5/32 -j KUBE-MARK-MASQ
-A KUBE-SEP-AAAABBBBCCCCDDDD -p tcp -m tcp -j DNAT --to-destination 10.244.1.5:8080
`;

it('a packet put into the chain of an endpoint is not told as chosen: nothing led there', () => {
  const from = {
    kind: 'interface',
    address: '192.0.2.10',
    device: 'eth0',
    enters: 'nat KUBE-SEP-AAAABBBBCCCCDDDD',
  } as const;
  const document: Document = {
    ...emptyDocument('pasted'),
    subject: 'pasted',
    pasted: { texts: [{ id: 't', title: 't', text: RULES }], facts: {} },
    flows: [{ id: 'f', from, to: { kind: 'address', address: '10.0.0.10' }, protocol: 'tcp', port: 80 }],
  };
  const kinds = moments(walkShown(document).walked).map(({ kind }) => kind);
  expect(kinds).toContain('rewritten');
  expect(kinds).not.toContain('chosen');
  expect(kinds).not.toContain('recognised');
});
