import { useEffect, useRef } from 'react';
import styles from './sheet.module.css';

/** What changes on the screen is copied at most so often, milliseconds. */
const EVERY = 100;

/**
 * The screen of the room in the speaker's window, small: the slide itself is copied whenever something on it moves, so that what
 * was stepped, turned or drawn there stands here, too.
 */
export function SpeakerScreen() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = place.current;
    const screen = document.querySelector('[data-slide]')?.parentElement;
    if (!box || !screen) return undefined;
    const copy = (): void => copyScreen(screen, box);
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const copySoon = (): void => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        copy();
      }, EVERY);
    };
    const moves = new MutationObserver(copySoon);
    moves.observe(screen, { attributes: true, characterData: true, childList: true, subtree: true });
    const windows = [window, box.ownerDocument.defaultView];
    for (const each of windows) each?.addEventListener('resize', copySoon);
    copy();
    return () => {
      clearTimeout(waiting);
      moves.disconnect();
      for (const each of windows) each?.removeEventListener('resize', copySoon);
    };
  }, []);
  return <div ref={place} className={styles.screen} data-speaker-screen="" aria-hidden inert />;
}

/** Puts a copy of the screen into a box of another window, as wide as that. */
function copyScreen(screen: HTMLElement, box: HTMLElement): void {
  const { clientWidth, clientHeight } = screen;
  const scale = box.clientWidth / Math.max(1, clientWidth);
  const own = box.ownerDocument;
  // Sizes of a slide are those of its window's root.
  own.documentElement.style.fontSize = document.documentElement.style.fontSize;
  const copy = own.importNode(screen, true);
  Object.assign(copy.style, {
    width: `${clientWidth}px`,
    height: `${clientHeight}px`,
    overflow: 'hidden',
    transform: `scale(${scale})`,
    transformOrigin: '0 0',
  });
  box.style.height = `${clientHeight * scale}px`;
  box.replaceChildren(copy);
}
