import { useTranslations } from 'use-intl';
import type { LensEntry, LensPicture } from '../../../core/story/lens';
import type { Moment, StoryEnd } from '../../../core/story/moment';
import { classes } from '../../common/classes';
import { End } from './LensParts';
import styles from './lens.module.css';

/** An end of a header, and which one it is. */
export function Pair({
  word,
  end,
  was = false,
}: {
  readonly word: string;
  readonly end: StoryEnd;
  readonly was?: boolean;
}) {
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
