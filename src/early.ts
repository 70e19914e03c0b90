import { LANGUAGES, type Locale } from './content/languages';
import { loadPreferences } from './store/autosave';
import { AUTOSAVE_KEY } from './store/places';
import { keepEarlyPastes } from './store/early-paste';
import { isFramedWhole, ownAddress } from './store/embedded';
import { pickLocale } from './ui/common/i18n/locale';

/**
 * Runs before the page is drawn: the opening that stands in index.html is for who comes for the first time, reads English
 * and asks for nothing else. For everybody else it is as if it were not there. The theme that was chosen holds from the first frame.
 */
function lookBefore(): Locale {
  const { dataset } = document.documentElement;
  const { locale, theme, opensWith, collapsed } = loadPreferences({ machine: localStorage });
  if (theme === 'light' || theme === 'dark') dataset['theme'] = theme;
  const kept = [sessionStorage, localStorage].some((place) => place.getItem(AUTOSAVE_KEY) !== null);
  const told = locale ?? pickLocale({ search: '', languages: navigator.languages });
  const asksNothing = location.hash === '' && location.search === '';
  const opens =
    asksNothing && !kept && told === 'en' && opensWith !== 'bench' && Object.keys(collapsed ?? {}).length === 0;
  if (!opens) dataset['opening'] = 'no';
  return told;
}

/** Longer than this a browser that does not draw is not waited for. */
const PATIENCE_MS = 3000;

interface Entry {
  readonly entry: string;
  readonly words: Readonly<Record<Locale, string>>;
  /** What a Sheet needs before it is drawn. */
  readonly sheet: Readonly<Record<Locale | 'all', readonly string[]>>;
  /** Outlines of Sheets of the house, made when the page was built, by id and language. */
  readonly outlines: Readonly<Record<string, string>>;
}

/** The page's own script and the words it asks for at once, as index.html names them. */
const { entry, words, sheet, outlines } = JSON.parse(document.querySelector('#entry')?.textContent ?? '{}') as Entry;

function fetchEntry(): void {
  // The entry alone knows which files a Sheet has: they would be asked for after it had come and run.
  const [, id] = /^#sheet=([\w-]+)/.exec(location.hash) ?? [];
  const more = id === undefined ? [] : [...sheet.all, ...sheet[locale], ...[outlines[`${id}-${locale}`] ?? []].flat()];
  for (const href of [entry, words[locale], ...more]) {
    const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    document.head.append(Object.assign(document.createElement('link'), { ...kind, crossOrigin: '', href }));
  }
}

/** Says in place of the page that it does not run: its own file was refused or is not there. */
function sayDead(): void {
  document.documentElement.dataset['opening'] = 'no';
  document.documentElement.dataset['dead'] = '';
}

function begin(): void {
  const isTooOld = document.documentElement.hasAttribute('data-too-old');
  if (isTooOld || document.querySelector('script[type=module]')) return;
  // No browser lets a page of a disk load modules: it is not tried, and nothing is waited for.
  if (location.protocol === 'file:') return sayDead();
  fetchEntry();
  const script = document.createElement('script');
  document.head.append(Object.assign(script, { type: 'module', crossOrigin: '', src: entry, onerror: sayDead }));
}

/**
 * Lets the first frame be drawn before the script is fetched and run that takes its place: its fonts need the network, and
 * evaluating the script takes longer than a frame.
 */
function beginDrawn(): void {
  if (document.documentElement.dataset['opening'] === 'no' || document.visibilityState === 'hidden') return begin();
  new PerformanceObserver((_, drawn) => {
    drawn.disconnect();
    begin();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(begin, PATIENCE_MS);
}

let locale: Locale = 'en';

function lookAndBegin(): void {
  keepEarlyPastes();
  try {
    locale = lookBefore();
  } catch {
    // Where storages are forbidden it is not known who comes.
    document.documentElement.dataset['opening'] = 'no';
  }
  if (document.documentElement.dataset['opening'] === 'no' && location.protocol !== 'file:') fetchEntry();
  document.addEventListener('DOMContentLoaded', beginDrawn, { once: true });
}

/** In the frame of a page that could lay anything over it: a sentence, and nothing that is kept here is looked at. */
function sayFramed(): void {
  const { says, open } = LANGUAGES[pickLocale({ search: location.search, languages: navigator.languages })].framed;
  const link = document.createElement('a');
  Object.assign(link, { href: ownAddress(), target: '_blank', rel: 'noreferrer', textContent: open });
  const words = document.createElement('p');
  words.append(says, ' ', link);
  document.body.replaceChildren(words);
}

if (isFramedWhole()) {
  document.documentElement.dataset['opening'] = 'no';
  document.addEventListener('DOMContentLoaded', sayFramed, { once: true });
} else lookAndBegin();
