import type { Locale } from '../../content/phrases';
import { COMMON_MESSAGES } from '../common/messages';
import { COMPARE_MESSAGES } from '../compare/messages';
import { COST_MESSAGES } from '../cost/messages';
import { EDITOR_MESSAGES } from '../editors/messages';
import { FINDINGS_MESSAGES } from '../findings/messages';
import { IMPORT_MESSAGES } from '../import/messages';
import { FLIPS_MESSAGES } from '../inspector/flips-messages';
import { INSPECTOR_MESSAGES } from '../inspector/messages';
import { KEPT_MESSAGES } from '../kept/messages';
import { LICENCES_MESSAGES } from '../licences/messages';
import { MANY_MESSAGES } from '../many/messages';
import { PARTS_MESSAGES } from '../parts/messages';
import { PROOF_MESSAGES } from '../proof/messages';
import { REBUILD_MESSAGES } from '../rebuild/messages';
import { RULESET_DIFF_MESSAGES } from '../ruleset-diff/messages';
import { CHANGES_MESSAGES } from '../rules/changes/messages';
import { REDACT_MESSAGES } from '../redact/messages';
import { RULES_MESSAGES } from '../rules/messages';
import { HANDS_MESSAGES } from '../topology/hands-messages';
import { TOPOLOGY_MESSAGES } from '../topology/messages';
import { SHARE_MESSAGES } from '../share/messages';
import { GUIDE_MESSAGES } from '../shell/guide-messages';
import { SHELL_MESSAGES } from '../shell/messages';
import { TABLES_MESSAGES } from '../tables/messages';
import { TWO_DUMPS_MESSAGES } from '../two-dumps/messages';

/** One line a room: its words in English and Korean, used as `useTranslations('<room>')`. */
export const ROOMS = {
  changes: CHANGES_MESSAGES,
  common: COMMON_MESSAGES,
  compare: COMPARE_MESSAGES,
  cost: COST_MESSAGES,
  guide: GUIDE_MESSAGES,
  editors: EDITOR_MESSAGES,
  flips: FLIPS_MESSAGES,
  hands: HANDS_MESSAGES,
  findings: FINDINGS_MESSAGES,
  import: IMPORT_MESSAGES,
  inspector: INSPECTOR_MESSAGES,
  kept: KEPT_MESSAGES,
  licences: LICENCES_MESSAGES,
  many: MANY_MESSAGES,
  parts: PARTS_MESSAGES,
  proof: PROOF_MESSAGES,
  rebuild: REBUILD_MESSAGES,
  redact: REDACT_MESSAGES,
  rules: RULES_MESSAGES,
  rulesetDiff: RULESET_DIFF_MESSAGES,
  topology: TOPOLOGY_MESSAGES,
  share: SHARE_MESSAGES,
  shell: SHELL_MESSAGES,
  tables: TABLES_MESSAGES,
  twoDumps: TWO_DUMPS_MESSAGES,
} as const;

type Rooms = typeof ROOMS;

/** The shape every key and argument is checked against: English. */
export type Messages = { readonly [Room in keyof Rooms]: Rooms[Room]['en'] };

function wordsOf(locale: Locale): Messages {
  return Object.fromEntries(Object.entries(ROOMS).map(([room, words]) => [room, words[locale]])) as unknown as Messages;
}

/** All words by language. */
export const MESSAGES: Readonly<Record<Locale, Messages>> = { en: wordsOf('en'), ko: wordsOf('ko') };

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
    Locale: Locale;
  }
}
