import { useRef, type ReactNode, useCallback, type KeyboardEvent, type RefObject } from 'react';
import styles from './lists.module.css';
import { FilterInput } from './inputs';

const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Up, Down, Home and End move the focus between the buttons marked `data-row` inside `container`,
 * in reading order; one of them is in the tab order, the others are reached by these keys.
 */
export function useRovingRows(container: RefObject<HTMLElement | null>): (event: KeyboardEvent) => void {
  return useCallback(
    (event) => {
      const move = MOVES[event.key];
      const from = document.activeElement;
      if (!move || event.ctrlKey || event.metaKey || event.altKey || !(from instanceof HTMLElement)) return;
      if (!from.matches('[data-row]')) return;
      const rows = [...(container.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      event.preventDefault();
      event.stopPropagation();
      rows[move(rows.indexOf(from), rows.length)]?.focus();
    },
    [container],
  );
}

interface Props<Item> {
  readonly label: string;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  /** Items like what is typed. */
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
