import type { ProxyModeId } from '../core/kubernetes/types';
import type { QuestionKind } from '../core/story/question';

/** The scene that is told: one of `content/scenes`, or of the author's own. */
export interface ShownScene {
  readonly id: string;
}

/** A scene to be told, and where it begins: what a short link says. */
export interface WantedScene extends ShownScene {
  /** The lesson in whose Sheet it stands; absent: it is told by itself. */
  readonly lesson?: string;
  /** Counted from 1; it stands still there. Absent: it is told from the first. */
  readonly moment?: number;
  /** Another mode than its own. */
  readonly mode?: ProxyModeId;
  /** What comes is asked before it is shown. */
  readonly hides?: boolean;
}

/** A walk somebody kept to be told: a document with its flow, where it begins, what is asked and said. */
export interface OwnScene {
  /** `own-3`. */
  readonly id: string;
  readonly title: string;
  /** For whoever speaks. */
  readonly notes: string;
  /** Absent: nothing is asked. */
  readonly question?: QuestionKind;
  /** Where it begins, counted from 1. Absent: at the first. */
  readonly moment?: number;
  readonly flowId: string;
  /** As `encodeDocument` writes it. */
  readonly document: string;
}

/** A Sheet of somebody's own, with the documents of its figures. */
export interface OwnSheet {
  /** `own-3`: it stands at `#sheet=own-3`. */
  readonly id: string;
  /** The JSON of a Sheet (core/sheet). */
  readonly text: string;
  /** By the names its figures call them; each as `encodeDocument` writes it. */
  readonly benches: Readonly<Record<string, string>>;
  /** True of one that came by a link and was not changed: the next one that comes takes its place. */
  readonly received?: true;
}

/** Scenes in an author's order, as an older page kept them: a Sheet is made of it. */
export interface OwnLesson {
  readonly title: string;
  readonly goal: string;
  readonly scenes: readonly OwnScene[];
}
