import type * as EN from '../../en/messages';
import type { Translated } from '../../translated';
import { ACCOUNT_MESSAGES } from './account';
import { CHANGES_MESSAGES } from './changes';
import { COMPARE_MESSAGES } from './compare';
import { PICTURES_MESSAGES } from './pictures';
import { AUTHOR_MESSAGES } from './author';
import { COST_MESSAGES } from './cost';
import { NAMES_MESSAGES } from './names';
import { GUIDE_MESSAGES } from './guide';
import { EDITOR_MESSAGES } from './editors';
import { ENDING_MESSAGES } from './ending';
import { FLIPS_MESSAGES } from './flips';
import { HANDS_MESSAGES } from './hands';
import { FINDINGS_MESSAGES } from './findings';
import { IMPORT_MESSAGES } from './import';
import { INSPECTOR_MESSAGES } from './inspector';
import { KEPT_MESSAGES } from './kept';
import { LESSONS_MESSAGES } from './lessons';
import { LICENCES_MESSAGES } from './licences';
import { MANY_MESSAGES } from './many';
import { PARTS_MESSAGES } from './parts';
import { PROOF_MESSAGES } from './proof';
import { REACH_MESSAGES } from './reach';
import { REBUILD_MESSAGES } from './rebuild';
import { REDACT_MESSAGES } from './redact';
import { RULES_MESSAGES } from './rules';
import { RULESET_DIFF_MESSAGES } from './ruleset-diff';
import { SHARE_MESSAGES } from './share';
import { HAND_IN_MESSAGES } from './hand-in';
import { SHEET_MESSAGES } from './sheet';
import { TABLES_MESSAGES } from './tables';
import { TIMELINE_MESSAGES } from './timeline';
import { TWO_DUMPS_MESSAGES } from './two-dumps';
import { OFFLINE_WORDS } from './offline';

/** Words of the page but for those of its first frame (first.ts): one line a room. */
export const MESSAGES = {
  account: ACCOUNT_MESSAGES,
  changes: CHANGES_MESSAGES,
  compare: COMPARE_MESSAGES,
  pictures: PICTURES_MESSAGES,
  author: AUTHOR_MESSAGES,
  cost: COST_MESSAGES,
  names: NAMES_MESSAGES,
  guide: GUIDE_MESSAGES,
  editors: EDITOR_MESSAGES,
  ending: ENDING_MESSAGES,
  flips: FLIPS_MESSAGES,
  hands: HANDS_MESSAGES,
  findings: FINDINGS_MESSAGES,
  import: IMPORT_MESSAGES,
  inspector: INSPECTOR_MESSAGES,
  kept: KEPT_MESSAGES,
  lessons: LESSONS_MESSAGES,
  licences: LICENCES_MESSAGES,
  many: MANY_MESSAGES,
  parts: PARTS_MESSAGES,
  proof: PROOF_MESSAGES,
  reach: REACH_MESSAGES,
  rebuild: REBUILD_MESSAGES,
  redact: REDACT_MESSAGES,
  rules: RULES_MESSAGES,
  rulesetDiff: RULESET_DIFF_MESSAGES,
  share: SHARE_MESSAGES,
  handIn: HAND_IN_MESSAGES,
  sheet: SHEET_MESSAGES,
  tables: TABLES_MESSAGES,
  timeline: TIMELINE_MESSAGES,
  twoDumps: TWO_DUMPS_MESSAGES,
  offline: OFFLINE_WORDS,
} satisfies Translated<typeof EN.MESSAGES>;
