import { expect, it } from 'vitest';
import { classifyFinding } from '../../core/questions/evidence/strength';
import { EVIDENCE_BOOKS } from '../en/phrases/evidence-books';

/** The id of a finding, as `rankFinding` knows it, of the id of its sentence. */
const findingId = (phrase: string): string => phrase.replace('evidence.', '').replace('known.', 'known-');

it('what is said to be likely stands below no heading that calls it wrong', () => {
  const likely = Object.entries(EVIDENCE_BOOKS).flatMap(([id, says]) =>
    says.startsWith('Likely, not proven') ? [findingId(id)] : [],
  );
  expect(likely.length).toBeGreaterThan(50);
  expect(likely.filter((id) => classifyFinding({ id, severity: 'warning' }) !== 'likely')).toEqual([]);
});
