import { expect, it } from 'vitest';
import { createSpeaker } from '../../../content/phrases';
import { createDeriveWith } from '../../document/derive-cluster';
import { derivePasted } from '../../document/derive-pasted';
import { emptyDocument, type Document, type Flow } from '../../document/document';
import { addPasted } from '../../document/edits/pasted';
import { flowOf } from '../../paste/testing/paste';
import { whatFlips } from './what-flips';

const say = createSpeaker('en');
const HEAD = ' pkts bytes target     prot opt in     out     source               destination\n';
const text = (packets: number, dport = 80): string => `# iptables -nvL INPUT
Chain INPUT (policy ACCEPT 0 packets, 0 bytes)
${HEAD}    4   240 ACCEPT     udp  --  *      *       0.0.0.0/0            0.0.0.0/0
# iptables -nvL GUARD
Chain GUARD (1 references)
${HEAD}   ${packets}   720 REJECT     tcp  --  *      *       0.0.0.0/0            0.0.0.0/0  tcp dpt:${dport} reject-with icmp-host-prohibited
`;

function causesOf(pasted: string): string[] {
  const base = addPasted(emptyDocument(), [{ title: 't', text: pasted }]);
  const flow = flowOf('eth0 192.0.2.9 -> 10.0.0.10:80/tcp');
  const document: Document = { ...base, flows: [{ id: 'f', ...(flow as Omit<Flow, 'id'>) }] };
  const first = whatFlips({ document, flowId: 'f' }, createDeriveWith(derivePasted)).next();
  const causes = first.done ? first.value?.causes : first.value.causes;
  return (causes ?? []).map(({ says }) => say(says));
}

it('a rule of an excerpt that refused packets, and that this one never met, is said with what it counted', () => {
  expect(causesOf(text(12))).toEqual([
    expect.stringMatching(/^filter GUARD 1 has counted 12 packets \(REJECT\), and this packet was never/),
  ]);
});

it.each([
  ['counted nothing', text(0)],
  ['is about another port', text(12, 443)],
])('none of a rule that %s', (_, pasted) => {
  expect(causesOf(pasted)).toEqual([]);
});
