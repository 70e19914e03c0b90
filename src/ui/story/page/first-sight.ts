import { createContext } from 'react';
import type { MeasureText } from '../layout/frame.model';
import type { LoadedStory } from './use-story';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What the story is drawn from where nothing can be measured or asked: while the page is built. Sizes are px. */
export interface FirstSight {
  readonly window: Size;
  readonly place: Size;
  readonly story: LoadedStory;
  readonly measure: MeasureText;
}

/** Given while the page is built; undefined on a page. */
export const FirstSightContext = createContext<FirstSight | undefined>(undefined);
