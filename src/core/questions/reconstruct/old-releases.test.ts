import { describe, expect, it } from 'vitest';
import { observedOfPasted } from './observe-pasted';
import { reconstruct } from './reconstruct';
import { nodeText } from './testing/node-text';

/** The rules of 1.16 as 1.12 would have written them. */
function asOld(text: string): string {
  return text
    .replace(/-A KUBE-FORWARD -m conntrack --ctstate INVALID -j DROP\n/, '')
    .replace(/-A (?:FORWARD|INPUT) .*-j KUBE-SERVICES\n/g, '')
    .replaceAll(' --random-fully', '')
    .replaceAll(/^(-A KUBE-S(?:VC|EP)-\S+ (?:-s \S+ )?)/gm, '$1-m comment --comment "default/web:" ');
}

function rebuilt(text: string) {
  return reconstruct(observedOfPasted({ texts: [{ id: 'a', title: '', text }], facts: {} }));
}

describe('a dump older than what is compiled', () => {
  const made = rebuilt(asOld(nodeText('iptables', '1.16')));

  it('is told by what is not there yet', () => {
    expect(made?.release).toMatchObject({ to: '1.12', release: '1.12' });
    expect([made?.compared, made?.comparedWith]).toEqual([false, '1.16']);
  });

  it('differs by what came between, and says so', () => {
    const differences = made?.differences ?? [];
    expect(differences.length).toBeGreaterThan(10);
    expect(differences.filter(({ ofRelease }) => !ofRelease)).toEqual([]);
    expect(new Set(differences.map(({ why }) => why.id))).toEqual(
      new Set([
        'reconstruct.old-release.random-fully',
        'reconstruct.old-release.invalid',
        'reconstruct.old-release.comments',
        'reconstruct.old-release.portal-jumps',
      ]),
    );
  });

  it('still has differences of its own', () => {
    const text = asOld(nodeText('iptables', '1.16')).replace(
      '-A KUBE-MARK-MASQ',
      '-A KUBE-MARK-MASQ -j ACCEPT\n-A KUBE-MARK-MASQ',
    );
    const own = rebuilt(text)?.differences.filter(({ ofRelease }) => !ofRelease) ?? [];
    expect(own.map(({ kind, chain, text: rule }) => `${kind} ${chain} ${rule}`)).toEqual([
      'changed KUBE-MARK-MASQ -j ACCEPT',
    ]);
  });

  it('is no excuse for one that is compiled', () => {
    const text = nodeText('iptables', '1.16').replaceAll(' --random-fully', '');
    const differences = rebuilt(text)?.differences ?? [];
    expect(differences).toHaveLength(2);
    expect(differences.every(({ ofRelease }) => ofRelease === undefined)).toBe(true);
  });
});
