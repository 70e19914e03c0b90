import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { LensEntry, LensPicture } from '../../core/story/lens';
import type { Moment, MomentKind, StoryEnd } from '../../core/story/moment';
import { classes } from '../common/classes';
import type { LensWords, Of } from './lens.model';
import { End, Whole } from './LensParts';
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

function Pair({ word, end, was = false }: { readonly word: string; readonly end: StoryEnd; readonly was?: boolean }) {
  return (
    <>
      <dt>{word}</dt>
      <dd>
        <End end={end} was={was} />
      </dd>
    </>
  );
}

/** Beside the lens: what was just written down, or the packet as it is now. */
export function PacketPanel({ moment, picture }: { readonly moment: Moment; readonly picture: LensPicture }) {
  const t = useTranslations('story');
  const { header, before } = moment;
  const entry = picture.kind === 'header' ? picture.entry : undefined;
  if (entry && moment.kind !== 'translated-back')
    return <Remembered entry={entry} source={moment.kind !== 'rewritten'} />;
  const back = moment.kind === 'translated-back' && before !== undefined;
  const side = moment.variant === 'destination' ? 'to' : 'from';
  const other = side === 'to' ? 'from' : 'to';
  if (back && entry) {
    return (
      <>
        <dl className={styles.pairs}>
          <Pair word={t(other)} end={header[other]} />
          <Pair word={t(side)} end={before[side]} was />
        </dl>
        <p className={classes(styles.restored, styles[`restored-${header[side].kind}`])} data-restored="">
          <End end={header[side]} />
        </p>
      </>
    );
  }
  return (
    <>
      <h3 className={styles.panelTitle}>{t('packet')}</h3>
      <dl className={styles.pairs}>
        <Pair word={t('from')} end={header.from} />
        <Pair word={t('to')} end={header.to} />
      </dl>
    </>
  );
}

function Remembered({ entry, source }: { readonly entry: LensEntry; readonly source: boolean }) {
  const t = useTranslations('story');
  return (
    <>
      <h3 className={classes(styles.panelTitle, styles.memory)}>{t('rememberedOn', { node: entry.node })}</h3>
      <dl className={classes(styles.pairs, styles.wide)}>
        <dt>{t(source ? 'cameFrom' : 'askedFor')}</dt>
        <dd>
          <End end={source ? entry.sender : entry.askedFor} named={false} />
        </dd>
        <dt>{t(source ? 'standsInAs' : 'answersFrom')}</dt>
        <dd>
          <End end={source ? entry.answersTo : entry.answersFrom} named={false} />
        </dd>
      </dl>
      <p className={styles.mute}>{t('replyNeeds')}</p>
    </>
  );
}
