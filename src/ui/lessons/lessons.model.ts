import type { Lesson, TimeScene } from '../../content/scenes';
import type { Locale } from '../../content/phrases';
import type { QuestionKind } from '../../core/story/question';

/** A scene as it is taught, in the page's language. */
export interface TaughtScene {
  readonly id: string;
  readonly title: string;
  readonly notes: string;
  /** Undefined: it asks nothing. */
  readonly question: QuestionKind | undefined;
  /** The list has it behind "more". */
  readonly further?: true;
}

/** An ordered list of scenes with a goal. */
export interface TaughtLesson {
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  readonly scenes: readonly TaughtScene[];
}

/** The lessons in one language. */
export function teach(lessons: readonly Lesson[], locale: Locale): readonly TaughtLesson[] {
  return lessons.map(({ id, title, goal, scenes }) => ({
    id,
    title: title[locale],
    goal: goal[locale],
    scenes: scenes.map((scene) => ({ ...inLanguage(scene, locale), question: scene.question })),
  }));
}

type SceneTexts = Pick<TimeScene, 'id' | 'title' | 'notes' | 'further'>;

const inLanguage = ({ id, title, notes, further }: SceneTexts, locale: Locale) => ({
  id,
  ...(further ? { further } : {}),
  title: title[locale],
  notes: notes[locale],
});

/** The lesson whose scenes are told in the lanes of time; what each asks is asked there. */
export function teachTime(
  { id, title, goal }: Pick<Lesson, 'title' | 'goal'> & { readonly id: string },
  scenes: readonly TimeScene[],
  locale: Locale,
): TaughtLesson {
  return {
    id,
    title: title[locale],
    goal: goal[locale],
    scenes: scenes.map((scene) => ({ ...inLanguage(scene, locale), question: undefined })),
  };
}

/** How many scenes of a lesson were seen to their end. */
export function countSeen({ scenes }: TaughtLesson, seen: readonly string[]): number {
  return scenes.filter(({ id }) => seen.includes(id)).length;
}

/** Scenes of a lesson's list: those that stand in it, and how many more there are. `open`: all of them stand, in their order. */
export function listScenes(
  { scenes }: TaughtLesson,
  open: boolean,
): { readonly shown: readonly TaughtScene[]; readonly more: number } {
  const shown = open ? scenes : scenes.filter(({ further }) => !further);
  return { shown, more: scenes.length - shown.length };
}

/** The scene a lesson goes on with: the first that was not seen; all were: its first. */
export function resumeAt({ scenes }: TaughtLesson, seen: readonly string[]): TaughtScene | undefined {
  return scenes.find(({ id }) => !seen.includes(id)) ?? scenes[0];
}
