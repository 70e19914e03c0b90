import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../content/examples';
import { encodeDocument } from '../core/document/document';
import { decodeLesson, encodeLesson, receiveLesson, changeScene, keepScene } from './own-lesson';
import { MAX_LINK } from './link';
import { NO_LESSON } from './preferences';
import type { OwnLesson } from './scene-state';

const DOCUMENTS = EXAMPLES.slice(0, 4).map(({ document }) => document());

function lessonOf(titles: readonly string[]): OwnLesson {
  return titles.reduce<OwnLesson>((lesson, title, at) => {
    const document = DOCUMENTS[at % DOCUMENTS.length]!;
    const kept = keepScene(lesson, { document, flowId: document.flows[0]!.id, moment: at + 1, title });
    return kept.ok ? kept.value : lesson;
  }, NO_LESSON);
}

/** Letters that do not shrink. */
const noise = (length: number): string =>
  Array.from({ length }, (_, at) => String.fromCharCode(0xac00 + ((at * 7919 + at ** 3 * 31) % 11_000))).join('');

describe('a link of a whole lesson', () => {
  it('brings every scene back as it was, documents included', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 30, unit: 'grapheme' }), { minLength: 1, maxLength: 8 }),
        fc.string({ maxLength: 80 }),
        async (titles, goal) => {
          const lesson = { ...lessonOf(titles), title: 'Mine', goal };
          const hash = await encodeLesson(lesson);
          expect(hash.ok && hash.value.length <= MAX_LINK).toBe(true);
          expect(hash.ok && (await decodeLesson(hash.value))).toEqual({ ok: true, value: lesson });
        },
      ),
      { numRuns: 10 },
    );
  });

  it('is refused with its length where it were too long for one', async () => {
    const lesson = changeScene(lessonOf(['one']), 'own-1', { notes: noise(30_000) });
    expect(await encodeLesson(lesson)).toMatchObject({ ok: false, error: { id: 'document.lesson.long' } });
  });

  it('that is damaged or holds no scene is said to be', async () => {
    const hash = await encodeLesson(lessonOf(['one', 'two']));
    const whole = hash.ok ? hash.value : '';
    const empty = await encodeLesson(NO_LESSON);
    for (const bad of ['#lesson=', '#lesson=%%%', whole.slice(0, -9), empty.ok ? empty.value : ''])
      expect(await decodeLesson(bad)).toMatchObject({ ok: false, error: { id: 'document.link.broken' } });
  });

  it('takes the place of one that came by a link, never of one that was made here', () => {
    const read = { ...lessonOf(['theirs', 'too']), title: 'Theirs' };
    const first = receiveLesson(NO_LESSON, read);
    expect(first).toMatchObject({ ok: true, value: { own: { ...read, received: true } } });
    if (!first.ok) throw new Error('refused');
    expect(encodeDocument(first.value.content.document)).toBe(encodeDocument(DOCUMENTS[0]!));
    expect(first.value.content.view).toMatchObject({ depth: 'story', flowId: DOCUMENTS[0]!.flows[0]!.id });
    expect(receiveLesson(first.value.own, { ...read, title: 'Next' })).toMatchObject({ ok: true });
    const made = { ...lessonOf(['mine']), title: 'Mine' };
    expect(receiveLesson(made, read)).toMatchObject({ ok: false, error: { id: 'document.lesson.occupied' } });
    // One's own link opens one's own lesson.
    expect(receiveLesson(made, made)).toMatchObject({ ok: true, value: { own: made } });
  });
});
