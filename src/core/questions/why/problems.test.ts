import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSpeaker } from '../../../content/phrases';
import { derivePasted } from '../../document/derive-pasted';
import { createDeriveWith } from '../../document/derive-cluster';
import type { Document } from '../../document/document';
import { some, thinned } from '../../lib/testing/soaking';
import { applyChange } from './candidate';
import { endingIn } from './ending';
import { documentOf, NO_PROBLEMS, PROBLEMS } from './testing/problems';
import { whatFlips, type Flips, type Tried } from './what-flips';

const say = createSpeaker('en');

const FOLDER = new URL('testdata/problems/', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');

const asked = new Map<(typeof PROBLEMS)[number], Flips | undefined>();

/** As {@link whyOf}; what is asked twice of one problem is looked up once. */
function whyOfProblem(problem: (typeof PROBLEMS)[number]): Flips | undefined {
  if (!asked.has(problem)) asked.set(problem, whyOf(documentOf(problem, textOf(problem.file))));
  return asked.get(problem);
}

function whyOf(document: Document): Flips | undefined {
  const steps = whatFlips({ document, flowId: 'flow-1' }, createDeriveWith(derivePasted));
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

const said = ({ says }: Pick<Tried, 'says'>): string => say(says);
/** What is offered first: where the packet failed what lets it through, else what the receiver would see instead. */
const firstOf = ({ through, found }: Flips): Tried | undefined =>
  found.find(({ effect }) => (through ? effect === 'source' || effect === 'together' : effect === 'flips'));

describe('problems people reported', () => {
  it.each(thinned(PROBLEMS))('$file: the cause, and the change offered first', (problem) => {
    const { cause, first } = problem;
    const why = whyOfProblem(problem);
    expect(why?.causes[0] && said(why.causes[0])).toMatch(cause);
    const offered = why && firstOf(why);
    expect(offered && said(offered)).toEqual(first ? expect.stringMatching(first) : undefined);
  });

  it.each(NO_PROBLEMS)('$file: answered, and the receiver sees who sent it', (problem) => {
    const why = whyOf(documentOf(problem, textOf(problem.file)));
    expect(why?.before.through).toBe('1');
    expect(why?.causes).toEqual([]);
  });

  it('what another than an endpoint answered is told so, not as “no answer”', () => {
    const problem = PROBLEMS.find(({ file }) => file === '16-hostport-ipvs.txt')!;
    const why = whyOfProblem(problem)!;
    expect(why.before).toMatchObject({ through: '0', astray: true });
    expect(firstOf(why)?.after.astray).toBeUndefined();
  });

  it('IPVS mode, in which every node answers for an externalIP, is no certain way', () => {
    const problem = PROBLEMS.find(({ file }) => file === '20-external-ip.yaml')!;
    const { found } = whyOfProblem(problem)!;
    const ofMode = found.filter(({ change }) => change.kind === 'mode' && change.mode === 'ipvs');
    expect(ofMode.map(({ effect }) => effect)).not.toContain('flips');
  });

  it.each(thinned(PROBLEMS))(
    '$file: what is offered does what it says, and comes in the order of advice',
    (problem) => {
      const document = documentOf(problem, textOf(problem.file));
      const found = whyOfProblem(problem)?.found ?? [];
      for (const { change, after } of some(found, 3)) {
        const next = applyChange(document, change);
        const derive = createDeriveWith(derivePasted);
        const again = endingIn(next, next.flows[0], { derive, services: derive(document).found });
        expect(again?.through).toBe(after.through);
      }
      const removed = found.findIndex(({ says: { id } }) => id === 'document.why.rule-out');
      const behind = removed < 0 ? [] : found.slice(removed);
      expect(behind.every(({ says: { id } }) => id === 'document.why.rule-out')).toBe(true);
    },
  );
});
