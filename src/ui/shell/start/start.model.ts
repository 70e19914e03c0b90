import type { MomentKind } from '../../../core/story/moment';
import type { PictureKind } from '../../story/paper/pictures.model';

/** A moment of a scene, as a picture. */
export interface Pictured {
  readonly scene: string;
  readonly kind: PictureKind;
  readonly moment: MomentKind;
}

/** In a card a stage is drawn as in the least frame: what is told of, in letters that can be read in a card. */
export const CARD_PICTURE = { width: 310, height: 180 };

/** What the small pictures are of: walks, told by the engine. */
export const START_PICTURES = {
  watch: { scene: 'no-device', kind: 'stage', moment: 'rewritten' },
  learn: { scene: 'two-pods', kind: 'stage', moment: 'chosen' },
  build: { scene: 'why-this-pod', kind: 'stage', moment: 'sent' },
  paste: { scene: 'docker-beside', kind: 'lens', moment: 'dropped' },
} as const satisfies Readonly<Record<string, Pictured>>;
