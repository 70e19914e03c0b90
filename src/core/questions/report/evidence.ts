import type { Document } from '../../document/document';
import type { Assumption } from '../../paste/pasted-types';
import type { SaidLine } from '../../sheet/said';

/** So many lines of a sentence are shown. */
export const MOST_LINES = 3;

/** The lines of pasted texts that something was read off. */
export function evidenceLines({ pasted }: Document, evidence: Assumption['evidence']): readonly SaidLine[] {
  const titles = new Map(pasted.texts.map(({ id, title }) => [id, title]));
  return evidence
    .slice(0, MOST_LINES)
    .map(({ line, source }) => ({ file: titles.get(source ?? '') ?? pasted.texts[0]?.title ?? '', line }));
}
