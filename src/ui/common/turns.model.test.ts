import { describe, expect, it } from 'vitest';
import { WEB_TWO_NODES } from '../../content/examples/web-two-nodes';
import { createSpeaker } from '../../content/phrases';
import { changeProxy } from '../../core/document/edits/proxy';
import { narrate, tell } from '../../core/sim/narrate';
import { engineAtHand } from '../../engine/testing/engine';
import { flattenedSteps } from '../../store/selectors';
import { isInTurn, shareOf } from './turns.model';

/** The steps of the first walk in a mode, with the scheduler IPVS has there. */
function walk(mode: 'iptables' | 'ipvs' | 'userspace', release: '1.20' | '1.30', scheduler = 'rr') {
  const proxied = changeProxy(WEB_TWO_NODES.document(), { mode, release });
  const document = { ...proxied, kubeProxy: { ...proxied.kubeProxy, ipvs: { scheduler } } };
  const engine = engineAtHand();
  engine.open(document);
  return flattenedSteps(engine.run(document.flows[0]?.id ?? '', { outcome: 0 }));
}

describe('endpoints that are taken in turn', () => {
  it.each([
    ['ipvs', '1.30', 'rr', true],
    ['ipvs', '1.30', 'wrr', true],
    ['ipvs', '1.30', 'sh', false],
    ['userspace', '1.20', 'rr', true],
    ['iptables', '1.30', 'rr', false],
  ] as const)('%s of %s, %s: %s', (mode, release, scheduler, expected) => {
    expect(isInTurn(walk(mode, release, scheduler))).toBe(expected);
  });

  it.each(['en', 'ko'] as const)('are no chance in any sentence of their walk, in %s', (locale) => {
    const say = createSpeaker(locale);
    const steps = walk('ipvs', '1.30');
    const said = steps.flatMap((step) => {
      const narration = narrate(step, steps, { called: (name) => name, odds: undefined });
      return (['trace', 'caption', 'card'] as const).map((form) => say(tell(narration, form)));
    });
    expect(said.join('\n')).toMatch(/in turn|차례대로/);
    expect(said.filter((text) => /chance|odds|확률/.test(text))).toEqual([]);
  });

  it('have a share each', () => {
    expect([shareOf('1/3'), shareOf('1'), shareOf(undefined)]).toEqual([{ part: 1, whole: 3 }, undefined, undefined]);
  });
});
