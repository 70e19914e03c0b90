import { useRef } from 'react';

interface FocusBack {
  /** Called before the window takes the focus. */
  readonly remember: () => void;
  /** For `onCloseAutoFocus`: Radix knows only its own triggers, and these windows are opened by any button or key. */
  readonly giveBack: (event: Event) => void;
}

/** The focus goes back to what had it when a window opened, unless what was done there has moved it on. */
export function useFocusBack(): FocusBack {
  const opener = useRef<Element | null>(null);
  return {
    remember: () => {
      opener.current = document.activeElement;
    },
    giveBack: (event) => {
      event.preventDefault();
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
