import type { ReactNode } from 'react';
import type { LensPicture } from '../../../core/story/lens';
import type { Moment } from '../../../core/story/moment';
import type { StoryWords } from '../cast/words';
import type { Of } from './lens.model';
import type { Block, LensKit } from './lens-pen.model';

/** What a lens is drawn of on the page. */
export interface LensProps<K extends LensPicture['kind'] = LensPicture['kind']> {
  readonly picture: Of<K>;
  readonly moment: Moment;
  readonly t: StoryWords;
  /** In a hand. */
  readonly narrow: boolean;
  /** Nothing below has to give way: all that are chosen among are listed. */
  readonly roomy?: boolean | undefined;
}

/** One way to show what decided: as elements of the page, that wrap and explain themselves, and as shapes for pictures. */
export interface LensKind<K extends LensPicture['kind']> {
  readonly Page: (props: LensProps<K>) => ReactNode;
  readonly shapes: (picture: Of<K>, moment: Moment, kit: LensKit) => Block;
}
