import type * as EN from '../../en/phrases/evidence-books';
import type { Translated } from '../../translated';
import { EVIDENCE_PHRASES } from './evidence';
import { FACT_RELATION_PHRASES } from './fact-relations';
import { KNOWN_CARRIER_CAUSE_PHRASES } from './known-carrier-causes';
import { KNOWN_CAUSE_PHRASES } from './known-causes';
import { KNOWN_CLOUD_CAUSE_PHRASES } from './known-cloud-causes';
import { KNOWN_GENERAL_CAUSE_PHRASES } from './known-general-causes';
import { KNOWN_HOST_CAUSE_PHRASES } from './known-host-causes';
import { LOG_CAUSE_PHRASES } from './log-causes';
import { NODE_OUTPUT_PHRASES } from './node-output';
import { OBJECT_TIME_PHRASES } from './object-times';
import { SETTING_PAIR_PHRASES } from './setting-pairs';
import { CONTRAST_PHRASES } from './contrasts';
import { SYMPTOM_PHRASES } from './symptoms';
import { TOLD_WALK_PHRASES } from './told-walk';

/** All sentences on what texts prove or name: the window that says them loads them together, and the command. */
export const EVIDENCE_BOOKS = {
  ...EVIDENCE_PHRASES,
  ...LOG_CAUSE_PHRASES,
  ...NODE_OUTPUT_PHRASES,
  ...SETTING_PAIR_PHRASES,
  ...CONTRAST_PHRASES,
  ...SYMPTOM_PHRASES,
  ...FACT_RELATION_PHRASES,
  ...KNOWN_CAUSE_PHRASES,
  ...KNOWN_CARRIER_CAUSE_PHRASES,
  ...KNOWN_CLOUD_CAUSE_PHRASES,
  ...KNOWN_GENERAL_CAUSE_PHRASES,
  ...KNOWN_HOST_CAUSE_PHRASES,
  ...OBJECT_TIME_PHRASES,
  ...TOLD_WALK_PHRASES,
} satisfies Translated<typeof EN.EVIDENCE_BOOKS>;
