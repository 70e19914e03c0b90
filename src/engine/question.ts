import type { Engine } from './engine';

/** Work in slices: each step yields how far it is (0..1), or what is known so far, and in the end the answer. */
type Slices<Answer, Progress> = Generator<Progress, Answer>;

/** What answers a question: at once, later, or in slices that can be stopped between any two. Whatever it throws is its answer, too. */
export type Answering<Args, Answer, Progress> = (
  engine: Engine,
  args: Args,
) => Answer | Promise<Answer> | Slices<Answer, Progress>;

/** One line of the table. */
export interface Question<Args, Answer, Progress> {
  /** What answers it; where it is a part of its own, that is loaded with the first. */
  readonly load: () => Answering<Args, Answer, Progress> | Promise<Answering<Args, Answer, Progress>>;
  /** About the document on the bench: begun when those before it are answered. Others take turns. */
  readonly inOrder?: true;
  /** Its answers cross as differences from the last one of that name, so that what stayed as it was stays the same object. */
  readonly told?: (args: Args) => string;
  /** An engine that had to be started again is asked it again: what it opened, and the walk it showed. */
  readonly keeps?: 'document' | 'walk';
}
