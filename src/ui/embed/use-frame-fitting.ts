import { useLayoutEffect, useRef, type RefObject } from 'react';
import { tellMore } from '../common/more.model';
import { write, writeSmaller, type Type, type FittedWords } from '../story/use-fitting';

/** How small words may be in a frame, px. */
const SENTENCE: Type = { rem: 1.5, leading: 1.22, least: 16 };
const CAUSE: Type = { rem: 1, leading: 1.28, least: 13 };

/** In the frame of another page a long sentence, then its cause, are written smaller: stage and bar keep their room. */
export function useFrameFitting(sentence: string, cause: string): RefObject<HTMLDivElement | null> {
  const words = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const said = words.current;
    const [headline, why] = [said?.querySelector('h1'), said?.querySelector('p')];
    if (!said || !headline || !why) return undefined;
    const all: readonly FittedWords[] = [
      { element: headline, type: SENTENCE },
      { element: why, type: CAUSE },
    ];
    const over = (): number => said.scrollHeight - said.clientHeight;
    const tell = (): void => tellMore(said);
    const fit = (): void => {
      for (const each of all) write(each);
      for (const each of all) writeSmaller(each, Number.parseFloat(getComputedStyle(each.element).fontSize), over);
      tell();
    };
    said.addEventListener('scroll', tell, { passive: true });
    const sizes = new ResizeObserver(fit);
    if (said.parentElement) sizes.observe(said.parentElement);
    return () => {
      sizes.disconnect();
      said.removeEventListener('scroll', tell);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- other words have another size
  }, [sentence, cause]);
  return words;
}
