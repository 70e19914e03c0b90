import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { LensEntry } from '../../../core/story/lens';
import type { Moment } from '../../../core/story/moment';
import type { Of } from './lens.model';
import { End, Whole } from './LensParts';
import { Pair } from './PacketPanel';
import styles from './lens.module.css';
import type { LensKind, LensProps } from './lens-kind';
import {
  END,
  endCell,
  nameCell,
  PAPER_LEFT,
  textRow,
  table,
  title,
  TOP,
  type Block,
  type LensKit,
  type SheetRow,
} from './lens-pen.model';

/** The header before and after. */
export const HEADER_LENS: LensKind<'header'> = {
  Page: HeaderTable,
  shapes: (picture, _, kit) => headerShapes(picture, kit),
};

/** The header before and after; what is translated back is told by what was remembered. */
function HeaderTable({ picture: { before, after, entry }, t, moment: { kind } }: LensProps<'header'>) {
  if (kind === 'translated-back' && entry) return null;
  const rows = [
    { id: 'before' as const, from: before.from, to: before.to },
    { id: 'after' as const, from: after.from, to: after.to },
  ];
  // Where there is room for one side only, it is the one that changes.
  const same = (side: 'from' | 'to'): true | undefined => (before[side].text === after[side].text ? true : undefined);
  const struck = (id: string, side: 'from' | 'to'): boolean => id === 'before' && !same(side);
  return (
    <>
      <h3 className={styles.title}>{t('header')}</h3>
      <table className={styles.header}>
        <thead>
          <tr>
            <td>
              <span className="visually-hidden">{t('headerNow')}</span>
            </td>
            <th scope="col" data-same={same('from')}>
              {t('from')}
            </th>
            <th scope="col" data-same={same('to')}>
              {t('to')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, from, to }) => (
            <tr key={id} className={id === 'after' ? styles.taken : undefined}>
              <th scope="row">{t(id)}</th>
              <td data-same={same('from')}>
                <End end={from} was={struck(id, 'from')} named={!same('from')} />
              </td>
              <td data-same={same('to')}>
                <End end={to} was={struck(id, 'to')} named={!same('to')} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function headerShapes({ before, after }: Of<'header'>, kit: LensKit): Block {
  const { t } = kit;
  const row = (id: 'before' | 'after', { from, to }: typeof before): SheetRow => {
    const struck = (side: 'from' | 'to'): boolean => id === 'before' && before[side].text !== after[side].text;
    return {
      taken: id === 'after',
      cells: [
        { words: t(id), weight: id === 'after' ? 620 : 400, fill: id === 'after' ? 'ink' : 'mute' },
        endCell(from, struck('from')),
        nameCell(from),
        endCell(to, struck('to')),
        nameCell(to),
      ],
    };
  };
  const drawn = table([row('before', before), row('after', after)], [PAPER_LEFT, TOP + 24], kit);
  const [, from = PAPER_LEFT, , to = PAPER_LEFT] = drawn.columns;
  return {
    shapes: [
      title(t('header')),
      textRow(t('from'), from, TOP + 16, { fill: 'mute' }),
      textRow(t('to'), to, TOP + 16, { fill: 'mute' }),
      ...drawn.shapes,
    ],
    height: drawn.height + END,
  };
}

const whole = (chunks: ReactNode) => <Whole>{chunks}</Whole>;

interface EntryProps {
  readonly entry: LensEntry;
  readonly moment: Moment;
  /** The moment that wrote it, counted from 1; undefined: it was there before. */
  readonly written: number | undefined;
}

/** The conntrack entry of the node, while it undoes a rewrite. */
export function EntryBox({ entry, moment, written }: EntryProps) {
  const t = useTranslations('story');
  const restored = moment.variant === 'destination' ? moment.header.to : moment.header.from;
  return (
    <>
      <h3 className={styles.title}>
        {written === undefined
          ? t('wroteThisBefore', { node: entry.node })
          : t('wroteThis', { node: entry.node, moment: written })}
      </h3>
      <div className={styles.entry} data-entry="">
        <dl>
          {moment.variant === 'destination' ? (
            <>
              <Pair word={t('cameFrom')} end={entry.sender} />
              <Pair word={t('standsInAs')} end={entry.answersTo} />
            </>
          ) : (
            <>
              <Pair word={t('askedFor')} end={entry.askedFor} />
              <Pair word={t('answeredBy')} end={entry.answersFrom} />
            </>
          )}
        </dl>
        <strong className={styles.memory}>
          {t.rich(moment.variant === 'destination' ? 'leavesFor' : 'leavesAs', { name: restored.name, n: whole })}
        </strong>
      </div>
    </>
  );
}
