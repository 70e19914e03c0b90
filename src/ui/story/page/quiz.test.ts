import { describe, expect, it } from 'vitest';
import type { QuestionKind, StoryQuestion } from '../../../core/story/question';
import { SCENES } from '../../../content/scenes';
import { askedOf } from '../../../core/story/testing/keys';
import { walkMade } from '../../../core/story/testing/walks';
import { thinned } from '../../../core/lib/testing/soaking';
import { derivePasted } from '../../../core/document/derive-pasted';
import { createEngine } from '../../../engine/engine';
import { benchOn } from '../../../engine/questions/open';
import { run } from '../../../engine/questions/run';
import { story } from '../../../engine/questions/story';
import { storyCast } from '../cast/cast.model';
import { pickQuestions, questionBetween, explainAnswer, lettersOnStage, wantedKinds } from './quiz.model';

function question(kind: QuestionKind, before: number): StoryQuestion {
  return { kind, before, asks: { id: 'question.which-pod' }, options: [], key: 0 };
}

const ASKED = [question('which-rule', 0), question('which-pod', 2), question('where', 2), question('ends', 7)];

describe('what is asked', () => {
  it('is nothing; where all is hidden each choice, verdict and source', () => {
    expect(wantedKinds(false)).toEqual([]);
    expect(wantedKinds(true)).toEqual(['chance', 'which-pod', 'source-changes', 'source-seen', 'ends']);
  });

  it('is once a moment, of the kind that comes first, and never before the first', () => {
    expect(pickQuestions(ASKED, ['where', 'which-pod', 'ends', 'which-rule']).map(({ kind }) => kind)).toEqual([
      'where',
      'ends',
    ]);
  });

  it('stands before the moment that answers it until it was answered', () => {
    const open = new Map<number, unknown>();
    expect(questionBetween(ASKED, { from: 1, to: 9 }, open)?.before).toBe(2);
    expect(questionBetween(ASKED, { from: 1, to: 9 }, new Map([[2, 1]]))?.before).toBe(7);
    expect(questionBetween(ASKED, { from: 0, to: 1 }, open)).toBeUndefined();
    expect(questionBetween(ASKED, { from: 7, to: 2 }, open)).toBeUndefined();
  });
});

/** Phrases that say that an answer is wrong, or what is right, without a reason. */
const NO_REASON = /^question\.why\.(?:not-seen|not-here|route-not|ends|engine)$/;

describe('a wrong answer gets its reason at once', () => {
  it.each(
    thinned(SCENES.filter(({ question: kind }) => kind !== undefined)).map((scene) => [scene.id, scene] as const),
  )('%s', (_, scene) => {
    const asked = askedOf(walkMade(scene.document)).find(({ kind, before }) => kind === scene.question && before > 0);
    for (const [at] of asked?.options.entries() ?? []) {
      const reasons = asked ? explainAnswer(asked, at).map(({ id }) => id) : [];
      expect(reasons.filter((id) => !NO_REASON.test(id))).not.toEqual([]);
    }
  });
});

describe('letters on the stage', () => {
  it('stand beside all whom an answer names, the Pod that is not ready among them', () => {
    const document = SCENES.find(({ id }) => id === 'not-ready')!.document();
    const engine = createEngine(derivePasted);
    const bench = benchOn(engine, document);
    const result = run(engine, { flowId: 'flow-1' });
    const cast = storyCast({ document, bench, result, ...story(engine, { flowId: 'flow-1' }) });
    const asked = askedOf(walkMade(() => document)).find(({ kind }) => kind === 'who-cannot')!;
    expect(asked.options.map(({ end }) => end?.name)).toContain('web-slow');
    const letters = lettersOnStage(asked, cast);
    expect([...letters.values()].toSorted()).toEqual(['A', 'B', 'C']);
    expect(letters.get('default/web-slow')).toBe('ABC'[asked.key]);
  });
});
