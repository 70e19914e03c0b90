import { describe, expect, it } from 'vitest';
import { lintPasted } from '../questions/lint/lint';
import { networkOfPasted } from './pasted';
import { pasted } from './testing/paste';

const CUT = `*nat
:PREROUTING ACCEPT [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-BNNZ4AXV5CRNX6QX - [0:0]
-A PREROUTING -m comment --comment "kubernetes service portals" -j KUBE-SERVICES
-A KUBE-SERVICES -d 10.96.44.5/32 -p tcp -m comment --comment "shop/till:http cluster IP" -m tcp --dport 80 -j KUBE-SVC-BNNZ4AXV5CRNX6QX
`;
const ids = (text: string): readonly string[] => lintPasted(pasted(text)).map(({ id }) => id);

describe('a dump without COMMIT', () => {
  it('is said to be cut, and what stood behind is not called missing', () => {
    const { diagnostics, found } = networkOfPasted(pasted(CUT));
    expect(diagnostics.map(({ message }) => message.id)).toContain('formats.iptables-save.no-commit');
    expect(found.map(({ name }) => name)).toEqual(['shop/till:http']);
    expect(ids(CUT)).not.toContain('missing-jump');
    expect(ids(CUT)).not.toContain('empty-service-chain');
    expect(ids(`${CUT}COMMIT\n`)).toEqual(expect.arrayContaining(['missing-jump', 'empty-service-chain']));
  });
});

describe('what only answers show', () => {
  const line = '10:00:01.000000 IP 10.96.44.5.80 > 10.244.2.3.51000: Flags [S.], seq 1, ack 2, win 64240, length 0\n';

  it('offers the packet that was answered, not the answer', () => {
    const [offer] = networkOfPasted(pasted(CUT + line)).suggested;
    expect([offer?.from, offer?.to, offer?.port, offer?.reason.id]).toEqual([
      '10.244.2.3',
      '10.96.44.5',
      80,
      'analysis.offer.answered',
    ]);
  });
});

it('nobody outside sends from the address that he asks for', () => {
  const [offer] = networkOfPasted(
    pasted('# iptables -S INPUT\n-P INPUT ACCEPT\n-A INPUT -d 192.0.2.10/32 -j DROP\n'),
  ).suggested;
  expect([offer?.from, offer?.to]).toEqual(['203.0.113.10', '192.0.2.10']);
});

it('a command that failed beside its iptables’ version is no rule in force', () => {
  const text =
    'iptables -A FORWARD -s 10.9.0.0/16 -j DROP\niptables v1.8.7 (nf_tables): Could not fetch rule set generation id: Permission denied (you must be root)\n\n# iptables -S FORWARD\n-P FORWARD DROP\n-A FORWARD -s 10.8.0.0/16 -j ACCEPT\n';
  const { texts } = networkOfPasted(pasted(text));
  expect(texts.flatMap(({ account }) => account.filter(({ how }) => how === 'read').map(({ lines }) => lines))).toEqual(
    [2],
  );
});
