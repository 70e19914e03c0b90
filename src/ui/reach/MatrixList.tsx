import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import type { Matrix } from '../../core/questions/reach/matrix';
import { sayAsks, sayColumn } from '../../core/questions/reach/say';
import { handOut, type Parcel } from '../../store/hand-out';
import { useActions } from '../../store/hooks';
import { Button } from '../common/controls';
import { makeCsv } from '../time/timeline.model';
import { useCellWords } from './MatrixGrid';
import { headRow } from './matrix-layout.model';
import { columnKind } from './reach.model';
import styles from './matrix.module.css';
import { useReachPhrase } from './use-reach-phrase';

interface Props {
  readonly matrix: Matrix;
  readonly document: Document;
  /** The same matrix, of a document whose names are hidden. */
  readonly askAgain?: (document: Document) => Promise<Matrix>;
}

/** Every row of a matrix unfolded, as a table of words: it can be sorted, selected and kept as CSV. */
export function MatrixList({ matrix, document, askAgain }: Props) {
  const t = useTranslations('reach');
  const locale = useLocale();
  const actions = useActions();
  const tell = useLines();
  const [sorted, setSorted] = useState<number>();
  const [isFailed, setFailed] = useState(false);
  const [head = [], ...lines] = tell(matrix);
  const shown =
    sorted === undefined
      ? lines
      : lines.toSorted((a, b) => (a[sorted] ?? '').localeCompare(b[sorted] ?? '', locale, { numeric: true }));
  const makeFile = async (shared: Document): Promise<Parcel> => {
    const own = shared === document ? matrix : await askAgain?.(shared);
    if (!own) throw new Error('nothing to hand out without names');
    const file = new Blob([makeCsv(tell(own))], { type: 'text/csv' });
    return { to: 'file', name: 'reach.csv', file };
  };
  const save = (): void => {
    setFailed(false);
    handOut(actions, document, makeFile).catch(() => setFailed(true));
  };
  return (
    <>
      <p>
        <Button onClick={save}>CSV</Button> <span role="status">{isFailed && t('csvFailed')}</span>
      </p>
      <table className={styles.plain}>
        <caption className="visually-hidden">{t('table')}</caption>
        <thead>
          <tr>
            {head.map((word, at) => (
              <th key={word} scope="col" aria-sort={sorted === at ? 'ascending' : 'none'}>
                <button type="button" onClick={() => setSorted(sorted === at ? undefined : at)}>
                  {word}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(([name = '', ...rest]) => (
            <tr key={[name, ...rest].join(' ')}>
              <th scope="row">{name}</th>
              {rest.map((word, at) => (
                <td key={head[at + 1]}>{word}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Says a matrix line by line, its head first: each destination by name, address and port, with what becomes of each sender's packet. */
function useLines(): (matrix: Matrix) => readonly (readonly string[])[] {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const words = useCellWords();
  return (matrix) => {
    const { columns, rows } = matrix;
    const isOnlyOutside = columns.filter((each) => columnKind(each) === 'outside').length < 2;
    const head = [
      t('asks'),
      t('wayHead'),
      t('portHead'),
      ...columns.map((each) => say(sayColumn(each, isOnlyOutside))),
    ];
    const lines = rows.flatMap((row) =>
      row.destinations.map((destination) => {
        const { way, node, address } = headRow({ ...row, destinations: [destination] }, (name) => name);
        return [
          destination.name,
          `${t(`way_${way}`, { node, address })} (${address})`,
          say(sayAsks(destination)),
          ...columns.map((_, at) => words(matrix, row, at)),
        ];
      }),
    );
    return [head, ...lines];
  };
}
