import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { bench } from './store/hooks';
import { openSheetAddress } from './store/start';
import { SheetFile } from './ui/sheet/SheetFile';
import { pickLocale } from './ui/common/i18n/locale';

/** The page of a file with one Sheet (scripts/one-file.mjs): no bench, no story, nothing is kept. */
async function start(): Promise<void> {
  bench.getState().actions.setLocale(pickLocale({ search: location.search, languages: navigator.languages }));
  await openSheetAddress(bench, location.hash);
  const root = document.querySelector('#root');
  if (root)
    createRoot(root).render(
      <StrictMode>
        <SheetFile />
      </StrictMode>,
    );
}

void start();
