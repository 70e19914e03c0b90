import type { BenchState } from './types';
import type { CompareState, Depth, Preferences, SharedView, ViewState } from './view-state';
import type { OwnLesson, OwnScene, OwnSheet } from './scene-state';
import { isLocale } from '../content/languages';
import type { Document } from '../core/document/document';

/** Before anything is compared. */
export const NOTHING_COMPARED: CompareState = {
  open: false,
  tab: 'walk',
  panes: undefined,
  probe: undefined,
  outcome: undefined,
  documents: {},
};

/** The comparison after another document is opened: that of its link; else none, but an open comparison stays open. */
export function comparedOf({ compare }: SharedView, old: CompareState): Pick<ViewState, 'compare' | 'compareTick'> {
  if (!compare) return { compare: { ...NOTHING_COMPARED, open: old.open }, compareTick: 0 };
  const { tick, ...rest } = compare;
  return { compare: rest, compareTick: tick };
}

/** Texts pasted into another document may be larger than what a link or the browser's storage takes. */
const LARGEST = 200_000;

function isSmall({ pasted }: Document): boolean {
  return pasted.texts.reduce((size, { text }) => size + text.length, 0) < LARGEST;
}

/** The comparison as a link or the autosave carries it, with the documents its panes use; nothing where there is none. */
export function sharedCompared({ view }: Pick<BenchState, 'view'>): Pick<SharedView, 'compare'> {
  const { compare, compareTick } = view;
  if (!compare.open && compare.panes === undefined) return {};
  const used = new Set(compare.panes?.map(({ document }) => document));
  const documents = Object.entries(compare.documents).filter(([key, each]) => used.has(key) && isSmall(each));
  return { compare: { ...compare, tick: compareTick, documents: Object.fromEntries(documents) } };
}

/** Longer texts and more scenes are no lesson. */
const MOST = { text: 20_000, scenes: 200 };

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MOST.text;

function isOwnScene(value: unknown): value is OwnScene {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, notes, question, moment, flowId, document } = value as Readonly<Record<string, unknown>>;
  return (
    isText(id) &&
    isText(title) &&
    isText(notes) &&
    (question === undefined || isText(question)) &&
    (moment === undefined || (typeof moment === 'number' && Number.isInteger(moment) && moment >= 1)) &&
    isText(flowId) &&
    typeof document === 'string'
  );
}

/** An author's lesson as it was kept or exported; scenes that are none are left out. Undefined: it is no lesson. */
export function readOwnLesson(value: unknown): OwnLesson | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { title, goal, scenes } = value as Readonly<Record<string, unknown>>;
  if (!isText(title) || !isText(goal) || !Array.isArray(scenes)) return undefined;
  return { title, goal, scenes: scenes.filter(isOwnScene).slice(0, MOST.scenes) };
}

function isOwnSheet(value: unknown): value is OwnSheet {
  if (typeof value !== 'object' || value === null) return false;
  const { id, text, benches } = value as Readonly<Record<string, unknown>>;
  const isWhole = typeof id === 'string' && /^own-\d{1,6}$/.test(id) && typeof text === 'string';
  return (
    isWhole &&
    typeof benches === 'object' &&
    benches !== null &&
    Object.values(benches).every((each) => typeof each === 'string')
  );
}

/** What a first visitor gets; the page sets the language from the browser's. */
export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  locale: 'en',
  speed: 1,
  loop: false,
  panes: {},
  collapsed: {},
  opensWith: undefined,
  seen: [],
  sheets: [],
};

/** What the page remembers of every device on the bench's stage: false, they are not folded away. */
export const DEVICES_OF_BENCH = 'bench-devices';

/** Slower or faster than this is not watching any more. */
const SPEEDS = [0.1, 20] as const;

/** What was kept: by an older page a lesson instead of Sheets of one's own. */
type OlderPreferences = Partial<Preferences> & { readonly own?: OwnLesson };

/** Reads preferences back; what is missing or odd is left out. */
export function readPreferences(text: string | undefined): OlderPreferences {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null) return {};
  const { theme, locale, speed, loop, panes, collapsed, opensWith, seen, own, sheets } = value as Record<
    string,
    unknown
  >;
  const older = readOwnLesson(own);
  return {
    ...(theme === 'system' || theme === 'light' || theme === 'dark' ? { theme } : {}),
    ...(isLocale(locale) ? { locale } : {}),
    ...(typeof speed === 'number' && speed >= SPEEDS[0] && speed <= SPEEDS[1] ? { speed } : {}),
    ...(typeof loop === 'boolean' ? { loop } : {}),
    ...(isDepth(opensWith) ? { opensWith } : {}),
    ...(Array.isArray(seen) ? { seen: seen.filter((id) => typeof id === 'string') } : {}),
    ...(older && older.scenes.length > 0 ? { own: older } : {}),
    sheets: Array.isArray(sheets) ? sheets.filter(isOwnSheet) : [],
    panes: makeRecord(
      panes,
      (sizes): sizes is readonly number[] => Array.isArray(sizes) && sizes.every(Number.isFinite),
    ),
    collapsed: makeRecord(collapsed, (flag) => typeof flag === 'boolean'),
  };
}

/** Is it a view of the page? */
export function isDepth(value: unknown): value is Depth {
  return value === 'story' || value === 'bench';
}

function makeRecord<T>(value: unknown, is: (item: unknown) => item is T): Readonly<Record<string, T>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, T] => is(entry[1])));
}
