import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import type { RenderedFigure } from '../../core/sheet/render';
import { UNTOUCHED } from '../../core/sheet/state';
import type { SheetSource, ShownSheet } from './sheet.model';
import { BEGINNING } from './use-place';
import { useSheet, type SheetSight } from './use-sheet';
import { useSource } from './use-source';

/** Nothing of the Sheet itself is seen. */
const NOT_READ: SheetSight = { seen: () => undefined, turnedAt: () => undefined };

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
  const t = useTranslations('sheet');
  const { openDocument, leaveSheet } = useActions();
  const left = useBench(({ view }) => view.leftSheets[id]);
  const state = left?.state ?? UNTOUCHED;
  const { shown } = useSheet(source, state, NOT_READ);
  const asked = useBench(({ view }) => view.sheetFigure);
  const figure = shown && findFigure(shown, asked);
  const own = figure?.id;
  const moment = left?.moment;
  useEffect(() => {
    if (own !== undefined) leaveSheet(id, { at: BEGINNING, ...left, state, figure: own });
    // What was turned since is in the store already.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, own]);
  useEffect(() => {
    const walk = shown?.walks.get(figure?.walk ?? '');
    // What was turned since comes with the next answer.
    if (!figure || !walk || shown?.state !== state) return;
    const { document, result, moments } = walk;
    const at = moment === undefined ? figure.at : Math.min(moment, moments.length) - 1;
    const playhead = figure.veiled === undefined ? (moments[at]?.last ?? 0) : 0;
    const hides = figure.veiled !== undefined || figure.range !== undefined;
    const view = {
      sheet: id,
      depth: 'story',
      flowId: result.flowId,
      asked: { outcome: result.shown },
      playhead,
      hides,
    } as const;
    openDocument(document, view, { from: 'shipped' });
  }, [id, shown, state, figure, moment, openDocument]);
  return shown && !figure ? <p role="alert">{t('noFigure')}</p> : null;
}

/** The figure of a walk that is asked for, by its name; without a name the first. Lanes of time are none. */
function findFigure({ sheet: { blocks } }: ShownSheet, asked: string | undefined): RenderedFigure | undefined {
  const figures = blocks.flatMap((block) => (block.kind === 'figure' ? [block] : []));
  return asked === undefined ? figures[0] : figures.find(({ id }) => id === asked);
}
