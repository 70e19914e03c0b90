import { type ReactNode, Fragment } from 'react';
import styles from './labels.module.css';
import { GLOSSARY, type GlossaryTerm } from '../../content/glossary';
import termStyles from './term.module.css';
import { useMeanings } from './use-glossary';
import { Tooltip } from './floating';

/** A word of the field, explained from the glossary on hover and on focus: `<Term id="dnat">DNAT</Term>`. */
export function Term({ id, children }: { readonly id: GlossaryTerm; readonly children?: ReactNode }) {
  const meanings = useMeanings();
  return (
    <Tooltip text={meanings[id]} side="top">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the explanation must open without a mouse */}
      <span tabIndex={0} className={termStyles.term} data-term={id}>
        {children ?? GLOSSARY[id]}
      </span>
    </Tooltip>
  );
}

const MAC = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How a key is written on this machine: `mod` is ⌘ on a Mac, Ctrl elsewhere. */
const NAMES: Readonly<Record<string, string>> = {
  mod: MAC ? '⌘' : 'Ctrl',
  shift: MAC ? '⇧' : 'Shift',
  left: '←',
  right: '→',
  space: 'Space',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  escape: 'Esc',
};

/** A shortcut as keys: `mod+z`, or `g t` for one after the other. */
export function Kbd({ keys }: { readonly keys: string }) {
  const strokes = keys.split(' ');
  return (
    <span className={styles.keys}>
      {strokes.map((stroke, at) => (
        <Fragment key={stroke}>
          {at > 0 && ' '}
          {stroke.split('+').map((key) => (
            <kbd key={key} className={styles.key}>
              {NAMES[key] ?? key}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}

interface Props {
  readonly id?: string;
  /** How many things stand below it. */
  readonly count?: number;
  readonly children: ReactNode;
}

/** The title of a part of a window or a panel. */
export function SectionHeading({ id, count, children }: Props) {
  return (
    <h3 id={id} className={styles.heading}>
      {children} {count !== undefined && <span className={styles.count}>{count}</span>}
    </h3>
  );
}
