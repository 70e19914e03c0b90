import type { FenceWatch } from '../core/lib/fence';
import { createEngine, type Engine } from './engine';
import { type QuestionMessage, type FromEngine, type ToEngine, applyPatch, diff, type Patch } from './messages';
import type { Question, QUESTIONS } from './questions';
import type { Document } from '../core/document/document';
import type { PastedText } from '../core/paste/pasted-types';
import { ReaderWatch } from './reader-watch';

/**
 * A long answer, cut. The page reads a message in one task, and 136,000 chains in one would hold it for
 * a fifth of a second: so long lists cross a piece at a time.
 */
export interface Pieces<T> {
  /** The answer with its long lists cut to nothing. */
  readonly pieces: T;
  /** The lists of {@link pieces}, the same objects: a message keeps identity. */
  readonly lists: readonly unknown[][];
}

/** So many items of a list cross at once; fewer of what is large. */
export const PIECE = 2000;
const LEAST = 50;
/** Longer lists are not looked into. */
const LOOKED_INTO = 64;

/**
 * An answer without its long lists, and these apart; undefined when nothing in it is long, or when its lists
 * share their items, as the chains of many nodes do: those cross once, together.
 */
export function cutLong<T>(answer: T): { readonly cut: Pieces<T>; readonly whole: readonly unknown[][] } | undefined {
  if (!hasLong(answer)) return undefined;
  const lists: unknown[][] = [];
  const whole: unknown[][] = [];
  const pieces = shortened(answer, (long) => {
    whole.push(long);
    lists.push([]);
    return lists.at(-1) ?? [];
  }) as T;
  return shareItems(whole) ? undefined : { cut: { pieces, lists }, whole };
}

/** Most answers have no long list, and none of those is to be made anew to find that out. */
function hasLong(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > PIECE || (value.length <= LOOKED_INTO && value.some(hasLong));
  if (!isPlain(value)) return false;
  for (const key in value) if (hasLong(value[key])) return true;
  return false;
}

function shareItems(lists: readonly unknown[][]): boolean {
  if (lists.length < 2) return false;
  const seen = new Set<unknown>();
  return lists.some((list) => {
    if (list.some((item) => seen.has(item))) return true;
    for (const item of list) seen.add(item);
    return false;
  });
}

function shortened(value: unknown, cut: (long: unknown[]) => unknown[]): unknown {
  if (Array.isArray(value)) {
    if (value.length > PIECE) return cut(value);
    return value.length > LOOKED_INTO ? value : value.map((item) => shortened(item, cut));
  }
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, shortened(field, cut)]));
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** A long list, piece by piece: two thousand namespaces with their devices and routes would hold the page for half a second. */
export function* eachPiece(list: readonly unknown[]): Generator<readonly unknown[]> {
  for (let from = 0; from < list.length;) {
    const items = list.slice(from, from + Math.max(LEAST, Math.ceil(PIECE / getWeight(list[from]))));
    yield items;
    from += items.length;
  }
}

/** How many objects a value is made of. */
function getWeight(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, each) => sum + getWeight(each), 1);
}

/** Shorter ones are read in no time. */
const LONG = 1000;
/** Texts stand in a node, nodes in documents, documents among others. */
const DEEPEST = 5;

/**
 * Pasted texts that came before. What is read of one is kept by its object, so one that comes again by another way (in
 * a document, among those being pasted) is the very same object: each is read once.
 */
export class KnownTexts {
  #known: readonly WeakRef<PastedText>[] = [];

  /** A patch whose texts are the known ones where there are such. */
  in(patch: Patch): Patch {
    switch (patch.op) {
      case 'keep':
        return patch;
      case 'set':
        return { op: 'set', value: this.#within(patch.value, 0) };
      case 'object': {
        const fields = Object.entries(patch.fields).map(([key, each]) => [key, this.in(each)] as const);
        return { ...patch, fields: Object.fromEntries(fields) };
      }
      case 'places':
        return { op: 'places', places: patch.places.map(([place, value]) => [place, this.#within(value, 0)] as const) };
      case 'list':
        return { op: 'list', items: patch.items.map((item) => (typeof item === 'number' ? item : this.in(item))) };
    }
  }

  #within(value: unknown, depth: number): unknown {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
    if (isText(value)) return this.#one(value);
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#within(item, depth + 1));
      return items.every((item, at) => item === value[at]) ? value : items;
    }
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    const entries = Object.entries(value).map(([key, field]) => [key, field, this.#within(field, depth + 1)] as const);
    if (entries.every(([, before, now]) => before === now)) return value;
    return Object.fromEntries(entries.map(([key, , now]) => [key, now]));
  }

  #one(text: PastedText): PastedText {
    const alive = this.#known.filter((ref) => ref.deref());
    const same = alive.map((ref) => ref.deref()).find((each) => each && isSame(each, text));
    this.#known = same ? alive : [...alive, new WeakRef(text)];
    return same ?? text;
  }
}

function isText(value: object): value is PastedText {
  return 'text' in value && 'title' in value && typeof value.text === 'string' && value.text.length > LONG;
}

function isSame({ text, machines, ...rest }: PastedText, other: PastedText): boolean {
  const { id, title, node } = rest;
  const isNamed = id === other.id && title === other.title && node === other.node;
  return isNamed && machines === other.machines && text === other.text;
}

type AnyQuestion = Question<unknown, unknown, unknown>;
type Fields = Readonly<Record<string, unknown>>;

/** Documents among a question's arguments: by themselves, or several by their names. */
function* documentsIn(args: Fields): Generator<Document> {
  for (const value of Object.values(args)) {
    if (!isPlain(value)) continue;
    if (typeof value['subject'] === 'string') yield value as unknown as Document;
    else
      for (const each of Object.values(value))
        if (isPlain(each) && 'subject' in each) yield each as unknown as Document;
  }
}

/** Questions an engine answers, by their names: some or all of the table. */
export type QuestionTable = Partial<Record<keyof typeof QUESTIONS, unknown>>;

interface Options {
  readonly post: (message: FromEngine) => void;
  /** Milliseconds of work until others have their turn: messages, and on the page's own thread the page. */
  readonly slice: number;
  /** What it answers. */
  readonly questions: QuestionTable;
  /** `watch`: of its readers. */
  readonly engine?: (watch: FenceWatch) => Engine;
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
  readonly #watch: ReaderWatch;
  readonly #post: Options['post'];
  readonly #slice: number;
  readonly #questions: QuestionTable;
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

  constructor({ post, slice, questions, engine = (watch) => createEngine(undefined, watch) }: Options) {
    this.#watch = new ReaderWatch({
      now: () => performance.now(),
      onReading: (reading) => post({ reading: reading ?? null }),
      onClosed: (closed) => post({ closed }),
    });
    this.#engine = engine(this.#watch);
    this.#post = post;
    this.#slice = slice;
    this.#questions = questions;
  }

  readonly hear = (message: ToEngine): void => {
    if ('cancel' in message) {
      this.#open.delete(message.cancel);
      this.#post({ cancelled: message.cancel });
      return;
    }
    if ('close' in message) {
      this.#watch.close(message.close);
      return;
    }
    const args = this.#argsOf(message);
    this.#open.add(message.id);
    const { inOrder } = this.#questions[message.kind] as AnyQuestion;
    if (inOrder) this.#before = this.#before.then(() => this.#answer(message, args));
    else void this.#answer(message, args);
  };

  /** What a question is asked with; what did not change since it last came is the very same object. */
  #argsOf({ args: patches }: QuestionMessage): Fields {
    const entries = Object.entries(patches).map(([name, patch]) => {
      const value = applyPatch(this.#args.get(name), this.#texts.in(patch));
      this.#args.set(name, value);
      return [name, value] as const;
    });
    return Object.fromEntries(entries);
  }

  async #answer({ id, kind }: QuestionMessage, args: Fields): Promise<void> {
    const question = this.#questions[kind] as AnyQuestion;
    try {
      const answering = await question.load();
      if (!this.#open.has(id)) return;
      for (const document of documentsIn(args)) await this.#engine.ready(document);
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
      for (const items of eachPiece(all)) this.#post({ id, list, items });
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
