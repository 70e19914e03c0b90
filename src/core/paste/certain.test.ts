import { describe, expect, it } from 'vitest';
import { certainOf } from '../sim/odds';
import { pasted, sendPasted } from './testing/paste';

const dump = (...rules: readonly string[]): string =>
  [
    '*filter',
    ':INPUT ACCEPT',
    ':FORWARD ACCEPT',
    ':OUTPUT ACCEPT',
    'COMMIT',
    '*nat',
    ':PREROUTING ACCEPT',
    ':POSTROUTING ACCEPT',
    ...rules,
    'COMMIT',
    '',
  ].join('\n');
const SET = '-m set --match-set SOME src';
const DNAT = '-A PREROUTING -d 10.96.0.10/32 -p tcp -m tcp --dport 53 -j DNAT --to-destination 10.0.0.77:53';

const certain = (text: string): ReturnType<typeof certainOf> =>
  certainOf(sendPasted(pasted(text), 'eth0 10.0.0.50 -> 10.96.0.10:53/tcp').outcomes, false);

describe('what is certain over all outcomes', () => {
  it('is not asked where nothing unknown decides', () => {
    expect(certain(dump(DNAT))).toBeUndefined();
  });

  it('is that it is delivered, but not with which source', () => {
    const found = certain(dump(DNAT, `-A POSTROUTING ${SET} -j MASQUERADE`));
    expect(found).toMatchObject({ end: { kind: 'DELIVERED' }, oneSource: false, ways: 2 });
  });

  it('is nothing where a set that was not pasted decides whether it gets there', () => {
    const text = dump(DNAT).replace('COMMIT', `-A FORWARD ${SET} -j DROP\nCOMMIT`);
    const found = certain(text);
    expect(found).toMatchObject({ oneSource: false, ways: 2 });
    expect(found?.end).toBeUndefined();
  });

  it('asks the same unknown of one packet once', () => {
    const twice = dump(DNAT).replace(
      'COMMIT',
      `-A FORWARD ${SET} -j DROP\n-A FORWARD ! -i lo ${SET} -j REJECT\nCOMMIT`,
    );
    expect(certain(twice)?.ways).toBe(2);
  });
});
