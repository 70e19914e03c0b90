import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { LensEntry, LensPicture } from '../../core/story/lens';
import type { Moment, MomentKind } from '../../core/story/moment';
import type { LensWords, Of } from './lens.model';
import { End, Whole } from './LensParts';
import { Pair } from './PacketPanel';
import styles from './lens.module.css';

interface Props<K extends LensPicture['kind']> {
  readonly picture: Of<K>;
  readonly t: LensWords;
}

/** The header before and after; what is translated back is told by what was remembered. */
export function HeaderTable({ picture, t, kind }: Props<'header'> & { readonly kind: MomentKind }) {
  const { before, after, entry } = picture;
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

const whole = (chunks: ReactNode) => <Whole>{chunks}</Whole>;

interface EntryProps {
  readonly entry: LensEntry;
  readonly moment: Moment;
  /** The moment that wrote it, counted from 1; undefined: it was there before. */
  readonly written: number | undefined;
}

/** What the node remembered, while it undoes a rewrite. */
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
