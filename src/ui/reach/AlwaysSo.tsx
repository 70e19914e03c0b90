import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { phrase } from '../../core/lib/phrase';
import type { StatementResult } from '../../core/questions/reach/always';
import { sayAsks, sayCaller, sayDestination, sayFate } from '../../core/questions/reach/say';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/controls';
import { WorkProgress } from '../common/Dialog';
import { useQuestion } from '../common/use-asked';
import { VerdictBadge } from '../common/VerdictBadge';
import type { Tone } from '../common/theme/verdicts';
import styles from './reach.module.css';
import type { ReachSubject } from './WhoReaches';
import { useReachPhrase } from './use-reach-phrase';

const STATES: Readonly<Record<StatementResult['state'], { readonly sign: string; readonly tone: Tone }>> = {
  holds: { sign: '✓', tone: 'ok' },
  broken: { sign: '✕', tone: 'drop' },
  depends: { sign: '?', tone: 'unknown' },
  unread: { sign: '!', tone: 'rej' },
};

/** Statements in words, and whether they hold of every packet. What is typed is kept as a draft. */
export function AlwaysSo({ document, family }: ReachSubject) {
  const t = useTranslations('reach');
  const text = useBench(({ view }) => view.drafts['reach'] ?? '');
  const { setDraft } = useActions();
  const [asked, setAsked] = useState<string>();
  const ask = useCallback(
    (options: AskOptions) => background.ask('reach-always', { document, family, text: asked ?? '' }, options),
    [document, family, asked],
  );
  const work = useQuestion(asked === undefined || asked.trim() === '' ? undefined : ask);
  return (
    <>
      <label className={styles.statements}>
        {t('statements')}
        <textarea
          rows={7}
          spellCheck={false}
          value={text}
          placeholder={t('placeholder')}
          onChange={({ target }) => setDraft('reach', target.value)}
        />
      </label>
      <p className={styles.buttons}>
        <Button variant="primary" disabled={text.trim() === ''} onClick={() => setAsked(text)}>
          {t('check')}
        </Button>
      </p>
      <WorkProgress work={work} room="reach" />
      <ul className={styles.classes} aria-live="polite">
        {work.status === 'done' &&
          work.answer?.map((result) => <StatementItem key={result.statement.line} result={result} />)}
      </ul>
    </>
  );
}

function StatementItem({
  result: { statement, state, breaking, against, flows, says },
}: {
  readonly result: StatementResult;
}) {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const [first] = breaking;
  return (
    <li className={styles.change} data-state={state}>
      <p>
        <VerdictBadge mark={{ ...STATES[state], word: say(phrase(`reach.state.${state}`)) }} pill />{' '}
        <code>{statement.text}</code>{' '}
        <span className={styles.asks}>
          {t('line', { line: statement.line })}
          {flows > 0 && `, ${t('walked', { flows })}`}
        </span>
      </p>
      {says.length > 0 && <p>{says.map(say).join(' ')}</p>}
      {first && (
        <p>
          {t('broken', {
            from: say(sayCaller(first.caller)),
            to: `${say(sayDestination(first.destination))}, ${say(sayAsks(first.destination))}`,
            fate: sayFate(first.fate, first.caller.kind)
              .map(({ says: end, odds = '' }) => `${say(end)} ${odds}`.trim())
              .join(', '),
          })}{' '}
          {against > 1 && t('more', { count: against - 1 })}
        </p>
      )}
    </li>
  );
}
