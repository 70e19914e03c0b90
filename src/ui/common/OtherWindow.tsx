import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

const FEATURES = 'popup,width=960,height=640';

/** Dresses another window of this page as the page itself; nothing is loaded that the page has not. */
function dress(other: Window): void {
  const { documentElement: own } = document;
  const { documentElement, head, body } = other.document;
  for (const { name, value } of own.attributes) if (name !== 'style') documentElement.setAttribute(name, value);
  head.replaceChildren();
  for (const sheet of document.querySelectorAll('link[rel=stylesheet], style')) {
    const copy = other.document.importNode(sheet, true);
    // Without an address of its own the window knows no relative ones.
    if (sheet instanceof HTMLLinkElement) copy.setAttribute('href', sheet.href);
    head.append(copy);
  }
  body.replaceChildren();
}

/** Opens the speaker's own window, from a file, too; undefined: the browser does not let it. */
export function openSpeakerWindow(title: string): Window | undefined {
  const other = window.open('', 'rulewalk-speaker', FEATURES);
  if (!other) return undefined;
  dress(other);
  other.document.title = title;
  return other;
}

interface Props {
  readonly other: Window;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The content of another window of this page; keys that are pressed there are meant for the page. It closes with what shows it. */
export function OtherWindow({ other, onClose, children }: Props) {
  const closed = useEffectEvent(() => onClose());
  useEffect(() => {
    const close = (): void => other.close();
    // What is pressed there is meant for the story.
    const pass = ({ key, shiftKey }: KeyboardEvent): void => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }));
    };
    const gone = (): void => closed();
    other.addEventListener('keydown', pass);
    other.addEventListener('pagehide', gone);
    window.addEventListener('pagehide', close);
    return () => {
      other.removeEventListener('keydown', pass);
      other.removeEventListener('pagehide', gone);
      window.removeEventListener('pagehide', close);
      close();
    };
  }, [other]);
  return createPortal(children, other.document.body);
}
