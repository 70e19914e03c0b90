import { EXAMPLES } from '../../content/examples';
import { encodeDocument } from '../../core/document/document';
import type { OwnLesson } from '../scene-state';

/** A lesson as an older page kept it, of as many scenes as titles; `notes` stand at each, a question at the first. */
export function olderLesson(titles: readonly string[], notes = ''): OwnLesson {
  const scenes = titles.map((title, at) => {
    const document = EXAMPLES[at % 4]!.document();
    const asked = at === 0 ? { question: 'ends' as const } : {};
    const flowId = document.flows[0]!.id;
    return { id: `own-${at + 1}`, title, notes, ...asked, moment: at + 1, flowId, document: encodeDocument(document) };
  });
  return { title: 'Mine', goal: 'To know', scenes };
}

/** The file of a lesson, as an older page wrote it. */
export const olderFile = (lesson: OwnLesson): string =>
  JSON.stringify({ format: 'rulewalk-lesson', version: 1, ...lesson });
