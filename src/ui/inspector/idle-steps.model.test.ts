import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { changeProxy } from '../../core/document/edits/proxy';
import { some } from '../../core/lib/testing/soaking';
import { engineAtHand } from '../../engine/testing/engine';
import { flattenedSteps, type FlatStep } from '../../store/selectors';
import { stepsOf } from '../rules/testing/steps-of';
import { listRuns } from './idle-steps.model';

/** The runs of some steps: `3 idle | rule nat KUBE-SVC`. */
const print = (text: string): string =>
  listRuns(stepsOf(text))
    .map(({ idle, steps }) => (idle ? `${steps.length} idle` : steps.map(({ data }) => data.kind).join(' ')))
    .join(' | ');

describe('steps that decide nothing', () => {
  it.each([
    [
      'rules that did not match, ends of chains and the policy',
      'hook FORWARD\n skip filter FORWARD 1-3\n return filter A\n policy filter FORWARD',
      'hook | 3 idle',
    ],
    [
      'and a jump into a chain that comes back',
      'hook FORWARD\n rule filter FORWARD 1 JUMP A\n skip filter A 1\n return filter A\n policy filter FORWARD',
      'hook | 4 idle',
    ],
    [
      'not one into a chain in which something is decided',
      'hook PREROUTING\n rule nat PREROUTING 1 JUMP A\n skip nat A 1\n rule nat A 2 JUMP B\n rule nat B 1 ACCEPT',
      'hook rule | 1 idle | rule rule',
    ],
    [
      'nor one into a chain that a rule leaves',
      'hook POSTROUTING\n rule nat POSTROUTING 1 JUMP A\n rule nat A 1 RETURN\n policy nat POSTROUTING',
      'hook rule rule | 1 idle',
    ],
    [
      'of two chains in each other, only the one in which nothing happens',
      'hook FORWARD\n rule filter FORWARD 1 JUMP A\n rule filter A 1 JUMP B\n return filter B\n mark filter A 2 0x4000\n return filter A\n policy filter FORWARD',
      'hook rule | 2 idle | rule | 2 idle',
    ],
    ['no policy that drops', 'hook INPUT\n policy filter INPUT DROP', 'hook policy'],
  ])('%s', (_what, text, expected) => {
    expect(print(text)).toBe(expected);
  });

  it('are not those whose draw said no, or that are only assumed not to match', () => {
    const [skip] = stepsOf('skip nat KUBE-SVC-X 1-2');
    const drawn = { ...skip!, data: { ...skip!.data, odds: '2/3' } } as FlatStep;
    expect(listRuns([skip!, drawn]).map(({ idle }) => idle)).toEqual([true, false]);
  });
});

const MODES = ['iptables', 'ipvs', 'nftables'] as const;
const engine = engineAtHand();

/** What a run did that is called one of steps which decide nothing. */
function whatItDid(steps: readonly FlatStep[], before: FlatStep | undefined, after: FlatStep | undefined): string[] {
  // Rules that did not match are told with the mark that the next one, which did, has left.
  const later = after?.data.kind === 'rule' ? after.data.markBefore : undefined;
  return steps.flatMap(({ index, data }) => {
    const did: string[] = [];
    if (before && data.mark !== before.data.mark && later !== before.data.mark) did.push('another mark');
    if (before && JSON.stringify(data.packet) !== JSON.stringify(before.data.packet)) did.push('another packet');
    if ('odds' in data && data.odds !== undefined) did.push('a draw');
    if ('assumed' in data && data.assumed) did.push('an assumption');
    if ('verdict' in data && !['JUMP', 'GOTO', data.kind === 'policy' ? 'ACCEPT' : ''].includes(data.verdict.kind))
      did.push(data.verdict.kind);
    if (!['rule', 'skip', 'return', 'policy'].includes(data.kind)) did.push(data.kind);
    return did.map((what) => `${index}: ${what}`);
  });
}

/** Jumps of a run into a chain from which the walk never came back, or in which something outside of the run happened. */
function wentOn(run: readonly FlatStep[], hop: readonly FlatStep[]): string[] {
  const inRun = new Set(run.map(({ index }) => index));
  return run.flatMap(({ index, data }) => {
    if (data.kind !== 'rule' || (data.verdict.kind !== 'JUMP' && data.verdict.kind !== 'GOTO')) return [];
    const { chain } = data.verdict;
    const behind = hop.filter((step) => step.index > index);
    const end = behind.findIndex((step) => step.data.kind === 'return' && step.data.chain === chain);
    const inside = behind.slice(0, end);
    return end < 0 || inside.some((step) => !inRun.has(step.index)) ? [`${index}: ${chain}`] : [];
  });
}

describe('of every example, in each mode', () => {
  it.each(some(EXAMPLES, 3).map((example) => [example.id, example] as const))('%s', (_id, example) => {
    const wrong: string[] = [];
    let folded = 0;
    for (const mode of MODES) {
      const document = changeProxy(example.document(), { mode });
      engine.open(document);
      for (const { id } of document.flows) {
        const steps = flattenedSteps(engine.run(id, { outcome: 0 }));
        for (const hop of new Set(steps.map((step) => step.hop))) {
          const inHop = steps.filter((step) => step.hop === hop);
          for (const leg of new Set(inHop.map((step) => step.leg))) {
            const own = inHop.filter((step) => step.leg === leg);
            for (const run of listRuns(own).filter(({ idle }) => idle)) {
              folded += run.steps.length;
              const from = own.indexOf(run.steps[0]!);
              wrong.push(
                ...whatItDid(run.steps, own[from - 1], own[from + run.steps.length]),
                ...wentOn(run.steps, own),
              );
            }
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(folded).toBeGreaterThan(0);
  });
});
