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
import { Button } from '../common/controls';
import { useCopy } from '../share/redact/redaction';
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
  const asks = shown.sheet.blocks.flatMap((block) => (block.kind === 'ask' ? [block.id] : []));
  const minutes = useMinutes();
  const edition = useMemo(() => signEdition(text), [text]);
  if (asks.length === 0) return null;
  return (
    <div className={styles.handIn}>
      <details data-hand-in="">
        <summary>{t('title')}</summary>
        <Own shown={shown} edition={edition} minutes={minutes} />
      </details>
      <details data-collect="">
        <summary>{t('collect')}</summary>
        <Collected of={{ sheet: shown.sheet.sheet.id, edition }} onShow={(at) => onShow(asks[at] ?? '')} />
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
}

function Own({ shown: { sheet }, edition, minutes }: OwnProps) {
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
      <p>{t('about')}</p>
      <p role="status">{t('state', { open: count - done, done, count, first: countFirst(answers) })}</p>
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
      <Button size="s" onClick={() => onShow(weakest)}>
        {t('again')}
      </Button>
    </p>
  );
}

function HandedTable({ rows, weakest }: HandedIn) {
  const t = useTranslations('handIn');
  const numbers = Array.from({ length: Math.max(...rows.map(({ answers }) => answers.length)) }, (_, at) => at);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div tabIndex={0} role="group" aria-label={t('table')}>
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">{t('who')}</th>
            {numbers.map((at) => (
              <th
                key={at}
                scope="col"
                aria-label={t('question', { number: at + 1 })}
                data-weak={at === weakest || undefined}
              >
                {at + 1}
              </th>
            ))}
            <th scope="col">{t('first')}</th>
            <th scope="col">{t('minutes')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, answers, minutes }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- two of one name are two
            <tr key={place}>
              <th scope="row">{name || t('noName')}</th>
              {numbers.map((at) => (
                <Given key={at} answer={answers[at]} />
              ))}
              <td>
                {countFirst(answers)}/{answers.length}
              </td>
              <td>{minutes}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const MARKS = { right: '✓', shown: '–', open: '?' } as const;

/** The letters that were tried, and how it ended; a colour and a mark say the same. */
function Given({ answer }: { readonly answer: HandedAnswer | undefined }) {
  const t = useTranslations('handIn');
  const { tried = '', end = 'open' } = answer ?? {};
  const says = t(end, { tried: tried === '' ? 'none' : tried });
  return (
    <td data-first={(answer && isRightAtFirst(answer)) || undefined} aria-label={says} title={says}>
      {tried} {MARKS[end]}
    </td>
  );
}
