import { cloneElement, useMemo, useState, type ReactElement, type Ref } from 'react';

type Held = (node: HTMLElement) => () => void;

/** Focuses the element that comes after one that had the focus when it went. */
function keepFocus(): Held {
  let had = false;
  return (node) => {
    if (had) node.focus({ preventScroll: true });
    had = false;
    return () => (had = document.activeElement === node);
  };
}

/** Two who want to know of one element. */
function both(hold: Held, own: Ref<HTMLElement> | undefined): Held {
  if (!own) return hold;
  return (node) => {
    const letGo = hold(node);
    const gone = typeof own === 'function' ? own(node) : (own.current = node) && undefined;
    return () => {
      letGo();
      if (gone) gone();
      else if (typeof own === 'function') own(null);
      else own.current = null;
    };
  };
}

/**
 * The element, which has the focus still when it is drawn anew inside of something else: who went there by keys while
 * parts of it were on their way does not lose the place.
 */
export function useKeptFocus<P>(element: ReactElement<P>): ReactElement<P> {
  const [hold] = useState(keepFocus);
  const { ref: own } = element.props as { readonly ref?: Ref<HTMLElement> };
  const ref = useMemo(() => both(hold, own), [hold, own]);
  return cloneElement(element as ReactElement<{ readonly ref: Held }>, { ref }) as ReactElement<P>;
}
