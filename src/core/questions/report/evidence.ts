import type { Document } from '../../document/document';
import type { Assumption } from '../../paste/pasted-types';
import type { SaidLine } from '../../sheet/said';

/** So many lines of a sentence are shown. */
export const MOST_LINES = 3;

/** The lines of pasted texts that something was read off. */
export function evidenceLines({ pasted }: Document, evidence: Assumption['evidence']): readonly SaidLine[] {
  const texts = new Map(pasted.texts.map((each) => [each.id, each]));
  return evidence.slice(0, MOST_LINES).map(({ line, source }) => {
    const from = texts.get(source ?? '') ?? pasted.texts[0];
    const text = from?.text.split('\n', line)[line - 1]?.trim();
    return { file: from?.title ?? '', line, ...(text ? { text } : {}) };
  });
}
