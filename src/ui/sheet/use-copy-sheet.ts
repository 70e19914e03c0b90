import { useLocale } from 'use-intl';
import type { ShelfSheet } from '../../content/sheets/shelf';
import { encodeDocument } from '../../core/document/document';
import { phrase } from '../../core/lib/phrase';
import { UNTOUCHED } from '../../core/sheet/state';
import { background } from '../../engine/page-engines';
import { useActions, useBenchStore } from '../../store/hooks';
import { readsOwn } from './own-sheet';
import { fitSheets, freeId } from '../../store/sheet-room';

/** Makes a Sheet of one's own of another, with its documents, and opens it to be edited. */
export function useCopySheet(): (shelf: ShelfSheet) => Promise<void> {
  const locale = useLocale();
  const store = useBenchStore();
  const { setSheets, setSheetWay, notify } = useActions();
  return async ({ text, benches: make }) => {
    const documents = make(locale);
    const asked = { text, benches: documents, state: UNTOUCHED, known: [], copies: true } as const;
    // The copy is drawn at once, then.
    const [answer] = await Promise.all([background.ask('sheet', asked), readsOwn()]);
    const source = 'source' in answer ? answer.source : undefined;
    if (typeof source !== 'object' || source === null) return;
    const { sheets } = store.getState().view;
    const id = freeId(sheets);
    const benches = Object.fromEntries(
      Object.entries(documents).map(([name, document]) => [name, encodeDocument(document)]),
    );
    const next = [...sheets, { id, text: JSON.stringify({ ...source, id }), benches }];
    if (!fitSheets(next)) return notify(phrase('document.lesson.large'));
    setSheets(next);
    setSheetWay({ sheet: id, is: 'edited' });
    location.hash = `#sheet=${id}`;
  };
}
