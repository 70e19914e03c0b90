import { Fragment } from 'react';
import { groupBy } from '../../core/lib/groups';
import { spellPlace, type SaidBlock, type SaidLine, type SaidRow } from '../../core/sheet/said';
import { classes } from '../common/classes';
import { Named } from '../story/page/Headline';
import { useSheetPhrase } from './use-sheet-phrase';
import styles from './sheet.module.css';

/** A part of a Sheet that was made of an answer. */
export function Said({ block }: { readonly block: SaidBlock }) {
  switch (block.kind) {
    case 'said':
      return <SaidText {...block} />;
    case 'rows':
      return block.numbered ? <NumberedRows rows={block.rows} /> : <NamedRows rows={block.rows} />;
    case 'table':
      return <SaidTable {...block} />;
  }
}

/** The element of a difference, which the contents lead to. */
const differenceId = (number: number): string => `difference-${number}`;

const TAGS = { lede: 'p', h: 'h2', h3: 'h3', p: 'p', quiet: 'p' } as const;

function SaidText({ as, says, number }: Extract<SaidBlock, { kind: 'said' }>) {
  const say = useSheetPhrase();
  const Tag = TAGS[as];
  const [first, ...rest] = says.map(say);
  if (number !== undefined)
    return (
      <h3 id={differenceId(number)}>
        <span className={styles.number}>{first}</span>
        <br />
        <Named>{rest.join(' ')}</Named>
      </h3>
    );
  if (as !== 'lede')
    return <Tag className={as === 'quiet' ? styles.mute : undefined}>{[first, ...rest].join(' ')}</Tag>;
  return (
    <p className={styles.lede}>
      <strong className={styles.sentence}>
        <Named>{first ?? ''}</Named>
      </strong>{' '}
      <Named>{rest.join(' ')}</Named>
    </p>
  );
}

/** What happened one after the other, or is to be done so. */
function NumberedRows({ rows }: { readonly rows: readonly SaidRow[] }) {
  return (
    <div className={classes(styles.rows, styles.posterWay)}>
      <ol>
        {rows.map((row, at) => (
          // Rows never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} value={at + 1}>
            <span className={styles.posterNumber} aria-hidden>
              {at + 1}
            </span>
            <div>
              <RowText row={row} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

const TONES = { bad: styles.wrongWord, news: styles.askHead, good: styles.rightWord } as const;

/** The contents of a report: under each word what it is said of, with what will be seen; each leads to where more is told. */
function Contents({ rows }: { readonly rows: readonly SaidRow[] }) {
  const say = useSheetPhrase();
  const words = groupBy(rows, ({ name }) => (name ? say(name) : ''));
  return (
    <div className={classes(styles.figure, styles.contents)}>
      {[...words].map(([word, own]) => (
        <section key={word} aria-label={word}>
          <p className={classes(styles.number, TONES[own[0]?.leads?.tone ?? 'news'])} aria-hidden>
            {word}
          </p>
          {own.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <ContentsRow key={at} row={row} />
          ))}
        </section>
      ))}
    </div>
  );
}

function ContentsRow({ row: { says, quiet = NONE, leads } }: { readonly row: SaidRow }) {
  const say = useSheetPhrase();
  const to = leads?.to;
  const go = (): void =>
    document.getElementById(differenceId(to ?? 0))?.scrollIntoView({ block: 'start', behavior: 'instant' });
  const words = <Named>{says.map(say).join(' ')}</Named>;
  return (
    <>
      {to === undefined ? (
        <b>{words}</b>
      ) : (
        <button type="button" className={styles.brand} onClick={go}>
          {words}
        </button>
      )}
      <p className={styles.mute}>{quiet.map(say).join(' ')}</p>
    </>
  );
}

function NamedRows({ rows }: { readonly rows: readonly SaidRow[] }) {
  const say = useSheetPhrase();
  if (rows.every(({ leads }) => leads)) return <Contents rows={rows} />;
  const isNamed = rows.some(({ name }) => name !== undefined);
  if (!isNamed)
    return (
      <ul className={styles.rows}>
        {rows.map((row, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <RowText row={row} />
          </li>
        ))}
      </ul>
    );
  return (
    <dl className={classes(styles.rows, styles.named)}>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={at}>
          <dt>{row.name && say(row.name)}</dt>
          <dd>
            <RowText row={row} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

const NONE: readonly never[] = [];

function RowText({ row }: { readonly row: SaidRow }) {
  const { says, beside = NONE, quiet = NONE, lines = NONE } = row;
  const say = useSheetPhrase();
  return (
    <>
      <Named>{says.map(say).join(' ')}</Named>
      {beside.length > 0 && <span className={styles.mute}> ({beside.map(say).join(', ')})</span>}
      {quiet.length > 0 && (
        <p className={styles.mute}>
          <Named>{quiet.map(say).join(' ')}</Named>
        </p>
      )}
      {lines.length > 0 && (
        <pre>
          {lines.map((line, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <Line key={at} line={line} />
          ))}
        </pre>
      )}
    </>
  );
}

function Line({ line }: { readonly line: SaidLine }) {
  return (
    <code>
      <span>{spellPlace(line)}</span>
      {line.text !== undefined && ` ${line.text}`}
      {'\n'}
    </code>
  );
}

function SaidTable({ head, rows }: Extract<SaidBlock, { kind: 'table' }>) {
  const say = useSheetPhrase();
  return (
    <table className={styles.rows}>
      <thead>
        <tr>
          {head.map((each, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <th key={at} scope="col">
              {say(each)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={at}>
            {row.map((each, column) =>
              column === 0 ? (
                // oxlint-disable-next-line react/no-array-index-key
                <th key={column} scope="row">
                  {say(each)}
                </th>
              ) : (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={column}>{say(each)}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
