import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../content/examples';
import { encodeDocument } from '../core/document/document';
import { changeScene, hideLesson, keepScene, moveScene, ownContent, parseLesson, printLesson } from './own-lesson';
import { NO_LESSON, readOwnLesson, readPreferences } from './preferences';
import type { OwnLesson } from './scene-state';

const DOCUMENTS = EXAMPLES.slice(0, 4).map(({ document }) => document());

/** A lesson of as many scenes as titles. */
function lessonOf(titles: readonly string[]): OwnLesson {
  return titles.reduce<OwnLesson>((lesson, title, at) => {
    const document = DOCUMENTS[at % DOCUMENTS.length]!;
    const kept = keepScene(lesson, { document, flowId: document.flows[0]!.id, moment: at + 1, title });
    return kept.ok ? kept.value : lesson;
  }, NO_LESSON);
}

const titles = fc.array(fc.string({ maxLength: 30 }), { minLength: 1, maxLength: 6 });

describe("an author's own lesson", () => {
  it('comes back from its file, and from the preferences, as it was', () => {
    fc.assert(
      fc.property(titles, fc.string(), (names, goal) => {
        const lesson = { ...lessonOf(names), title: 'Mine', goal };
        const read = parseLesson(printLesson(lesson));
        expect(read).toEqual({ ok: true, value: lesson });
        expect(readPreferences(JSON.stringify({ own: lesson })).own).toEqual(lesson);
      }),
      { numRuns: 30 },
    );
  });

  it('keeps every scene wherever it is moved to, each with an id of its own', () => {
    fc.assert(
      fc.property(titles, fc.array(fc.tuple(fc.nat(6), fc.constantFrom<1 | -1>(1, -1))), (names, moves) => {
        const lesson = lessonOf(names);
        const moved = moves.reduce((each, [at, by]) => moveScene(each, `own-${at + 1}`, by), lesson);
        expect(moved.scenes.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
          lesson.scenes.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        );
        expect(new Set(moved.scenes.map(({ id }) => id)).size).toBe(names.length);
      }),
      { numRuns: 30 },
    );
  });

  it('keeps question and notes of the scene a walk came from', () => {
    const [document] = DOCUMENTS;
    const walk = { document: document!, flowId: document!.flows[0]!.id, moment: 4, title: 'Mine' };
    const kept = keepScene(NO_LESSON, { ...walk, notes: 'Wait.', question: 'which-pod' });
    expect(kept).toMatchObject({ value: { scenes: [{ notes: 'Wait.', question: 'which-pod', moment: 4 }] } });
    expect(keepScene(NO_LESSON, walk)).toMatchObject({ value: { scenes: [{ notes: '' }] } });
  });

  it('puts a scene on the bench with its flow and moment', () => {
    const lesson = lessonOf(['one', 'two', 'three']);
    const content = ownContent(lesson, 'own-2')!;
    expect(encodeDocument(content.document)).toBe(encodeDocument(DOCUMENTS[1]!));
    expect(content.view).toEqual({ depth: 'story', flowId: DOCUMENTS[1]!.flows[0]!.id, moment: 2 });
    expect(ownContent(lesson, 'own-9')).toBeUndefined();
    expect(ownContent(changeScene(lesson, 'own-2', undefined), 'own-2')).toBeUndefined();
  });

  it('is refused with a word where it is none, or holds what cannot be opened', () => {
    const good = JSON.parse(printLesson(lessonOf(['one']))) as Record<string, unknown>;
    for (const bad of [
      '',
      '{',
      '[]',
      '{}',
      JSON.stringify({ ...good, format: 'other' }),
      JSON.stringify({ ...good, scenes: 5 }),
    ]) {
      expect(parseLesson(bad)).toMatchObject({ ok: false, error: { id: 'document.lesson.none' } });
    }
    const broken = { ...good, scenes: [{ ...lessonOf(['one']).scenes[0]!, document: '{"version":99}' }] };
    expect(parseLesson(JSON.stringify(broken)).ok).toBe(false);
  });

  it('leaves out what is no scene, whatever stands there', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const lesson = readOwnLesson({ title: '', goal: '', scenes: [value] });
        expect(lesson?.scenes).toEqual([]);
      }),
    );
  });

  it('says so where scenes are more than the browser keeps', () => {
    const document = DOCUMENTS[0]!;
    const huge = { ...document, title: 'x'.repeat(1_600_000) };
    const kept = keepScene(NO_LESSON, { document: huge, flowId: '', moment: 1, title: '' });
    expect(kept).toMatchObject({ ok: false, error: { id: 'document.lesson.large' } });
  });
});

describe('a lesson that leaves', () => {
  it('is made of what may: every document, every title, every note; nothing leaves where hiding fails', async () => {
    const lesson: OwnLesson = {
      ...lessonOf(['one', 'two']),
      title: 'Title of acme',
      goal: 'Goal of acme',
    };
    const noted = changeScene(lesson, lesson.scenes[0]?.id ?? '', { title: 'acme one', notes: 'ask acme' });
    const hidden = await hideLesson(noted, {
      redactedScene: (document) => Promise.resolve({ ...document, title: 'n' }),
      redactedText: (_, text) => Promise.resolve(text.replaceAll('acme', 'n')),
    });
    expect(printLesson(hidden)).not.toContain('acme');
    expect(hidden.scenes.map(({ document }) => (JSON.parse(document) as { title: string }).title)).toEqual(['n', 'n']);
    const fails = { redactedScene: () => Promise.reject(new Error('no')), redactedText: () => Promise.resolve('') };
    await expect(hideLesson(noted, fails)).rejects.toThrow('no');
  });
});
