import { Children, Fragment, type ReactNode } from 'react';
import type { StoryEnd } from '../../../core/story/moment';
import { classes } from '../../common/classes';
import { breakable } from './lens.model';
import { getTone } from '../cast/tones';
import styles from './lens.module.css';

/** A longer name may end a line behind one of its hyphens: a card has no room for it. */
const LONG_NAME = 24;

/** A name or an address that ends no line inside. In a hand a name is what the stage calls it: without its namespace. */
export function Whole({ children }: { readonly children: ReactNode }) {
  const text = Children.toArray(children).filter((each) => typeof each === 'string');
  const parts = breakable(text.join(''));
  if (parts.length === 1) return children;
  return parts.map((part, index) => (
    // Parts of one name never change places.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      <span className={classes(part.length <= LONG_NAME && styles.whole, part.endsWith('/') && styles.namespace)}>
        {part}
      </span>
      <wbr />
    </Fragment>
  ));
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
    <span className={classes(styles.end, styles[tone])}>
      <span className={classes(styles.mono, styles.endAddress, was && styles.struck)}>{end.text}</span>
      {shows && (
        <span className={styles.endName}>
          <Whole>{name}</Whole>
        </span>
      )}
    </span>
  );
}
