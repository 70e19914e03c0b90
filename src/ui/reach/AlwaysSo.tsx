import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { phrase, type Phrase } from '../../core/lib/phrase';
import type { StatementResult } from '../../core/questions/reach/always';
import type { FlowFate } from '../../core/questions/reach/fate';
import type { Breaking } from '../../core/questions/reach/statement-side';
import type { ModeRelease, Statement } from '../../core/questions/reach/statement';
import { listStatementForms } from '../../core/questions/reach/statement-forms';
import { sayAsks, sayCaller, sayDestination, sayFate, sayDestinationKind } from '../../core/questions/reach/say';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/controls';
import { WorkProgress } from '../common/Dialog';
import { useQuestion } from '../common/use-asked';
import { VerdictBadge } from '../common/VerdictBadge';
import type { Tone } from '../common/theme/verdicts';
import styles from './reach.module.css';
import { useAddStatement } from './use-add-statement';
import type { ReachSubject } from './use-walk-cell';
import { useReachPhrase } from './use-reach-phrase';

const STATES: Readonly<Record<StatementResult['state'], { readonly sign: string; readonly tone: Tone }>> = {
  holds: { sign: '✓', tone: 'ok' },
  broken: { sign: '✕', tone: 'drop' },
  depends: { sign: '?', tone: 'unknown' },
  unread: { sign: '!', tone: 'rej' },
};

/** What does not hold comes first. */
const ORDER: readonly StatementResult['state'][] = ['broken', 'depends', 'unread', 'holds'];

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
    <div className={styles.beside}>
      <div>
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
        <Forms document={document} />
      </div>
      <div>
        <WorkProgress work={work} room="reach" />
        <div aria-live="polite">{work.status === 'done' && work.answer && <Results results={work.answer} />}</div>
      </div>
    </div>
  );
}

/** How many hold, and each with what breaks it. */
function Results({ results }: { readonly results: readonly StatementResult[] }) {
  const t = useTranslations('reach');
  const count = (wanted: StatementResult['state']): number => results.filter(({ state }) => state === wanted).length;
  const [held, broken] = [count('holds'), count('broken')];
  const ordered = results.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return (
    <>
      <h3 className={styles.headline}>{t(broken > 0 ? 'heldNot' : 'held', { held, broken, all: results.length })}</h3>
      <ul>
        {ordered.map((result) => (
          <StatementItem key={result.statement.line} result={result} />
        ))}
      </ul>
    </>
  );
}

/** A line of each form about a Service of the cluster; one that is pressed is put under those that are typed. */
function Forms({ document }: Pick<ReachSubject, 'document'>) {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const add = useAddStatement();
  const forms = listStatementForms(document.cluster);
  if (forms.length === 0) return null;
  return (
    <section aria-label={t('forms')}>
      <h3 className={styles.group}>{t('forms')}</h3>
      <ul>
        {forms.map(({ text, says }) => (
          <li key={text} className={styles.buttons}>
            <Button onClick={() => add(text)} aria-label={t('addForm', { text })}>
              <code>{text}</code>
            </Button>{' '}
            <span className={styles.asks}>{say(says)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** So many of those that break a statement are listed. */
const MOST_LISTED = 20;

/** A packet that breaks a statement, in words; on both sides, where two should be the same. */
function tellBreaking(
  { caller, destination, was, fate }: Breaking,
  { claim }: Statement,
  say: (each: Phrase) => string,
) {
  const tell = (each: FlowFate): string =>
    sayFate(each, caller.kind)
      .map(({ says, odds = '' }) => `${say(says)} ${odds}`.trim())
      .join(', ');
  const same = claim.ok && claim.value.kind === 'same' ? claim.value : undefined;
  const side = ({ mode, release }: ModeRelease, each: FlowFate): string => `${mode}@${release} ${tell(each)}`;
  return {
    from: caller.address === undefined ? say(sayCaller(caller)) : `${say(sayCaller(caller))} (${caller.address})`,
    to: `${say(sayDestination(destination))}, ${say(sayAsks(destination))}`,
    fate: same && was ? `${side(same.before, was)} → ${side(same.after, fate)}` : tell(fate),
  };
}

function StatementItem({
  result: { statement, state, breaking, against, flows, ways, says },
}: {
  readonly result: StatementResult;
}) {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const [first, ...rest] = breaking;
  return (
    <li className={styles.change} data-state={state}>
      <p>
        <VerdictBadge mark={{ ...STATES[state], word: say(phrase(`reach.state.${state}`)) }} pill />{' '}
        <code>{statement.text}</code>{' '}
        {ways.length > 0 && (
          <strong>{t('ways', { ways: ways.map((way) => say(sayDestinationKind(way))).join(', ') })}</strong>
        )}{' '}
        <span className={styles.asks}>
          {t('line', { line: statement.line })}
          {flows > 0 && `, ${t('walked', { flows })}`}
        </span>
      </p>
      {says.length > 0 && <p>{says.map(say).join(' ')}</p>}
      {first && <p>{t('broken', tellBreaking(first, statement, say))}</p>}
      {first && against > 1 && (
        <details>
          <summary>{t('more', { count: against - 1 })}</summary>
          {rest.slice(0, MOST_LISTED).map((each) => (
            <p key={`${each.caller.id} ${each.destination.id}`}>{t('other', tellBreaking(each, statement, say))}</p>
          ))}
          {Math.min(rest.length, MOST_LISTED) < against - 1 && <p className={styles.asks}>{t('alike')}</p>}
        </details>
      )}
    </li>
  );
}
