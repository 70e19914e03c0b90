import { describe, expect, it } from 'vitest';
import { ipAddr, pasted, sendPasted } from '../paste/testing/paste';
import { sumOdds } from './odds';

const ADDR = ipAddr('10.0.0.5/24', '10.244.1.1/24');
const LADDER = `*nat
:PREROUTING ACCEPT [0:0]
-A PREROUTING -d 10.96.0.9/32 -p tcp -m statistic --mode random --probability 0.33333333349 -j DNAT --to-destination 10.244.1.7:80
-A PREROUTING -d 10.96.0.9/32 -p tcp -m statistic --mode random --probability 0.50000000000 -j DNAT --to-destination 10.244.1.8:80
-A PREROUTING -d 10.96.0.9/32 -p tcp -j DNAT --to-destination 10.244.1.9:80
COMMIT
`;
const numgen = (how: string): string => `table ip t {
	chain pre {
		type nat hook prerouting priority dstnat; policy accept;
		ip daddr 10.96.0.9 tcp dport 80 dnat to numgen ${how} mod 3 map { 0 : 10.244.1.7, 1 : 10.244.1.8, 2 : 10.244.1.9 }
	}
}
`;
const IPVS = `TCP  10.96.0.9:80 rr
  -> 10.244.1.7:80             Masq    1      0          0
  -> 10.244.1.8:80             Masq    1      0          0
  -> 10.244.1.9:80             Masq    1      0          0
`;
const FLOW = 'eth0 10.0.0.9 -> 10.96.0.9:80/tcp';

describe('odds of an outcome, and of several', () => {
  it.each([
    ['a ladder of three rules', LADDER, ['1/3 0.33333', '1/3 0.33333', '1/3 0.33333']],
    ['a draw of 2^32 numbers among three', numgen('random'), ['1/3 0.33333', '1/3 0.33333', '1/3 0.33333']],
    ['one after the other: nothing is drawn', numgen('inc'), ['1']],
    ['rr of IPVS', IPVS, ['1']],
  ])('%s', (_, rules, odds) => {
    const { outcomes } = sendPasted(pasted(ADDR, rules), FLOW);
    const told = outcomes.map((outcome) => sumOdds([outcome]));
    const text = told.map(({ probability, kernelProbability }) =>
      [probability, kernelProbability?.toFixed(5)].filter((each) => each !== undefined).join(' '),
    );
    expect(text).toEqual(odds);
    expect(sumOdds(outcomes)).toEqual({ probability: '1' });
  });

  it('are not known where those of one are not', () => {
    expect(sumOdds([{ probability: '1/2' }, {}])).toEqual({});
    expect(sumOdds([])).toEqual({ probability: '0' });
  });
});
