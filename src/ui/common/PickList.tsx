import { useRef, type ReactNode } from 'react';
import { FilterInput } from './FilterInput';
import styles from './pick-list.module.css';
import { useRovingRows } from './use-roving-rows';

interface Props<Item> {
  readonly label: string;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  /** Those like what is typed. */
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly onPick: (item: Item) => void;
  /** What stands below the list: that there is nothing, or more than is shown. */
  readonly note: string | undefined;
  readonly children: (item: Item) => ReactNode;
}

/** Picks one of many by typing: Enter takes the first, the arrow keys walk the list. */
export function PickList<Item>({ label, typed, onTyped, items, keyOf, onPick, note, children }: Props<Item>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = useRovingRows(list);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- moves the focus between the fields inside
    <div ref={list} className={styles.list} onKeyDown={onKeyDown}>
      <FilterInput
        data-row
        className={styles.input}
        label={label}
        value={typed}
        onValue={onTyped}
        spellCheck={false}
        onKeyDown={(event) => event.key === 'Enter' && items[0] && onPick(items[0])}
      />
      <ul className={styles.choices}>
        {items.map((item) => (
          <li key={keyOf(item)}>
            <button type="button" data-row className={styles.choice} onClick={() => onPick(item)}>
              {children(item)}
            </button>
          </li>
        ))}
      </ul>
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </div>
  );
}
