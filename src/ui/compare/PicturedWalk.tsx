import { useEffect, useEffectEvent, useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Story } from '../../engine/questions/story';
import { useActions, useBenchStore } from '../../store/hooks';
import { flattenedSteps } from '../../store/selectors';
import { classes } from '../common/classes';
import { FlowState } from '../rules/FlowState';
import { intoView, kindWord, MomentButtons } from '../story/page/Rail';
import rail from '../story/page/rail.module.css';
import { NARROW_QUERY, useMediaQuery } from '../common/theme/media';
import { listComparedRows } from './compare.model';
import { CompareTable } from './CompareTable';
import { paneTitles, titleText } from './pane.model';
import { Pictures } from './Pictures';
import { listPictureRows, rowOfStep, type PictureRow } from './pictures.model';
import { usePictureClock, type PictureClock } from './use-picture-clock';
import { useFlowTitle, type Compared } from './use-comparison';

interface Props {
  readonly compared: Compared;
  readonly main: (children: ReactNode) => ReactNode;
  readonly stories: readonly Story[];
}

/** Pictures of every pane, moment by moment, and the table of all steps below them, at the same place. */
export function PicturedWalk({ compared, main, stories }: Props) {
  const { comparison, flow } = compared;
  const { setCompareTick } = useActions();
  const rows = useMemo(() => (comparison ? listComparedRows(comparison) : []), [comparison]);
  const pictures = useMemo(
    () =>
      listPictureRows(
        stories.map(({ moments }) => moments),
        comparison?.moments ?? [],
      ),
    [stories, comparison],
  );
  const panes = comparison?.panes ?? [];
  const titles = paneTitles(
    panes.map(({ spec }) => spec),
    compared,
  ).map(titleText);
  const flowTitle = useFlowTitle();
  const isOneFlow = new Set(panes.map((pane) => pane.flow && flowTitle(pane.flow))).size < 2;
  const walks = useMemo(() => comparison?.panes.map((pane) => flattenedSteps(pane)) ?? [], [comparison]);
  const clock = usePictureClock(pictures, stories);
  useStartingRow({ pictures, stories, compared, goTo: clock.goTo });
  const row = pictures[clock.index];
  return (
    <>
      {main(
        comparison && flow ? (
          <CompareTable compared={compared} comparison={comparison} rows={rows} onGo={setCompareTick}>
            {row && <Pictures stories={stories} titles={titles} row={row} walks={walks} isOneFlow={isOneFlow} />}
          </CompareTable>
        ) : (
          <FlowState />
        ),
      )}
      <PictureFoot rows={pictures} clock={clock} />
    </>
  );
}

interface Starting extends Pick<Props, 'compared' | 'stories'> {
  readonly pictures: readonly PictureRow[];
  readonly goTo: (row: number) => void;
}

/** Begins at the moment where the walk stood in the story or on the bench. */
function useStartingRow({ pictures, stories, compared, goTo }: Starting): void {
  const store = useBenchStore();
  const start = useEffectEvent(() => {
    const { view, document } = store.getState();
    const { mode } = document.present;
    const pane = compared.comparison?.panes.findIndex(({ spec }) => !spec.document && spec.mode === mode) ?? -1;
    const moments = stories[pane]?.moments;
    if (view.compareTick > 0 || view.playhead === 0 || !moments) return;
    const row = rowOfStep(pictures, moments, { pane, step: view.playhead });
    if (row > 0) goTo(row);
  });
  useEffect(() => start(), []);
}

/** What moves all pictures at once, and the moments so far. */
function PictureFoot({
  rows,
  clock: { index, goTo, playing, run },
}: {
  rows: readonly PictureRow[];
  clock: PictureClock;
}) {
  const t = useTranslations('pictures');
  const story = useTranslations('story');
  const words = useTranslations('shell.transport');
  const narrow = useMediaQuery(NARROW_QUERY);
  const past = rows.slice(0, index + 1);
  return (
    <footer className={classes(rail.rail, narrow && rail.tall)} aria-label={words('bar')}>
      <MomentButtons
        playing={playing}
        first={index === 0}
        last={index + 1 >= rows.length}
        onPlay={() => run('toggle-playing')}
        onStep={(direction) => goTo(index + direction)}
      />
      <nav aria-label={t('rail')} className={rail.moments}>
        <ol className={classes(past.length > 9 && rail.tight)}>
          {past.map(({ id, moment }, at) => (
            <li
              key={id}
              ref={at === index && narrow ? intoView : undefined}
              data-rail={moment.kind}
              className={at === index ? rail.now : undefined}
            >
              <button
                type="button"
                aria-current={at === index ? 'step' : undefined}
                aria-label={story('railItem', { moment: String(at + 1), kind: story(kindWord(moment)) })}
                title={story(kindWord(moment))}
                onClick={() => goTo(at)}
              >
                <span className={rail.dot}>{at + 1}</span>
                <span className={rail.name}>{story(kindWord(moment))}</span>
              </button>
            </li>
          ))}
        </ol>
        {index + 1 < rows.length && <span className={rail.points} aria-hidden="true" />}
      </nav>
    </footer>
  );
}
