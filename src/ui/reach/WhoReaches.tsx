import { useCallback, useDeferredValue } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import type { Matrix } from '../../core/questions/reach/matrix';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import { useActions, useBench } from '../../store/hooks';
import { REACH_ABOUT, REACH_WAY } from '../shell/bench/use-reach-about';
import { Button } from '../common/controls';
import { WorkProgress } from '../common/Dialog';
import { useQuestion } from '../common/use-asked';
import { MatrixTable } from './MatrixTable';
import type { ReachSubject } from './use-walk-cell';
import { isAmongSenders, isAtOwn } from './reach.model';
import styles from './reach.module.css';
import { useReachPhrase } from './use-reach-phrase';

/** The matrix: rows are where to, columns who; what ends alike is one block. With a party in the search box only what concerns it. */
export function WhoReaches(subject: ReachSubject) {
  const asked = useDeferredValue(useBench(({ view }) => view.drafts[REACH_ABOUT] ?? '').trim());
  return asked === '' ? <Everything {...subject} /> : <About {...subject} about={asked} />;
}

function Everything(subject: ReachSubject) {
  const { document, family } = subject;
  const work = useQuestion(
    useCallback((options: AskOptions) => background.ask('reach', { document, family }, options), [document, family]),
  );
  const matrix = work.status === 'done' ? work.answer : undefined;
  const askAgain = async (other: Document): Promise<Matrix> =>
    await background.ask('reach', { document: other, family });
  return (
    <>
      <WorkProgress work={work} room="reach" />
      {matrix && matrix.walked === 0 && <Empty matrix={matrix} />}
      {matrix && matrix.walked > 0 && <MatrixTable {...{ matrix, subject, askAgain }} />}
    </>
  );
}

/** Two matrices: everybody to one party, and that party to everything. */
function About({ about, ...subject }: ReachSubject & { readonly about: string }) {
  const { document, family } = subject;
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const isFrom = useBench(({ view }) => view.drafts[REACH_WAY] === 'from');
  const work = useQuestion(
    useCallback(
      (options: AskOptions) => background.ask('reach-about', { document, family, about }, options),
      [document, family, about],
    ),
  );
  const found = work.status === 'done' ? work.answer : undefined;
  const titleOf = (way: 'to' | 'from', to: Matrix, party: string): string =>
    t(way === 'to' && isAtOwn(to) ? 'about_own' : `about_${way}`, { party });
  return (
    <>
      <WorkProgress work={work} room="reach" />
      {found && !found.ok && <p role="status">{say(found.error)}</p>}
      {found?.ok &&
        (isFrom ? (['from', 'to'] as const) : (['to', 'from'] as const)).map((way) => (
          <section key={way} aria-label={titleOf(way, found.value.to, about)}>
            <h3 className={styles.headline}>{titleOf(way, found.value.to, about)}</h3>
            {way === 'to' && <OwnWays {...found.value} />}
            {found.value[way].walked === 0 ? (
              <p>{t(`none_${way}`)}</p>
            ) : (
              <MatrixTable matrix={found.value[way]} subject={subject} isPart />
            )}
          </section>
        ))}
    </>
  );
}

/** Other ways to a Pod: the Services that lead to it; and whether it is one of those that send. */
function OwnWays({ services, to }: { readonly services: readonly string[]; readonly to: Matrix }) {
  const t = useTranslations('reach');
  const { setDraft } = useActions();
  return (
    <>
      {isAmongSenders(to) && <p className={styles.second}>{t('amongItself')}</p>}
      {services.length > 0 && (
        <p className={styles.buttons}>
          {t('services', { count: services.length })}
          {services.map((name) => (
            <Button key={name} size="s" onClick={() => setDraft(REACH_ABOUT, `service ${name}`)}>
              {name}
            </Button>
          ))}
        </p>
      )}
    </>
  );
}

function Empty({ matrix: { unasked } }: { readonly matrix: Matrix }) {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  return <p>{unasked.length > 0 ? unasked.map(say).join(' ') : t('empty')}</p>;
}
