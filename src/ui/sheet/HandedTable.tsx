import { useTranslations } from 'use-intl';
import { countFirst, isRightAtFirst, type HandedAnswer, type HandedIn } from '../../core/sheet/hand-in';
import { classes } from '../common/classes';
import styles from './sheet.module.css';

/** The table of a class: a row a pupil, a column a question, and below how many had each right at first. */
export function HandedTable({ rows, weakest }: Pick<HandedIn, 'rows' | 'weakest'>) {
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
              <th key={at} scope="col" aria-label={t('question', { number: at + 1 })}>
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
              <td>{t('firstOf', { first: countFirst(answers), count: answers.length })}</td>
              <td>{minutes}</td>
            </tr>
          ))}
        </tbody>
        <Sum rows={rows} weakest={weakest} numbers={numbers} />
      </table>
    </div>
  );
}

interface SumProps extends Pick<HandedIn, 'rows' | 'weakest'> {
  readonly numbers: readonly number[];
}

/** How many had each question right at first; the one that the fewest had is red. */
function Sum({ rows, weakest, numbers }: SumProps) {
  const t = useTranslations('handIn');
  const count = rows.reduce((sum, { answers }) => sum + answers.length, 0);
  const first = rows.reduce((sum, { answers }) => sum + countFirst(answers), 0);
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('pupils', { count: rows.length })}</th>
        {numbers.map((at) => (
          <td key={at} className={at === weakest ? styles.wrongWord : styles.rightWord}>
            {t('rightOf', { count: rows.filter(({ answers }) => answers[at] && isRightAtFirst(answers[at])).length })}
          </td>
        ))}
        <td colSpan={2}>{t('firstOf', { first, count })}</td>
      </tr>
    </tfoot>
  );
}

const MARKS = { right: '✓', shown: '–', open: '?' } as const;

/** The letters that were tried, and how it ended; a colour and a mark say the same. */
function Given({ answer }: { readonly answer: HandedAnswer | undefined }) {
  const t = useTranslations('handIn');
  const { tried = '', end = 'open' } = answer ?? {};
  const says = t(end, { tried: tried === '' ? 'none' : tried });
  const isFirst = answer !== undefined && isRightAtFirst(answer);
  const colour = isFirst ? styles.rightWord : tried !== '' && styles.wrongWord;
  return (
    <td className={classes(colour)} aria-label={says} title={says}>
      {tried} {MARKS[end]}
    </td>
  );
}
