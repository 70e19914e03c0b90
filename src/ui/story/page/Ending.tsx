import { ArrowRight } from 'lucide-react';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { lazyPart } from '../../common/late';
import { useTranslations } from 'use-intl';
import { background } from '../../../engine/page-engines';
import type { ModeOffer } from '../../../engine/protocol';
import type { ProxyModeId } from '../../../core/kubernetes/types';
import { useActions, useBench } from '../../../store/hooks';
import { useProxyChoice } from '../../shell/bench/use-shortcuts';
import { classes } from '../../common/classes';
import { Button } from '../../common/controls';
import { RestOfWords } from '../../common/i18n/I18nProvider';
import { usePhrase } from '../../common/i18n/use-phrase';
import { useReducedMotion } from '../../common/theme/media';
import { LETTERS } from './quiz.model';
import {
  endingEdit,
  endingPanes,
  endingPods,
  endingRows,
  isLost,
  missingTables,
  type EndingDifference,
  type EndingEdit,
  type EndingRow,
} from './ending.model';
import { Named } from './Headline';
import type { LoadedStory } from './use-story';
import styles from './ending.module.css';
import words from './story.module.css';

const HangsOn = lazyPart(async () => (await import('../../paste/findings/HangsOn')).HangsOn);
const ReachCard = lazyPart(async () => (await import('./ReachCard')).ReachCard);

interface Props {
  readonly story: LoadedStory;
  readonly tall: boolean;
}

/** The end of a story: the same walk in another mode, with questions, and after an edit. */
export function StoryEnding(props: Props) {
  return (
    <RestOfWords>
      <EndHeadline {...props} />
      <Cards {...props} />
      <Further />
    </RestOfWords>
  );
}

/** The text that tells how all of it fits together. */
function Further() {
  const t = useTranslations('sheet');
  return (
    <p className={styles.further}>
      <a href="#sheet=where-a-packet-goes">{t('card')}</a> {t('cardAbout')}
    </p>
  );
}

/** What may come now, and how it ended. */
function EndHeadline({ story: { moments } }: Pick<Props, 'story'>) {
  const t = useTranslations('ending');
  const say = usePhrase();
  const last = moments.at(-1);
  const missing = missingTables(useBench(({ run }) => run.bench?.assumptions) ?? []);
  return (
    <div className={classes(words.say, words.ended)} role="status" aria-live="polite" aria-atomic="true">
      <div className={classes(words.said, words.told)}>
        <h2 data-ended="">{t('title')}</h2>
        <p>
          {last && <Named>{say(last.sentence)}</Named>}
          {missing.map((each) => ` ${say(each)}`)}
        </p>
        <Suspense>
          <HangsOn />
        </Suspense>
      </div>
    </div>
  );
}

/** From the first moment: by itself where motion is wanted. */
function useFromStart(): () => void {
  const { setPlayhead, play } = useActions();
  const still = useReducedMotion();
  return () => {
    setPlayhead(0);
    if (!still) play();
  };
}

function Cards({ story, tall }: Props) {
  const t = useTranslations('ending');
  const { setHides, edit, pause, setPlayhead, showInspector, setDepth } = useActions();
  const fromStart = useFromStart();
  const choice = useProxyChoice();
  const isMoment = useBench(({ view }) => view.time !== undefined);
  const change = endingEdit(story.document, story);
  const lost = useBench(({ run: { result } }) => isLost(result?.outcomes[result.shown]));
  return (
    <section className={classes(styles.cards, tall && styles.tall)} aria-label={t('label')} data-ending="">
      {choice && !isMoment && (
        <Modes story={story} offers={choice.offers} choose={choice.chooseMode} fromStart={fromStart} />
      )}
      {lost && !isMoment && (
        <Card
          id="why"
          title={t('why.title')}
          about={t('why.about')}
          action={t('why.do')}
          onAction={() => {
            showInspector('why');
            setDepth('bench');
          }}
        />
      )}
      {!isMoment && (
        <Card
          id="predict"
          title={t('predict.title')}
          about={t('predict.about')}
          action={t('predict.do')}
          onAction={() => {
            setHides(true);
            // Whoever is asked goes on by hand.
            pause();
            setPlayhead(0);
          }}
        >
          <p className={styles.letters} aria-hidden="true">
            {LETTERS.map((letter) => (
              <span key={letter}>{letter}</span>
            ))}
          </p>
        </Card>
      )}
      {change && (
        <Card
          id="edit"
          title={t(`${change.kind}.title`)}
          about={t(`${change.kind}.about`, { pod: change.name, service: change.name })}
          action={t(`${change.kind}.do`, { pod: change.name })}
          onAction={() => {
            edit(change.edit);
            fromStart();
          }}
        >
          <Pods story={story} changed={change} />
        </Card>
      )}
      {!isMoment && <AllPackets story={story} />}
    </section>
  );
}

/** From one packet to all of the cluster: who else reaches the Service, what else the sender reaches. */
function AllPackets({ story: { document, cast, result } }: { readonly story: LoadedStory }) {
  const t = useTranslations('reach');
  const flow = document.flows.find(({ id }) => id === result.flowId);
  if (document.subject !== 'cluster' || !cast.pill || !flow) return null;
  return (
    <Card id="reach" title={t('card')} about={t('cardAbout')}>
      <Suspense>
        <ReachCard document={document} service={`${cast.pill.namespace}/${cast.pill.name}`} from={flow.from} />
      </Suspense>
    </Card>
  );
}

/** Pods the Service has to choose from, and the one that is changed. */
function Pods({ story, changed }: { readonly story: LoadedStory; readonly changed: EndingEdit }) {
  const t = useTranslations('ending');
  const { names, more } = endingPods(story, changed);
  return (
    <ul className={styles.pods} aria-label={t('pods', { service: story.cast.pill?.name ?? '' })}>
      {names.map((name) => (
        <li key={name} className={name === changed.name ? styles[changed.kind] : undefined}>
          {name}
        </li>
      ))}
      {changed.kind === 'more' && <li className={styles.ready}>+ 1</li>}
      {more > 0 && <li className={styles.others}>+ {more}</li>}
    </ul>
  );
}

interface CardProps {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly action?: string;
  readonly onAction?: () => void;
  readonly children?: ReactNode;
}

function Card({ id, title, about, action, onAction, children }: CardProps) {
  return (
    <article className={styles.card} data-card={id}>
      <h3>{title}</h3>
      <p>{about}</p>
      {children}
      {action !== undefined && (
        <Button variant="primary" className={styles.action} onClick={onAction}>
          <span>{action}</span> <ArrowRight aria-hidden />
        </Button>
      )}
    </article>
  );
}

interface ModesProps {
  readonly story: LoadedStory;
  readonly offers: readonly ModeOffer[];
  readonly choose: (mode: ProxyModeId) => void;
  readonly fromStart: () => void;
}

/** What each of the other modes asks and does with the same packet; pressed, it is told. */
function Modes({ story, offers, choose, fromStart }: ModesProps) {
  const t = useTranslations('ending.modes');
  const rows = useRows(story, offers);
  if (rows !== 'working' && rows !== 'failed' && rows.length < 2) return null;
  const titleOf = (mode: ProxyModeId): string => offers.find(({ id }) => id === mode)?.title ?? mode;
  return (
    <Card id="modes" title={t('title')} about={t('about')}>
      {typeof rows === 'string' ? (
        <p role="status">{t(rows)}</p>
      ) : (
        <ul className={styles.modes}>
          {rows.map((row, at) => (
            <li key={row.mode}>
              {at === 0 ? (
                <div className={styles.mode} data-own="">
                  <ModeFacts row={row} title={titleOf(row.mode)} />
                </div>
              ) : (
                <button
                  type="button"
                  className={styles.mode}
                  title={t('walk', { mode: titleOf(row.mode) })}
                  onClick={() => {
                    choose(row.mode);
                    fromStart();
                  }}
                >
                  <ModeFacts row={row} title={titleOf(row.mode)} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function ModeFacts({ row, title }: { readonly row: EndingRow; readonly title: string }) {
  const t = useTranslations('ending.modes');
  const hasLookups = row.lookups > 0 || row.differs.length === 0;
  return (
    <>
      <strong>{title}</strong>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ inlineSize: `${row.share * 100}%` }} />
      </span>
      <b>{row.rules}</b>
      <span className={styles.under}>
        {hasLookups && t('lookups', { count: row.lookups })}
        {row.differs.map((each, at) => (
          <span key={each.kind} data-differs={each.kind}>
            {(hasLookups || at > 0) && ' · '}
            <Difference of={each} />
          </span>
        ))}
      </span>
    </>
  );
}

function Difference({ of }: { readonly of: EndingDifference }) {
  const t = useTranslations('ending.modes');
  const words = useTranslations('common.verdict');
  switch (of.kind) {
    case 'ends':
      return t('ends', { verdict: words(of.verdict as Parameters<typeof words>[0]) });
    case 'elsewhere':
      return t('elsewhere', { name: of.name });
    case 'source':
      return t('source', { address: of.address });
    case 'crossings':
      return t('crossings', { count: of.count });
  }
}

type Rows = readonly EndingRow[] | 'working' | 'failed';

/** Asks the engine for the told walk in the other modes. */
function useRows({ document, result }: LoadedStory, offers: readonly ModeOffer[]): Rows {
  const [answer, setAnswer] = useState<{ readonly of: unknown; readonly rows: Rows }>();
  useEffect(() => {
    const abort = new AbortController();
    const question = { panes: endingPanes(offers, document), flowId: result.flowId, outcome: result.shown };
    background.ask('compare', { documents: { '': document }, question }, { signal: abort.signal }).then(
      ({ panes }) => setAnswer({ of: result, rows: endingRows(panes) }),
      () => abort.signal.aborted || setAnswer({ of: result, rows: 'failed' }),
    );
    return () => {
      abort.abort();
      void background.ask('compare-end', {});
    };
  }, [document, result, offers]);
  return answer?.of === result ? answer.rows : 'working';
}
