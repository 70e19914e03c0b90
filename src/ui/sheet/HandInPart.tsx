import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  countFirst,
  isRightAtFirst,
  listHanded,
  readHandIns,
  signEdition,
  writeHandIn,
  type HandedAnswer,
  type HandedIn,
} from '../../core/sheet/hand-in';
import type { Phrase } from '../../core/lib/phrase';
import { classes } from '../common/classes';
import { Button } from '../common/controls';
import { useCopy } from '../share/redact/redaction';
import { HandedTable } from './HandedTable';
import type { ShownSheet } from './sheet.model';
import { useSheetPhrase } from './use-sheet-phrase';
import styles from './sheet.module.css';

interface Props {
  readonly shown: ShownSheet;
  /** The text whose questions they are. */
  readonly text: string;
  /** Shows a question of the Sheet, by its id. */
  readonly onShow: (ask: string) => void;
}

const MINUTE_MS = 60_000;

/** Below a Sheet with questions: one line of what was answered, and what a class handed in. */
export function HandInPart({ shown, text, onShow }: Props) {
  const t = useTranslations('handIn');
  const asks = shown.sheet.blocks.flatMap((block) =>
    block.kind === 'ask' ? [{ id: block.id, asks: block.question.asks }] : [],
  );
  const show = (at: number): void => onShow(asks[at]?.id ?? '');
  const minutes = useMinutes();
  const edition = useMemo(() => signEdition(text), [text]);
  if (asks.length === 0) return null;
  return (
    <div className={styles.handIn}>
      <details data-hand-in="">
        <summary>{t('title')}</summary>
        <Own shown={shown} edition={edition} minutes={minutes} asks={asks.map((each) => each.asks)} onShow={show} />
      </details>
      <details data-collect="">
        <summary>{t('collect')}</summary>
        <Collected of={{ sheet: shown.sheet.sheet.id, edition }} onShow={show} />
      </details>
    </div>
  );
}

/** Minutes since the Sheet was opened, the one that runs counted. */
function useMinutes(): number {
  const [minutes, setMinutes] = useState(1);
  useEffect(() => {
    const timer = setInterval(() => setMinutes((before) => before + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return minutes;
}

interface OwnProps extends Pick<Props, 'shown'> {
  readonly edition: string;
  readonly minutes: number;
  /** Words of each question. */
  readonly asks: readonly Phrase[];
  readonly onShow: (question: number) => void;
}

function Own({ shown: { sheet }, edition, minutes, asks, onShow }: OwnProps) {
  const t = useTranslations('handIn');
  const { outcome, copy } = useCopy();
  const [name, setName] = useState('');
  const { blocks } = sheet;
  const answers = useMemo(() => listHanded(blocks), [blocks]);
  const count = answers.length;
  const done = answers.filter(({ end }) => end !== 'open').length;
  const line = writeHandIn({ sheet: sheet.sheet.id, edition, name, answers, minutes });
  return (
    <>
      <p role="status" className={styles.sentence}>
        {t('state', { open: count - done, done, count, first: countFirst(answers) })}
      </p>
      <AnswerList answers={answers} asks={asks} onShow={onShow} />
      <p>{t('about')}</p>
      <p>
        <label>
          {t('name')} <input value={name} maxLength={40} onChange={({ target }) => setName(target.value)} />
        </label>
      </p>
      <textarea
        readOnly
        rows={2}
        aria-label={t('line')}
        data-handed=""
        value={line}
        onFocus={({ target }) => target.select()}
      />
      <p>
        <Button onClick={() => copy(line)}>{t('copy')}</Button>{' '}
        <span role="status">{outcome && t(outcome === 'copied' ? 'copied' : 'notCopied')}</span>
      </p>
    </>
  );
}

/** How each question went; what was not right at first can be read again. */
function AnswerList({
  answers,
  asks,
  onShow,
}: { readonly answers: readonly HandedAnswer[] } & Pick<OwnProps, 'asks' | 'onShow'>) {
  const t = useTranslations('handIn');
  const say = useSheetPhrase();
  return (
    <ol className={styles.rows}>
      {answers.map((answer, at) => (
        // Questions never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>
          {at + 1}. {asks[at] && say(asks[at])}{' '}
          <b
            className={
              answer.end === 'open' ? styles.mute : isRightAtFirst(answer) ? styles.rightWord : styles.wrongWord
            }
          >
            {t(answer.end, { tried: answer.tried === '' ? 'none' : answer.tried })}
          </b>{' '}
          {!isRightAtFirst(answer) && (
            <button type="button" className={styles.link} onClick={() => onShow(at)}>
              {t('readAgain')} <span aria-hidden>↑</span>
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

interface CollectedProps {
  readonly of: { readonly sheet: string; readonly edition: string };
  readonly onShow: (question: number) => void;
}

function Collected({ of: { sheet, edition }, onShow }: CollectedProps) {
  const t = useTranslations('handIn');
  const say = useSheetPhrase();
  const [text, setText] = useState('');
  const handed = useMemo(() => readHandIns(text, { sheet, edition }), [text, sheet, edition]);
  return (
    <>
      <p>{t('collectAbout')}</p>
      <textarea rows={4} aria-label={t('lines')} value={text} onChange={({ target }) => setText(target.value)} />
      <div role="status">
        {handed.rows.length === 0 && <p>{t('nobody')}</p>}
        {handed.faults.map(({ line, says }) => (
          <p key={line}>{t('fault', { line, message: say(says) })}</p>
        ))}
        <Weakest handed={handed} onShow={onShow} />
      </div>
      {handed.rows.length > 0 && <HandedTable {...handed} />}
    </>
  );
}

function Weakest({
  handed: { rows, weakest },
  onShow,
}: Pick<CollectedProps, 'onShow'> & { readonly handed: HandedIn }) {
  const t = useTranslations('handIn');
  if (weakest === undefined) return null;
  const right = rows.filter(({ answers }) => answers[weakest] && isRightAtFirst(answers[weakest])).length;
  return (
    <p data-weakest={weakest + 1}>
      {t('weakest', { number: weakest + 1, right, count: rows.length })}{' '}
      <button type="button" className={classes(styles.button, styles.pressed)} onClick={() => onShow(weakest)}>
        {t('again')}
      </button>
    </p>
  );
}
