import { describe, expect, it } from 'vitest';
import { createSpeaker } from '../../../content/phrases';
import type { RuleRef } from '../../linux/hooks';
import { pasted, sendPasted } from '../../paste/testing/paste';
import { whyNotReached } from './not-asked';

const say = createSpeaker('en');
const RULES = `*nat
:PREROUTING ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
:WEB - [0:0]
:LOST - [0:0]
-A PREROUTING -p tcp -m tcp --dport 80 -j WEB
-A WEB -s 10.9.0.0/16 -j DNAT --to-destination 10.244.1.5:8080
-A LOST -j ACCEPT
COMMIT
*filter
:INPUT ACCEPT [0:0]
:FORWARD ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:GUARD - [0:0]
:DEEP - [0:0]
-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT
-A INPUT -p tcp -j GUARD
-A FORWARD -j DROP
-A GUARD -p tcp -m tcp --dport 80 -j ACCEPT
-A GUARD -j DEEP
-A DEEP -j REJECT
COMMIT
`;
const NFT = `table inet fw {
	chain in {
		type filter hook input priority filter; policy accept;
		tcp dport 80 accept
		jump late
	}
	chain late {
		drop
	}
	chain fwd {
		type filter hook forward priority filter; policy drop;
		accept
	}
}
`;

/** What is said of a rule where a packet of one port comes to the node itself. */
function saidOf(text: string, [table, chain, index]: readonly [string, string, number], port = 80): string[] {
  const { traces, made } = sendPasted(pasted(text), `eth0 192.0.2.10 -> 10.0.0.10:${port}/tcp`);
  const ref = { table, chain, index } as RuleRef;
  const { asked, reasons } = whyNotReached(traces[0]!, made.network, { netns: 'node', family: 'ipv4', ref });
  return asked ? [asked] : reasons.map(({ says }) => say(says));
}

describe('why a rule was not asked', () => {
  it.each([
    ['it was, and matched', ['filter', 'GUARD', 0], [/^matched$/]],
    ['it was, and did not match', ['filter', 'INPUT', 0], [/^missed$/]],
    [
      'a hook that was not passed',
      ['filter', 'FORWARD', 0],
      [/^It is asked at FORWARD, and the packet did not pass FORWARD here; it passed .*INPUT/],
    ],
    [
      'a rule before it ended the way through its chain',
      ['filter', 'GUARD', 1],
      [/^filter GUARD 1 matched before it and ended the way through GUARD: -A GUARD .*-j ACCEPT/],
    ],
    [
      'the jump to its chain was not asked, for a rule before that',
      ['filter', 'DEEP', 0],
      [/^filter GUARD 2 leads to DEEP, and was not asked either/, /^filter GUARD 1 matched before it/],
    ],
    ['nothing leads to its chain', ['nat', 'LOST', 0], [/^No rule here leads to nat LOST\.$/]],
  ] as const)('%s', (_, rule, said) => {
    const all = saidOf(RULES, rule);
    expect(all).toHaveLength(said.length);
    said.forEach((pattern, at) => expect(all[at]).toMatch(pattern));
  });

  it('the jump to its chain was asked, and did not match', () => {
    expect(saidOf(RULES, ['nat', 'WEB', 0], 443)).toEqual([
      expect.stringMatching(/^nat PREROUTING 1 leads to WEB; it was asked and did not match: .*--dport 80/),
    ]);
  });

  it.each([
    [
      'a rule before the jump',
      ['inet fw', 'late', 0],
      [/^inet fw in 2 leads to late, and was not asked either/, /^inet fw in 1 matched before it/],
    ],
    ['a hook', ['inet fw', 'fwd', 0], [/^It is asked at FORWARD/]],
  ] as const)('rules of nftables: %s', (_, rule, said) => {
    const all = saidOf(NFT, rule);
    said.forEach((pattern, at) => expect(all[at]).toMatch(pattern));
  });

  it('a machine the packet did not come to', () => {
    const { traces, made } = sendPasted(pasted(RULES), 'eth0 192.0.2.10 -> 10.0.0.10:80/tcp');
    const asked = { netns: 'node', family: 'ipv6', ref: { table: 'filter', chain: 'INPUT', index: 0 } } as const;
    expect(whyNotReached(traces[0]!, made.network, asked).reasons.map(({ says }) => says.id)).toEqual([
      'document.why.not-asked.elsewhere',
    ]);
  });
});
