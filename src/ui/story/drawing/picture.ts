import type { StoryCast } from '../cast/cast.model';
import type { StoryScene } from '../cast/scene.model';
import type { StoryLayout } from '../layout/layout.model';
import type { StageSpot } from '../layout/lines.model';
import type { StageDrawing } from './drawing.model';

/** What a menu is asked for. */
export interface MenuTarget extends StageSpot {
  readonly kind: 'pod' | 'service' | 'node' | 'add';
  readonly id: string;
}

/** The stage at one moment, of what it is drawn. */
export interface Picture {
  readonly cast: StoryCast;
  readonly scene: StoryScene;
  readonly layout: StoryLayout;
  readonly drawing: StageDrawing;
}

/** Opens the menu of what was pressed; undefined: nothing there has one. */
export type OnMenu = ((asked: MenuTarget) => void) | undefined;
