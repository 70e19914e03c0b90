import { Suspense, useEffect, useMemo, type ReactNode } from 'react';
import { lazyPart } from '../common/late';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { WiderAddressBook } from '../common/addresses';
import { EmptyState, ErrorBoundary } from '../common/feedback';
import { RestOfWords } from '../common/i18n/I18nProvider';
import { usePhrase } from '../common/i18n/use-phrase';
import { FlowState } from '../rules/FlowState';
import { paneId, useWorkspace } from '../shell/bench/use-shortcuts';
import {
  listComparedRows,
  lastTick,
  rowAt,
  type CompareRow,
  isStoryComparison,
  MOST_SHOWN_PANES,
  PICTURES,
} from './compare.model';
import { CompareBar, useArrangeItems, useFlowChoice, useOnePaneMore } from './CompareBar';
import { CompareTable } from './CompareTable';
import { useComparison, type Compared, usePictured, useRowWords } from './use-comparison';
import { useCompareClock, type CompareClock } from './use-compare-clock';
import styles from './compare.module.css';
import { TransportButtons } from '../shell/TransportButtons';
import { TopBar } from '../shell/TopBar';
import transport from '../shell/transport.module.css';
import { ArrowLeft, Columns3 } from 'lucide-react';
import { COMPARE_TABS } from '../../store/view-state';
import { classes } from '../common/classes';
import { Menu, type MenuItem } from '../common/floating';
import story from '../story/page/story.module.css';
import { StoryHead } from '../story/page/StoryBar';
import { getUnit, TALL_BELOW, useRem, useSize } from '../story/page/use-page-unit';

interface Props {
  readonly rows: readonly CompareRow[];
  readonly clock: CompareClock;
}

/** What moves all panes at once. */
function CompareFoot({ rows, clock }: Props) {
  const transportWords = useTranslations('shell.transport');
  return (
    <footer className={transport.foot} aria-label={transportWords('bar')}>
      <div className={transport.bar}>
        <TransportButtons playing={clock.playing} disabled={rows.length === 0} onCommand={clock.run} />
        <Where rows={rows} onGo={clock.goTo} />
      </div>
    </footer>
  );
}

/** The scrubber, and in words where it is: all of the foot that a tick draws. */
function Where({ rows, onGo }: { readonly rows: readonly CompareRow[]; readonly onGo: (tick: number) => void }) {
  const t = useTranslations('compare');
  const words = useRowWords();
  const count = rows.length === 0 ? 0 : lastTick(rows) + 1;
  const tick = useBench(({ view }) => Math.max(0, Math.min(view.compareTick, count - 1)));
  const row = rows[rowAt(rows, tick)];
  const { place, event } = row ? words(row) : { place: '', event: '' };
  const step = tick + 1;
  return (
    <>
      <input
        type="range"
        className={styles.scrubber}
        aria-label={t('scrubber')}
        aria-valuetext={t('position', { step, count, place, event })}
        min={0}
        max={Math.max(0, count - 1)}
        value={tick}
        disabled={count === 0}
        data-compare-scrubber
        onChange={(change) => onGo(Number(change.target.value))}
      />
      <span className={styles.where} aria-hidden>
        {place} · <b>{event}</b>
      </span>
      <span className={transport.count}>{count === 0 ? '' : t('count', { step, count })}</span>
    </>
  );
}

const ProbeTable = lazyPart(async () => (await import('./ProbeTable')).ProbeTable);
const RulesPanel = lazyPart(async () => (await import('./RulesPanel')).RulesPanel);

/** One flow through two to four panes, in lockstep by what happens; what else differs; the rules that do. */
export function CompareView({ narrow }: { readonly narrow: boolean }) {
  const document = useBench(({ run }) => run.shownDocument);
  return (
    <ErrorBoundary resetKey={document}>
      <Suspense fallback={<div className={styles.view} />}>
        <RestOfWords>
          <Comparing narrow={narrow} />
        </RestOfWords>
      </Suspense>
    </ErrorBoundary>
  );
}

function Comparing({ narrow }: { readonly narrow: boolean }) {
  const t = useTranslations('compare');
  const { pause } = useActions();
  const tab = useBench(({ view }) => view.compare.tab);
  const told = useBench(({ view }) => isStoryComparison(view));
  const compared = useComparison();
  // The bench behind stands still: one thing moves at a time.
  useEffect(pause, [pause]);
  const others = useMemo(() => Object.values(compared.documents).slice(1), [compared.documents]);
  const main = (children: React.ReactNode) => (
    <WiderAddressBook documents={others}>
      <main
        id={paneId('stage')}
        tabIndex={-1}
        aria-label={t('title')}
        aria-busy={compared.working}
        className={styles.view}
      >
        <h2 className="visually-hidden">{t('about')}</h2>
        {!told && <CompareBar compared={compared} />}
        <Suspense fallback={<div className={styles.scroller} />}>{children}</Suspense>
      </main>
    </WiderAddressBook>
  );
  const seen = (): React.ReactNode => {
    if (tab === 'probes') return main(<ProbeTable compared={compared} />);
    if (tab === 'rules') return main(<RulesPanel compared={compared} />);
    return compared.comparison?.stories ? (
      <PicturedWalk compared={compared} main={main} stories={compared.comparison.stories} />
    ) : (
      <Walk compared={compared} main={main} />
    );
  };
  if (told) return <ToldPage compared={compared}>{seen()}</ToldPage>;
  return (
    <>
      <TopBar narrow={narrow} starting={false} />
      {seen()}
    </>
  );
}

const PicturedWalk = lazyPart(async () => (await import('./PicturedWalk')).PicturedWalk);

interface WalkProps {
  readonly compared: Compared;
  readonly main: (children: React.ReactNode) => React.ReactNode;
}

function Walk({ compared, main }: WalkProps) {
  const t = useTranslations('compare');
  const say = usePhrase();
  const { comparison } = compared;
  const pictured = usePictured();
  const rows = useMemo(() => (comparison ? listComparedRows(comparison) : []), [comparison]);
  const clock = useCompareClock(rows);
  return (
    <>
      {main(
        comparison && compared.flow && !pictured ? (
          <CompareTable compared={compared} comparison={comparison} rows={rows} onGo={clock.goTo} />
        ) : compared.failure && !comparison ? (
          <EmptyState title={t('failed')}>{say(compared.failure)}</EmptyState>
        ) : (
          <NotCompared compared={compared} />
        ),
      )}
      {!pictured && <CompareFoot rows={rows} clock={clock} />}
    </>
  );
}

/** What stands where the comparison will: on its way it says so, whatever was sent before. */
function NotCompared({ compared: { flow, working } }: Pick<WalkProps, 'compared'>) {
  const t = useTranslations('compare');
  if (!flow || !working) return <FlowState />;
  return (
    <div role="status">
      <EmptyState title={t('working')} />
    </div>
  );
}

interface ToldPageProps {
  readonly compared: Compared;
  readonly children: ReactNode;
}

/** The comparison as the story tells it: under the story's header, as large as the story is. */
function ToldPage({ compared, children }: ToldPageProps) {
  const [size, frame] = useSize();
  const tall = size.width < TALL_BELOW;
  useRem(size.width === 0 ? 1 : getUnit(size, tall));
  return (
    <div ref={frame} className={classes(story.story, tall && story.tall)} data-told="">
      <ToldHead compared={compared} tall={tall} />
      {children}
    </div>
  );
}

function ToldHead({ compared, tall }: { readonly compared: Compared; readonly tall: boolean }) {
  const t = useTranslations('compare');
  const { setCollapsed } = useActions();
  const pictures = useTranslations('pictures');
  const { add, window } = useOnePaneMore(compared);
  const arrangements = useArrangeItems(compared);
  const more = { id: 'add', label: t('add'), onSelect: add };
  const hide = (): void => setCollapsed(PICTURES, true);
  const own = useOwnItems(compared);
  return (
    <StoryHead
      tall={tall}
      middle={<HowMany count={compared.panes.length} tall={tall} />}
      own={tall ? [...own, { id: 'pictures', label: pictures('show'), checked: true, onSelect: hide }] : own}
    >
      {!tall && (
        <button
          type="button"
          className={classes(story.button, story.pressed)}
          aria-pressed
          title={pictures('showHint')}
          onClick={hide}
        >
          {pictures('show')}
        </button>
      )}
      <Menu
        label={t('arrange.label')}
        align="end"
        items={compared.panes.length < MOST_SHOWN_PANES ? [...arrangements, { heading: '' }, more] : arrangements}
        trigger={
          <button
            type="button"
            className={story.button}
            aria-label={tall ? t('arrange.label') : undefined}
            title={tall ? t('arrange.label') : undefined}
          >
            {tall ? <Columns3 size={18} aria-hidden /> : t('arrange.label')}
          </button>
        }
      />
      {window}
    </StoryHead>
  );
}

/** One walk or several beside each other: the way back is to look at one. */
function HowMany({ count, tall }: { readonly count: number; readonly tall: boolean }) {
  const t = useTranslations('pictures');
  const { setComparing } = useWorkspace();
  const back = (): void => setComparing(false);
  if (tall) {
    return (
      <button type="button" className={story.button} aria-label={t('back')} title={t('back')} onClick={back}>
        <ArrowLeft size={18} aria-hidden />
      </button>
    );
  }
  return (
    <fieldset className={story.modes} aria-label={t('panes')}>
      <button type="button" aria-pressed={false} title={t('back')} onClick={back}>
        {t('one')}
      </button>
      <button type="button" aria-pressed className={story.on}>
        {t('several', { count })}
      </button>
    </fieldset>
  );
}

/** What else there is of a comparison, and which flow: in the menu at the end. */
function useOwnItems({ flow, offers }: Compared): readonly MenuItem[] {
  const t = useTranslations('compare');
  const cost = useTranslations('cost');
  const { openDialog } = useWorkspace();
  const { setCompare } = useActions();
  const tab = useBench(({ view }) => view.compare.tab);
  const { options, choose } = useFlowChoice(flow);
  const flows = options.map(({ id, label }) => ({
    id: `flow ${id}`,
    label,
    checked: id === flow?.id,
    onSelect: () => choose(id),
  }));
  return [
    { heading: t('tabs') },
    ...COMPARE_TABS.map((id) => ({
      id,
      label: t(`tab.${id}`),
      checked: id === tab,
      onSelect: () => setCompare({ tab: id }),
    })),
    ...(offers.length > 0
      ? [{ id: 'cost', label: cost('open'), hint: cost('openHint'), onSelect: () => openDialog('cost') }]
      : []),
    ...(flows.length > 1 ? [{ heading: t('flow') }, ...flows] : []),
    { heading: '' },
  ];
}
