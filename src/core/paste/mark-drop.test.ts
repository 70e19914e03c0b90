import { expect, it } from 'vitest';
import { networkOfPasted } from './pasted';
import { pasted, sendPasted } from './testing/paste';

const XLB = `-A KUBE-NODEPORTS -p tcp -m comment --comment "shop/front:" -m tcp --dport 30080 -j KUBE-XLB-AAAAAAAAAAAAAAAA
-A KUBE-XLB-AAAAAAAAAAAAAAAA -m comment --comment "shop/front: has no local endpoints" -j KUBE-MARK-DROP
`;
const OWN = '-A KUBE-MARK-DROP -j MARK --set-xmark 0x4000000/0x4000000\n';
const NODE = '2: eth0: <UP> mtu 1500\n    inet 192.168.7.5/24 scope global eth0\n';
const FLOW = 'eth0 198.51.100.9 -> 192.168.7.5:30080/tcp';
const WHOLE = '*filter\n:INPUT ACCEPT [0:0]\n:FORWARD ACCEPT [0:0]\n:OUTPUT ACCEPT [0:0]\nCOMMIT\n';

const putIn = (...texts: readonly string[]): string[] =>
  networkOfPasted(pasted(...texts)).assumptions.flatMap(({ id, value }) =>
    /MARK-DROP|KUBE-FIREWALL$/.test(id) && id.startsWith('rule:') ? [value] : [],
  );

it('an excerpt without KUBE-MARK-DROP: the kubelet’s chains are put in, with their reasons, and drop', () => {
  expect(sendPasted(pasted(XLB + NODE), FLOW).lines).toEqual(['1 DROPPED filter KUBE-FIREWALL 1']);
  expect(putIn(XLB).join('\n')).toContain('-A KUBE-MARK-DROP -j MARK --set-xmark 0x8000/0x8000');
});

it('another mark is dropped by that mark', () => {
  expect(putIn(XLB + OWN).join('\n')).toContain('--mark 0x4000000/0x4000000 -j DROP');
  expect(sendPasted(pasted(XLB + OWN + NODE), FLOW).lines).toEqual(['1 DROPPED filter KUBE-FIREWALL 1']);
});

it('beside the whole table filter, which has no such chain, nothing is put into it', () => {
  expect(putIn(XLB, WHOLE).filter((rule) => rule.includes('KUBE-FIREWALL'))).toEqual([]);
});

it('where no rule jumps there, nothing is put in', () => {
  expect(putIn(XLB.replace('KUBE-MARK-DROP', 'KUBE-MARK-MASQ'))).toEqual([]);
});
