import type { Document } from '../../core/document/document';
import type { ProxyModeId } from '../../core/kubernetes/mode-ids';
import { inMode } from '../../core/document/edits/proxy';
import type { MomentKind } from '../../core/story/moment';
import type { QuestionKind } from '../../core/story/question';
import type { Locale, LocaleTexts } from '../languages';
import { isReasoned, type SceneId, textIn } from '../titles';

/** The lessons, in their order. */
export const LESSON_IDS = [
  'what-a-service-is',
  'why-this-pod',
  'from-outside',
  'back-to-oneself',
  'four-ways',
  'real-nodes',
] as const;
export type LessonId = (typeof LESSON_IDS)[number];

/** One walk to be told, with a question: a file each or each kind, one line in index.ts. */
export interface Scene {
  /** Speakable: it stands in links. */
  readonly id: string;
  readonly lesson: LessonId;
  /** The list of scenes has it behind "more": an older release, a rare machine, one more of a kind. */
  readonly further?: true;
  readonly title: LocaleTexts;
  /** What stands on the bench, in its mode and release; it has one flow for the scene, its first. */
  readonly document: (locale?: Locale) => Document;
  readonly mode: ProxyModeId;
  /** The moment it is about; the first of that kind. */
  readonly moment: MomentKind;
  /** What is asked before the moment that answers it. */
  readonly question: QuestionKind;
  /** For whoever speaks. */
  readonly notes: LocaleTexts;
  /** For whoever reads, once the question is answered: what decided, where the moment does not say it. */
  readonly reason?: LocaleTexts;
}

/** What a scene is made of. */
interface Recipe extends Omit<Scene, 'id' | 'document' | 'mode' | 'title' | 'notes' | 'reason'> {
  /** Names its words in each language's `scenes.ts`. */
  readonly id: SceneId;
  readonly example: { readonly document: (locale?: Locale) => Document };
  /** iptables if it says nothing. */
  readonly mode?: ProxyModeId;
  /** Absent: 1.30, or the nearest that has the mode. */
  readonly release?: string;
}

/** Makes a scene: its document has its mode, and its title unless the example has one. */
export function scene({ example, mode = 'iptables', release, ...told }: Recipe): Scene {
  const words = sceneWords(told.id);
  const document = (locale: Locale = 'en'): Document => {
    const made = inMode({ ...example.document(locale), ...(release === undefined ? {} : { release }) }, mode);
    return made.title === '' ? { ...made, title: words.title[locale] } : made;
  };
  return { ...told, ...words, mode, document };
}

/** What a scene is called, and what is to be said beside it. */
function sceneWords(id: SceneId): Pick<Scene, 'title' | 'notes' | 'reason'> {
  return {
    title: textIn(({ SCENE_WORDS }) => SCENE_WORDS[id].title),
    notes: textIn(({ SCENE_WORDS }) => SCENE_WORDS[id].notes),
    ...(isReasoned(id) ? { reason: textIn(({ SCENE_REASONS }) => SCENE_REASONS[id]) } : {}),
  };
}
