import { TriangleAlert } from 'lucide-react';
import { useMemo, useState, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { applyChange } from '../../core/questions/why/candidate';
import type { Ending } from '../../core/questions/why/ending';
import type { Flips, Tried } from '../../core/questions/why/what-flips';
import { formatIp } from '../../core/net/ip';
import type { Flow } from '../../core/document/document';
import { useActions, useBench } from '../../store/hooks';
import { AsSheet } from '../common/AsSheet';
import { Button } from '../common/controls';
import { aboutOdds } from '../../core/lib/fraction';
import { MisdeliveredBadge, DispositionBadge } from '../common/VerdictBadge';
import { sourceTitle, targetTitle } from '../editors/flow.model';
import { useFlowWords } from '../editors/use-flow-words';
import { usePhrase } from '../common/i18n/use-phrase';
import { AddressText } from '../rules/rule/lines';
import { flipList } from './why.model';
import styles from './flips.module.css';
import { background } from '../../engine/page-engines';

/** So long a picture has to stand before other ones are tried. Milliseconds. */
const PATIENCE = 400;

/** How far the search is; without `flips`: the flow cannot be sent. */
interface FlipAnswer {
  readonly flips?: Flips | undefined;
  readonly done: boolean;
}

/** The search for what turns the shown outcome round; `failed`: it broke. */
export type FlipSearch = FlipAnswer | 'failed' | undefined;

/** Searches anew whenever another document, flow or outcome is shown. Undefined: nothing is known yet. */
export function useFlips(): FlipSearch {
  const document = useBench((state) => state.run.shownDocument);
  const flowId = useBench((state) => state.run.result?.flowId);
  const path = useBench(({ run: { result } }) => result?.outcomes[result.shown]?.path);
  // A change of the document is in every kernel at once; a moment is between two.
  const isMoment = useBench(({ run }) => run.bench?.moment !== undefined);
  const [answer, setAnswer] = useState<{ readonly key: unknown; readonly value: FlipSearch }>();
  useEffect(() => {
    if (!document || isMoment || flowId === undefined || !path) return undefined;
    const abort = new AbortController();
    const put = (value: FlipSearch): void => {
      if (!abort.signal.aborted) setAnswer({ key: path, value });
    };
    const timer = setTimeout(() => {
      const onProgress = (flips: Flips | undefined): void => put({ flips, done: false });
      background
        .ask('flips', { document, flowId, path }, { signal: abort.signal, onProgress })
        .then((flips) => put({ flips, done: true }))
        .catch(() => put('failed'));
    }, PATIENCE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [document, isMoment, flowId, path]);
  return answer?.key === path ? answer?.value : undefined;
}

/** So many changes are listed at first. */
const FEW = 4;

/** The smallest changes that turn the shown outcome round: each was made to a copy and simulated before it is listed. */
export function FlipsView() {
  const t = useTranslations('flips');
  const search = useFlips();
  const isMoment = useBench(({ run }) => run.bench?.moment !== undefined);
  if (isMoment) return <p className={styles.quiet}>{t('moment')}</p>;
  if (search === 'failed') return <p className={styles.quiet}>{t('failed')}</p>;
  if (search?.done && !search.flips) return null;
  return (
    <>
      {search?.flips && <AsSheet name="this-packet" />}
      {search?.flips && <Causes causes={search.flips.causes} />}
      <section className={styles.view} aria-labelledby="flips-title">
        <h3 id="flips-title" className={styles.title}>
          {t(search?.flips ? (search.flips.through ? 'titleBreak' : 'titleMend') : 'title')}
        </h3>
        {search?.flips ? (
          <Found flips={search.flips} done={search.done} />
        ) : (
          <p role="status" className={styles.quiet}>
            {t('working')}
          </p>
        )}
      </section>
    </>
  );
}

/** Why it ends so, in objects, settings and rules: one line a cause, the deepest first. */
function Causes({ causes }: Pick<Flips, 'causes'>) {
  const t = useTranslations('flips');
  const say = usePhrase();
  const { selectRule } = useActions();
  if (causes.length === 0) return null;
  return (
    <section className={styles.view} aria-labelledby="causes-title">
      <h3 id="causes-title" className={styles.title}>
        {t('causes')}
      </h3>
      <ul className={styles.causes}>
        {causes.map(({ says, rule }) => (
          <li key={JSON.stringify(says)} className={styles.cause}>
            {say(says)}
            {rule && (
              <Button size="s" variant="quiet" onClick={() => selectRule(rule)}>
                {t('showRule')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Found({ flips, done }: { readonly flips: Flips; readonly done: boolean }) {
  const t = useTranslations('flips');
  const sender = useBench(({ run: { result } }) => result?.trace.legs[0]?.hops[0]?.steps[0]?.packet.src);
  const list = useMemo(() => flipList(flips, sender && formatIp(sender)), [flips, sender]);
  const { tried, all } = flips;
  return (
    <>
      {list.keeps.length > 0 && <h4 className={styles.sub}>{t('keeps')}</h4>}
      <Changes changes={list.keeps} before={flips.before} />
      {list.shares.length > 0 && <h4 className={styles.sub}>{t('shares')}</h4>}
      <Changes changes={list.shares} before={flips.before} />
      {list.keeps.length + list.shares.length > 0 && list.flips.length > 0 && (
        <h4 className={styles.sub}>{t('titleBreak')}</h4>
      )}
      {done && list.flips.length === 0 && <p className={styles.none}>{t('none', { count: all })}</p>}
      <Changes changes={list.flips} before={flips.before} />
      {list.others.length > 0 && <h4 className={styles.sub}>{t('others')}</h4>}
      <Changes changes={list.others} before={flips.before} />
      <p role="status" className={styles.quiet}>
        {done ? t('done', { all, without: list.without }) : t('progress', { tried, all })}
      </p>
    </>
  );
}

interface ChangesProps {
  readonly changes: readonly Tried[];
  readonly before: Ending;
}

function Changes({ changes, before }: ChangesProps) {
  const t = useTranslations('flips');
  const [all, setAll] = useState(false);
  if (changes.length === 0) return null;
  const shown = all ? changes : changes.slice(0, FEW);
  return (
    <>
      <ol className={styles.list}>
        {shown.map((tried) => (
          <li key={JSON.stringify(tried.says)} className={styles.item} data-effect={tried.effect}>
            <Change tried={tried} before={before} />
          </li>
        ))}
      </ol>
      {shown.length < changes.length && (
        <Button size="s" variant="quiet" onClick={() => setAll(true)}>
          {t('more', { count: changes.length - shown.length })}
        </Button>
      )}
    </>
  );
}

function Change({ tried, before }: { readonly tried: Tried; readonly before: Ending }) {
  const t = useTranslations('flips');
  const say = usePhrase();
  const { edit } = useActions();
  const { change, says, note, effect, after } = tried;
  const what = say(says);
  return (
    <>
      <p className={styles.what}>{what}</p>
      {note && <p className={styles.quiet}>{say(note)}</p>}
      <p className={styles.ends}>
        {effect === 'source' ? (
          <>
            <Sources sources={before.sources} />
            <span aria-hidden>→</span> <span className="visually-hidden">{t('becomes')}</span>
            <Sources sources={after.sources} />
          </>
        ) : (
          <>
            <EndingText ending={before} effect={effect} />
            <span aria-hidden>→</span> <span className="visually-hidden">{t('becomes')}</span>
            <EndingText ending={after} effect={effect} />
          </>
        )}
        <Button
          size="s"
          className={styles.apply ?? ''}
          aria-label={t('applyThis', { change: what })}
          onClick={() => edit((document) => applyChange(document, change))}
        >
          {t('apply')}
        </Button>
      </p>
      <Besides tried={tried} />
    </>
  );
}

/** What else it does: other flows of the document that end then, strangers that get in. */
function Besides({ tried: { breaks, opens } }: { readonly tried: Tried }) {
  const t = useTranslations('flips');
  const words = useFlowWords();
  const names = ({ title, from, to, port }: Flow): string =>
    title ?? `${sourceTitle(from, words)} → ${targetTitle({ to, port })}`;
  return (
    <>
      {breaks.length > 0 && (
        <p className={styles.warning}>
          <TriangleAlert size={13} aria-hidden /> {t('breaks', { flows: breaks.map(names).join(', ') })}
        </p>
      )}
      {opens.length > 0 && (
        <p className={styles.warning}>
          <TriangleAlert size={13} aria-hidden /> {t('opens', { packets: opens.map(names).join(', ') })}
        </p>
      )}
    </>
  );
}

/** `DROPPED · no answer`, `DELIVERED · answered`, with the odds where it is not certain. */
function EndingText({ ending, effect }: { readonly ending: Ending } & Pick<Tried, 'effect'>) {
  const t = useTranslations('flips');
  const { ends, through, kernelThrough, together, astray = false } = ending;
  const [first] = ends;
  if (effect === 'together' && together !== undefined) {
    return (
      <span className={styles.ending}>
        {together === '1' ? t('alwaysTogether') : t('together', { odds: aboutOdds(together, false) })}
      </span>
    );
  }
  return (
    <span className={styles.ending}>
      {astray ? <MisdeliveredBadge pill /> : first && <DispositionBadge disposition={first} pill />}
      {through === '1' && t('answered')}
      {through === '0' && !astray && t('silent')}
      {through !== undefined &&
        through !== '0' &&
        through !== '1' &&
        t('sometimes', { odds: aboutOdds(through, kernelThrough !== undefined) })}
    </span>
  );
}

/** Senders as the receiver sees them. */
function Sources({ sources }: { readonly sources: readonly string[] }) {
  const t = useTranslations('flips');
  return (
    <span className={styles.ending}>
      {t('sees')}
      {sources.slice(0, 2).map((source) => (
        <code key={source}>
          <AddressText text={source} />
        </code>
      ))}
      {sources.length > 2 && <span>+{sources.length - 2}</span>}
    </span>
  );
}
