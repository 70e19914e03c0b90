import { describe, expect, it } from 'vitest';
import { getMinor } from '../../kubernetes/release';
import { observedOfPasted } from './observe-pasted';
import { reconstruct } from './reconstruct';
import { nodeText } from './testing/node-text';

function rebuilt(text: string) {
  return reconstruct(observedOfPasted({ texts: [{ id: 'a', title: '', text }], facts: {} }));
}

const ERAS = Array.from({ length: 14 }, (_, i) => `1.${i + 2}`);

describe.each(ERAS)('rules of %s', (release) => {
  const made = rebuilt(nodeText('iptables', release));

  it('are told to be of its era, and come back', () => {
    const { from = '', to = '' } = made?.release ?? {};
    expect(getMinor(from)).toBeLessThanOrEqual(getMinor(release));
    expect(getMinor(to)).toBeGreaterThanOrEqual(getMinor(release));
    expect(made?.differences).toEqual([]);
    expect([made?.compared, made?.comparedWith]).toEqual([true, made?.release.release]);
  });

  it('still have differences of their own', () => {
    const text = nodeText('iptables', release).replace(
      '-A KUBE-MARK-MASQ',
      '-A KUBE-MARK-MASQ -j ACCEPT\n-A KUBE-MARK-MASQ',
    );
    expect(rebuilt(text)?.differences.map(({ kind, chain, text: rule }) => `${kind} ${chain} ${rule}`)).toEqual([
      'changed KUBE-MARK-MASQ -j ACCEPT',
    ]);
  });
});
