import { Fragment } from 'react';
import styles from './kbd.module.css';

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
