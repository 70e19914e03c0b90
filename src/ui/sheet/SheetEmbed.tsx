import { useCallback, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import type { LeftSheet } from '../../store/view-state';
import { UNTOUCHED } from '../../core/sheet/render';
import type { SheetSource } from './sheet.model';
import { useSheet } from './use-sheet';
import { useSource } from './use-source';

/**
 * Puts one figure of the Sheet an address names into the frame of another page: the walk it shows, at its moment, as the address
 * has the knobs. What an open question hides stays hidden there: it begins at its beginning, and asks.
 */
export function SheetEmbed() {
  const id = useBench(({ view }) => view.sheet);
  const source = useSource(id ?? '');
  const t = useTranslations('sheet');
  if (id === undefined) return null;
  if (source === undefined) return <p role="alert">{t('none')}</p>;
  return source === 'working' ? null : <Opening id={id} source={source} />;
}

function Opening({ id, source }: { readonly id: string; readonly source: SheetSource }) {
  const store = useBenchStore();
  const { openDocument } = useActions();
  const left: LeftSheet | undefined = store.getState().view.leftSheets[id];
  const turnedAt = useCallback(() => undefined, []);
  const { shown } = useSheet(source, left?.state ?? UNTOUCHED, turnedAt);
  const asked = useBench(({ view }) => view.sheetFigure);
  useEffect(() => {
    if (!shown) return;
    const figures = shown.sheet.blocks.flatMap((block) => (block.kind === 'figure' ? [block] : []));
    const figure = figures.find((each) => each.id === asked) ?? figures[0];
    const walk = shown.walks.get(figure?.walk ?? '');
    if (!figure || !walk) return;
    const { document, result, moments } = walk;
    const playhead = figure.veiled === undefined ? (moments[figure.at]?.last ?? 0) : 0;
    const hides = figure.veiled !== undefined || figure.range !== undefined;
    const view = { depth: 'story', flowId: result.flowId, asked: { outcome: result.shown }, playhead, hides } as const;
    openDocument(document, view, { from: 'shipped' });
  }, [shown, asked, openDocument]);
  return null;
}
