import { DRIFT_PHRASES } from './drift';
import { EVIDENCE_PHRASES } from './evidence';
import { LOG_CAUSE_PHRASES } from './log-causes';
import { NODE_OUTPUT_PHRASES } from './node-output';
import { RECONSTRUCT_PHRASES } from './reconstruct';
import { REACH_PHRASES } from './reach';
import { REACH_HOST_PHRASES } from './reach-hosts';
import { REPORT_PHRASES } from './report';
import { MACHINE_PHRASES } from './machine';
import { SETTING_PAIR_PHRASES } from './setting-pairs';
import { SHEET_PHRASES } from './sheet';
import { CONTRAST_PHRASES } from './contrasts';
import { SYMPTOM_PHRASES } from './symptoms';

/** Sentences that a window of the page loads with itself, and those of the command alone. */
export const MORE_PHRASES = {
  ...DRIFT_PHRASES,
  ...EVIDENCE_PHRASES,
  ...LOG_CAUSE_PHRASES,
  ...NODE_OUTPUT_PHRASES,
  ...RECONSTRUCT_PHRASES,
  ...REACH_PHRASES,
  ...REACH_HOST_PHRASES,
  ...REPORT_PHRASES,
  ...MACHINE_PHRASES,
  ...SETTING_PAIR_PHRASES,
  ...SHEET_PHRASES,
  ...CONTRAST_PHRASES,
  ...SYMPTOM_PHRASES,
} as const;
