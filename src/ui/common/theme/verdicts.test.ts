import { describe, expect, it } from 'vitest';
import { dispositionMark, targetMark, verdictMark } from './verdicts';

describe('verdict marks', () => {
  it.each([
    ['ACCEPT', '✓', 'ok'],
    ['DROP', '✕', 'drop'],
    ['REJECT', '⟲', 'rej'],
    ['DNAT', '→', 'nat'],
    ['SNAT', '⇠', 'nat'],
    ['MASQUERADE', '⇠', 'nat'],
    ['RETURN', '↩\uFE0E', 'quiet'],
    ['JUMP', '↘\uFE0E', 'quiet'],
  ])('%s is %s', (name, sign, tone) => {
    expect(targetMark(name)).toEqual({ sign, word: name, tone });
  });

  it('gives a target without a sign of its own its name', () => {
    expect(targetMark('TPROXY')).toEqual({ sign: '·', word: 'TPROXY', tone: 'quiet' });
  });

  it('names who took a stolen packet', () => {
    expect(verdictMark({ kind: 'STOLEN', by: 'DNAT' }).word).toBe('DNAT');
  });

  it('never lets an unknown end look like a delivery', () => {
    expect(
      dispositionMark({ kind: 'UNKNOWN', netns: 'node1', reason: { id: 'sim.routing.local' } as const }).tone,
    ).toBe('unknown');
    expect(dispositionMark({ kind: 'DELIVERED', netns: 'pod', to: 'web' }).tone).toBe('ok');
  });
});
