import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { phrase } from './core/lib/phrase';
import { isEmbedded } from './store/embedded';
import { bench } from './store/hooks';
import { isDepth } from './store/preferences';
import { keepOffline } from './store/offline';
import { followForgetting, mayKeep } from './store/epoch';
import { browserPlaces } from './store/places';
import { type PrecomputedExample, isTooLong, openLink, startBench } from './store/start';
import { App, loadFirstFrame } from './ui/App';
import { when } from './ui/common/when';
import { pickLocale } from './ui/common/i18n/locale';
import { background, interactive } from './engine/page-engines';

/** The only wiring: first document, engine, page. */
for (const engine of [interactive, background]) {
  engine.onRestart(() => bench.getState().actions.notify(phrase('engine.restarted')));
}
const places = browserPlaces();

/** A link and a `?lang=` are used once: what is changed afterwards is saved here, and a reload must not undo it. */
function forgetAddress(): void {
  const address = new URL(location.href);
  address.searchParams.delete('lang');
  address.searchParams.delete('view');
  // A Sheet is read where its address is; one that came by a link is kept, and has an address from then on.
  const { sheet, sheetFigure } = bench.getState().view;
  const read = sheetFigure === undefined ? sheet : `${sheet}/${sheetFigure}`;
  if (!address.hash.startsWith('#sheet=')) address.hash = read === undefined ? '' : `#sheet=${read}`;
  history.replaceState(history.state, '', address);
}

const { hash } = location;
const language = pickLocale({ search: location.search, languages: navigator.languages });
const words = new URLSearchParams(location.search);
const asked = words.has('lang');
const view = words.get('view');
const depth = isDepth(view) ? { depth: view } : {};
// Each file the page asks for is resolved against the address: one of a megabyte costs a second.
if (isTooLong(hash)) forgetAddress();

/** What the engine said of the opening document when the page was built; a page that is served for development has none. */
function readPrecomputed(): PrecomputedExample | undefined {
  const written = document.querySelector('#precomputed')?.textContent;
  return written ? (JSON.parse(written) as PrecomputedExample) : undefined;
}

/** Not awaited at the top of this module: what startBench imports late stands on this very file, and each would wait for the other. */
async function start(): Promise<void> {
  const began = await startBench(bench, { places, hash, language, precomputed: readPrecomputed(), ...depth });
  const { saveNow, leave, linkRead } = began;
  // Not before: an engine opens what is on the bench, and what comes next waits for that.
  const attach = (): void => bench.attachEngine(interactive);
  // Who reads a Sheet of the house has the other engine for it: two at once are felt on a phone.
  if (/^#sheet=(?!this|two)/.test(hash) && !isEmbedded()) when('free', attach);
  else attach();
  if (asked) bench.getState().actions.setLocale(language);
  void linkRead.then(forgetAddress);
  addEventListener('hashchange', () => void openLink(bench, places, location.hash).then(forgetAddress));
  addEventListener('pagehide', leave);
  // In the frame of another page nothing is kept.
  if (!isEmbedded()) {
    followForgetting(bench, places);
    void linkRead.then(async () => (await import('./store/view-history')).followViews(bench));
  }
  addEventListener('pageshow', ({ persisted }) => persisted && mayKeep(bench, places));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveNow();
  });
  // Keeping the page's files is work, too: what was asked for comes first.
  void linkRead.then(() => keepOffline(bench, (act) => when('rested', act)));
  if (!(await loadFirstFrame(bench.getState().view))) {
    // As where the page's own file is not there (early.ts).
    document.documentElement.dataset['opening'] = 'no';
    document.documentElement.dataset['dead'] = '';
    return;
  }
  const root = document.querySelector('#root');
  if (root) {
    // In slices: on a phone drawing all of it at once takes long enough that a tap meanwhile is felt.
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <App />
        </StrictMode>,
      ),
    );
  }
}

// A turn of its own: on a phone evaluating this module takes long enough that a tap meanwhile is felt.
setTimeout(() => void start());
