import { createEngine, type Engine } from './engine';
import type { Asked, FromEngine, ToEngine } from './messages';
import { applyPatch, diff } from './patch';
import { cutLong, piecesOf } from './pieces';
import { KnownTexts } from './known-texts';
import type { Question } from './question';
import { QUESTIONS } from './questions';

type AnyQuestion = Question<unknown, unknown, unknown>;
type Fields = Readonly<Record<string, unknown>>;

interface Options {
  readonly post: (message: FromEngine) => void;
  /** Milliseconds of work until others have their turn: messages, and on the page's own thread the page. */
  readonly slice: number;
  readonly engine?: Engine;
}

/** Work that takes turns. */
interface Turn {
  readonly id: number;
  readonly steps: Generator<unknown, unknown>;
  readonly settle: (ending: () => unknown) => void;
  progress?: { readonly now: unknown };
}

/** Takes the questions put to an engine and posts its answers; the same in a worker and on the page. */
export class Desk {
  readonly #engine: Engine;
  readonly #post: Options['post'];
  readonly #slice: number;
  /** The arguments as they came last, by name. */
  readonly #args = new Map<string, unknown>();
  readonly #texts = new KnownTexts();
  /** The answers as they were given last, by what they are told as. */
  readonly #told = new Map<string, unknown>();
  /** Questions somebody waits for. */
  readonly #open = new Set<number>();
  #turns: readonly Turn[] = [];
  #isWorking = false;
  /** Settles when everything that is answered in order is. */
  #before: Promise<unknown> = Promise.resolve();

  constructor({ post, slice, engine = createEngine() }: Options) {
    this.#engine = engine;
    this.#post = post;
    this.#slice = slice;
  }

  readonly hear = (message: ToEngine): void => {
    if ('cancel' in message) {
      this.#open.delete(message.cancel);
      return;
    }
    const args = this.#argsOf(message);
    this.#open.add(message.id);
    const { inOrder } = QUESTIONS[message.kind] as AnyQuestion;
    if (inOrder) this.#before = this.#before.then(() => this.#answer(message, args));
    else void this.#answer(message, args);
  };

  /** What a question is asked with; what did not change since it last came is the very same object. */
  #argsOf({ args: patches }: Asked): Fields {
    const entries = Object.entries(patches).map(([name, patch]) => {
      const value = applyPatch(this.#args.get(name), this.#texts.in(patch));
      this.#args.set(name, value);
      return [name, value] as const;
    });
    return Object.fromEntries(entries);
  }

  async #answer({ id, kind }: Asked, args: Fields): Promise<void> {
    const question = QUESTIONS[kind] as AnyQuestion;
    try {
      const answering = await question.load();
      if (!this.#open.has(id)) return;
      const work = answering(this.#engine, args);
      const answer = await (isSteps(work) ? this.#inTurns(id, work) : work);
      if (this.#open.has(id)) this.#give(id, question, { args, answer });
    } catch (error) {
      this.#post({ id, failed: error instanceof Error ? error.message : String(error) });
    } finally {
      this.#open.delete(id);
    }
  }

  #give(id: number, { told, keeps }: AnyQuestion, { args, answer }: { args: Fields; answer: unknown }): void {
    const name = told?.(args);
    const content = name === undefined ? answer : diff(this.#told.get(name), answer);
    if (name !== undefined) this.#told.set(name, answer);
    const long = cutLong(content);
    const as = { ...(name === undefined ? {} : { told: name }), ...(keeps ? { keeps } : {}) };
    if (!long) {
      this.#post({ id, answer: content, ...as });
      return;
    }
    this.#post({ id, answer: long.cut.pieces, lists: long.cut.lists, ...as });
    for (const [list, all] of long.whole.entries()) {
      for (const items of piecesOf(all)) this.#post({ id, list, items });
    }
    this.#post({ id, complete: true });
  }

  #inTurns(id: number, steps: Turn['steps']): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settle: Turn['settle'] = (ending) => {
        try {
          resolve(ending());
        } catch (error) {
          reject(error);
        }
      };
      this.#turns = [...this.#turns, { id, steps, settle }];
      void this.#work();
    });
  }

  /** A step of each, time and again; after each slice of time whoever else wants to. */
  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    while (this.#turns.length > 0) {
      const until = performance.now() + this.#slice;
      while (this.#turns.length > 0 && performance.now() < until) {
        this.#turns = this.#turns.filter((turn) => this.#takeTurn(turn));
      }
      this.#report();
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    this.#isWorking = false;
  }

  /** Is there more to do? */
  #takeTurn(turn: Turn): boolean {
    if (!this.#open.has(turn.id)) {
      turn.settle(() => turn.steps.return(undefined));
      return false;
    }
    try {
      const step = turn.steps.next();
      if (!step.done) turn.progress = { now: step.value };
      else turn.settle(() => step.value);
      return !step.done;
    } catch (error) {
      turn.settle(() => {
        throw error;
      });
      return false;
    }
  }

  #report(): void {
    for (const turn of this.#turns) {
      if (turn.progress) this.#post({ id: turn.id, progress: turn.progress.now });
      delete turn.progress;
    }
  }
}

function isSteps(work: unknown): work is Turn['steps'] {
  return typeof work === 'object' && work !== null && Symbol.iterator in work && 'next' in work;
}
