import { useTranslations } from 'use-intl';
import type { RenderedBlock } from '../../core/sheet/render';
import { classes } from '../common/classes';
import { useSheetPhrase } from './use-sheet-phrase';
import { Named } from '../story/page/Headline';
import { explainAnswer, LETTERS } from '../story/page/quiz.model';
import { givesAway } from './sheet.model';
import styles from './sheet.module.css';

interface Props {
  readonly block: Extract<RenderedBlock, { kind: 'ask' }>;
  /** What decides and cannot be seen in the figure is said: in a lesson, or on a slide, where no prose above does. */
  readonly withPremise: boolean;
  /** Undefined: it is shown without an answer. */
  readonly onAnswer: (option: number | undefined) => void;
}

/** A question before a figure: what is wrong says why and may be tried again. */
export function AskBox({ block: { id, question, answer }, withPremise, onAnswer }: Props) {
  const t = useTranslations('sheet');
  const say = useSheetPhrase();
  const { options, key, asks, premise } = question;
  const last = options.findIndex(({ text }) => text === answer.tried.at(-1));
  const isRight = answer.open;
  const wrong = isRight ? undefined : options[last];
  const waits = wrong !== undefined && answer.tried.length < 2 && givesAway(question, wrong.why, say);
  return (
    <div
      role="group"
      className={styles.ask}
      aria-labelledby={`ask-${id}`}
      data-ask={id}
      data-open={isRight || undefined}
    >
      <p className={styles.askHead}>{t('before')}</p>
      <h3 id={`ask-${id}`}>
        <Named>{say(asks)}</Named>
      </h3>
      {withPremise && premise && (
        <p className={styles.cause}>
          <Named>{say(premise)}</Named>
        </p>
      )}
      <ol className={styles.answers} aria-label={t('answers')}>
        {options.map(({ text, says }, at) => (
          <li key={text}>
            <button
              type="button"
              onClick={() => onAnswer(at)}
              disabled={isRight || (answer.tried.includes(text) && at !== key)}
              className={classes(
                isRight && at === key && styles.isRight,
                answer.tried.includes(text) && at !== key && styles.isWrong,
              )}
            >
              <span className={styles.letter}>{LETTERS[at]}</span>
              <span>{say(says)}</span>
              {isRight && at === key && <span aria-hidden>✓</span>}
            </button>
          </li>
        ))}
      </ol>
      {!isRight && <div className={styles.lines} data-lines="" aria-hidden />}
      <p role="status" className={styles.verdict}>
        {isRight ? (
          <>
            <b className={styles.rightWord}>{last === key ? t('right') : t('shown', { letter: LETTERS[key] ?? '' })}</b>{' '}
            {explainAnswer(question, key).map(say).join(' ')}
          </>
        ) : (
          wrong && (
            <>
              <b className={styles.wrongWord}>{t('wrong')}</b>{' '}
              {waits ? t('onceMore') : `${say(wrong.why)} ${t('another')}`}
            </>
          )
        )}
      </p>
    </div>
  );
}
