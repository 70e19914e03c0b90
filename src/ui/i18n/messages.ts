import type { Locale } from '../../content/phrases';
import { ACCOUNT_MESSAGES } from '../../content/messages/account';
import { COMMON_MESSAGES } from '../../content/messages/common';
import { COMPARE_MESSAGES } from '../../content/messages/compare';
import { COST_MESSAGES } from '../../content/messages/cost';
import { NAMES_MESSAGES } from '../../content/messages/names';
import { ENDING_MESSAGES } from '../../content/messages/ending';
import { EDITOR_MESSAGES } from '../../content/messages/editors';
import { FINDINGS_MESSAGES } from '../../content/messages/findings';
import { IMPORT_MESSAGES } from '../../content/messages/import';
import { FLIPS_MESSAGES } from '../../content/messages/flips';
import { INSPECTOR_MESSAGES } from '../../content/messages/inspector';
import { KEPT_MESSAGES } from '../../content/messages/kept';
import { LESSONS_MESSAGES } from '../../content/messages/lessons';
import { LICENCES_MESSAGES } from '../../content/messages/licences';
import { MANY_MESSAGES } from '../../content/messages/many';
import { AUTHOR_MESSAGES } from '../../content/messages/author';
import { PICTURES_MESSAGES } from '../../content/messages/pictures';
import { PARTS_MESSAGES } from '../../content/messages/parts';
import { PROOF_MESSAGES } from '../../content/messages/proof';
import { REACH_MESSAGES } from '../../content/messages/reach';
import { REBUILD_MESSAGES } from '../../content/messages/rebuild';
import { RULESET_DIFF_MESSAGES } from '../../content/messages/ruleset-diff';
import { CHANGES_MESSAGES } from '../../content/messages/changes';
import { REDACT_MESSAGES } from '../../content/messages/redact';
import { RULES_MESSAGES } from '../../content/messages/rules';
import { HANDS_MESSAGES } from '../../content/messages/hands';
import { TOPOLOGY_MESSAGES } from '../../content/messages/topology';
import { SHARE_MESSAGES } from '../../content/messages/share';
import { GUIDE_MESSAGES } from '../../content/messages/guide';
import { SHEET_MESSAGES } from '../../content/messages/sheet';
import { SHELL_MESSAGES } from '../../content/messages/shell';
import { STORY_MESSAGES } from '../../content/messages/story';
import { TABLES_MESSAGES } from '../../content/messages/tables';
import { TIMELINE_MESSAGES } from '../../content/messages/timeline';
import { TWO_DUMPS_MESSAGES } from '../../content/messages/two-dumps';

/** One line a room: its words in English and Korean, used as `useTranslations('<room>')`. */
export const ROOMS = {
  account: ACCOUNT_MESSAGES,
  changes: CHANGES_MESSAGES,
  common: COMMON_MESSAGES,
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
  topology: TOPOLOGY_MESSAGES,
  share: SHARE_MESSAGES,
  sheet: SHEET_MESSAGES,
  shell: SHELL_MESSAGES,
  story: STORY_MESSAGES,
  tables: TABLES_MESSAGES,
  timeline: TIMELINE_MESSAGES,
  twoDumps: TWO_DUMPS_MESSAGES,
} as const;

type Rooms = typeof ROOMS;

/** The shape every key and argument is checked against: English. */
export type Messages = { readonly [Room in keyof Rooms]: Rooms[Room]['en'] };

function getWords(locale: Locale): Messages {
  return Object.fromEntries(Object.entries(ROOMS).map(([room, words]) => [room, words[locale]])) as unknown as Messages;
}

/** All words by language. */
export const MESSAGES: Readonly<Record<Locale, Messages>> = { en: getWords('en'), ko: getWords('ko') };

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
    Locale: Locale;
  }
}
