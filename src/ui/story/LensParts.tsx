import type { StoryEnd } from '../../core/story/moment';
import { Explained } from '../common/Explained';
import { classes } from '../common/classes';
import type { CardRow } from './cards.model';
import { getTone } from './story-parts';
import styles from './lens.module.css';

/** What leads to what: cards from left to right, with an arrow between. */
export function Cards({ title, cards }: CardRow) {
  return (
    <>
      <h3 className={styles.title}>
        <Explained>{title}</Explained>
      </h3>
      <ol className={styles.cards}>
        {cards.map(({ id, over, text, under, mono = false, tone, quiet = false }) => (
          <li key={id} className={classes(styles.card, tone && styles[`card-${tone}`], quiet && styles.quietCard)}>
            <span className={styles.mute}>{over}</span>
            <strong className={classes(tone && styles[tone], mono && styles.mono)}>{text}</strong>
            {under !== undefined && <span className={styles.mute}>{under}</span>}
          </li>
        ))}
      </ol>
    </>
  );
}

/** An address and whose it is, in its colour. */
export function End({
  end,
  was = false,
  named = true,
}: {
  readonly end: StoryEnd;
  readonly was?: boolean;
  readonly named?: boolean;
}) {
  const tone = getTone(end);
  const name = end.name.endsWith(` ${end.address}`) ? end.name.slice(0, -end.address.length - 1) : end.name;
  const shows = named && name !== end.address && name !== end.text;
  return (
    <span className={styles[tone]}>
      <span className={classes(styles.mono, styles.endAddress, was && styles.struck)}>{end.text}</span>
      {shows && <span className={styles.endName}>{name}</span>}
    </span>
  );
}
