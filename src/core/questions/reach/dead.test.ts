import { describe, expect, it } from 'vitest';
import { finished } from '../../lib/scan';
import { networkOfPasted } from '../../paste/pasted';
import { pasted } from '../../paste/testing/paste';
import { findDeadTables } from './dead';

function tableOf(text: string) {
  const node = pasted(text);
  const [found] = finished(findDeadTables({ network: networkOfPasted(node).network, texts: node.texts }));
  if (!found) throw new Error('no table');
  return found;
}

describe('rules that ask what is in a set', () => {
  const IPTABLES = `*filter
:FORWARD ACCEPT [0:0]
-A FORWARD -m set --match-set guests src -j DROP
-A FORWARD -p tcp -j ACCEPT
-A FORWARD -p tcp -m set ! --match-set staff dst -j DROP
-A FORWARD -p udp -m set ! --match-set staff dst -m set --match-set printers dst -j DROP
COMMIT
`;

  it.each([
    ['', IPTABLES],
    [' listed beside', `${IPTABLES}create guests hash:ip family inet\nadd guests 10.7.0.4\n`],
  ])('cannot be told: the set may change; save those that never get a packet%s', (_, text) => {
    const { rules, dead, unsure } = tableOf(text);
    expect(rules).toBe(4);
    expect(dead.map(({ rule }) => rule)).toEqual(['FORWARD 3']);
    expect(unsure.map(({ rule, line, sets }) => [rule, line, sets])).toEqual([
      ['FORWARD 1', 3, ['guests']],
      ['FORWARD 4', 6, ['staff', 'printers']],
    ]);
  });

  it('of nftables: sets that packets fill, and not those whose members stand in the table', () => {
    const { dead, unsure } = tableOf(`table ip door {
	set banned {
		type ipv4_addr
		flags dynamic
	}
	set office {
		type ipv4_addr
		elements = { 10.9.0.1 }
	}
	chain in {
		type filter hook input priority filter; policy accept;
		ip saddr @office accept
		ip saddr @banned drop
	}
}
`);
    expect(dead).toEqual([]);
    expect(unsure.map(({ rule, sets }) => [rule, sets])).toEqual([['in 2', ['banned']]]);
  });
});

it('of rules that never do what they say those that would stop a packet come first', () => {
  const { dead } = tableOf(`*filter
:FORWARD DROP [0:0]
-A FORWARD -s 10.1.0.0/16 -j DROP
-A FORWARD -s 10.1.2.0/24 -j ACCEPT
-A FORWARD -s 10.2.0.0/16 -j ACCEPT
-A FORWARD -s 10.2.3.0/24 -j REJECT
COMMIT
`);
  expect(dead.map(({ rule, otherwise, stops }) => [rule, otherwise, stops])).toEqual([
    ['FORWARD 4', true, true],
    ['FORWARD 2', true, false],
  ]);
});
