import { DRIFT_PHRASES } from './drift';
import { EVIDENCE_BOOKS } from './evidence-books';
import { RECONSTRUCT_PHRASES } from './reconstruct';
import { REACH_PHRASES } from './reach';
import { REACH_HOST_PHRASES } from './reach-hosts';
import { REPORT_PHRASES } from './report';
import { MACHINE_PHRASES } from './machine';
import { SHEET_PHRASES } from './sheet';

/** Sentences that a window of the page loads with itself, and those of the command alone. */
export const MORE_PHRASES = {
  ...DRIFT_PHRASES,
  ...EVIDENCE_BOOKS,
  ...RECONSTRUCT_PHRASES,
  ...REACH_PHRASES,
  ...REACH_HOST_PHRASES,
  ...REPORT_PHRASES,
  ...MACHINE_PHRASES,
  ...SHEET_PHRASES,
} as const;
