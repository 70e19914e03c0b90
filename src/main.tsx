import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { bench } from './store/hooks';
import { browserPlaces, openLink, startBench } from './store/start';
import { App } from './ui/App';
import { startClient } from './worker/client';

/** The only wiring: engine, first document, page. */
bench.attachEngine(startClient());
const places = browserPlaces();

/** A link is used once: what is changed afterwards is in the autosave, and a reload must not undo it. */
function forgetHash(): void {
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search);
}

const language = new URLSearchParams(location.search).get('lang') ?? navigator.language;
const saveNow = await startBench(bench, { places, hash: location.hash, language });
forgetHash();
addEventListener('hashchange', () => void openLink(bench, places, location.hash).then(forgetHash));
addEventListener('pagehide', saveNow);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') saveNow();
});

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
