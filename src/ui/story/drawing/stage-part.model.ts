import type { NodeDifference } from '../../../core/timeline/moment';
import type { Shape } from '../../common/shapes.model';
import type { StoryWords } from '../cast/words';
import type { PassedDevice } from '../cast/scene.model';

/** Kinds of parts, by what each stands for. */
type PartKind =
  | 'host'
  | 'plate'
  | 'wire'
  | 'word'
  | 'service'
  | 'note'
  | 'nobody'
  | 'gate'
  | 'hook'
  | 'way'
  | 'aim'
  | 'thread'
  | 'actor'
  | 'state'
  | 'more'
  | 'remembered'
  | 'device'
  | 'socket'
  | 'packet';

/** What belongs together on the stage, and comes and goes as one: on the page a group, that may be pressed. */
export interface StagePart {
  readonly kind: PartKind;
  /** Tells it from others of its kind. */
  readonly id: string;
  readonly shapes: readonly Shape[];
}

/** Words the stage is drawn with, and what only a page has. */
export interface DrawingWords {
  readonly t: StoryWords;
  /** How a node differs from the others, beside its name; undefined: nothing is said of it. */
  readonly late?: (differs: NodeDifference) => string;
  /** Devices to name, where not only those of the moment are. */
  readonly passed?: readonly PassedDevice[];
  /** The button that adds a Pod stands beside the Service, px; what is said of it comes behind. */
  readonly plus?: number;
}

/** A part of what is drawn of it, what lies behind first. */
export function part(kind: PartKind, id: string, ...shapes: readonly Shape[]): StagePart {
  return { kind, id, shapes };
}
