import {
  type Answered,
  type AnyArgs,
  type FromEngine,
  applyPatch,
  diff,
  type FromWorker,
  type ToEngine,
  type ToWorker,
} from './messages';
import { watchWorker } from './alive';
import type { ReaderRun } from '../core/lib/fence';
import { ClosedReaders, PAGE_TIMERS, Patience, type Timers } from './patience';
import type { Answer, Args, Kind, Progress } from './questions';
import { startWorker } from './start-worker';

/** How a question is put. */
export interface AskOptions<P = number> {
  /** Ends the work; the promise is rejected with {@link Cancelled}. With the reason {@link STOP_REASON} an engine that does not hear it is ended. */
  readonly signal?: AbortSignal;
  /** How far it is, 0..1, or what is known so far. */
  readonly onProgress?: (progress: P) => void;
}

/** Puts a question to an engine. */
export type Ask = <K extends Kind>(kind: K, args: Args<K>, options?: AskOptions<Progress<K>>) => Promise<Answer<K>>;

/** An engine as the page sees it. */
export interface EngineClient {
  readonly ask: Ask;
  /** Ends what is being computed: waiting questions are rejected with {@link Cancelled}; the next starts the engine afresh. */
  readonly cancel: () => void;
  /** Calls back whenever the engine died and was started again with what it had. */
  readonly onRestart: (listener: () => void) => void;
}

/** What a question that was cancelled is rejected with. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}

/** What a question is rejected with where the browser starts no engine: it has no workers, or lets this page have none. */
export class NoEngine extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoEngine';
  }
}

/** Why work is ended: a person said so. */
export const STOP_REASON = 'stopped';
/** An engine that has not heard of that by then is at something it cannot be called from, milliseconds. */
const DEAF = 500;

/** A question without its answer. */
interface Waiting {
  readonly id: number;
  readonly kind: Kind;
  readonly args: AnyArgs;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: Error) => void;
  readonly progress: ((progress: unknown) => void) | undefined;
  /** How many engines died over it. */
  deaths: number;
}

/** An engine that was started, and what crossed to it and back. */
interface Session {
  readonly port: Port;
  /** The arguments as they were sent last, by name. */
  readonly sent: Map<string, unknown>;
  /** The answers as they were told last. */
  readonly told: Map<string, unknown>;
  /** Answers whose lists are still coming. */
  readonly coming: Map<number, Answered>;
  readonly patience: Patience;
  /** Cancelled questions of which it has not heard yet. */
  readonly unheard: Set<number>;
  hasSpoken: boolean;
}

/** A question that kills so many engines is given up. */
const MOST_DEATHS = 2;

/** Asks an engine that `open` starts with the first question. Where none starts, what is asked is rejected with {@link NoEngine}. */
export class Client implements EngineClient {
  readonly #open: OpenPort;
  #session: Session | undefined;
  #count = 0;
  readonly #waiting = new Map<number, Waiting>();
  /** What a fresh engine has to be asked first, so that it is as the one before. */
  readonly #kept = new Map<string, Waiting>();
  readonly #listeners = new Set<() => void>();

  readonly #closed: ClosedReaders;
  readonly #timers: Timers;

  constructor(open: OpenPort, { closed = new ClosedReaders(), timers = PAGE_TIMERS }: ClientOptions = {}) {
    this.#open = open;
    this.#closed = closed;
    this.#timers = timers;
    closed.onAdded((reading) => this.#session?.port.post({ close: [reading] }));
  }

  readonly ask: Ask = (kind, args, { signal, onProgress } = {}) =>
    new Promise<never>((resolve, reject) => {
      if (signal?.aborted) {
        reject(new Cancelled());
        return;
      }
      const id = this.#count++;
      const answered = resolve as (answer: unknown) => void;
      const progress = onProgress as Waiting['progress'];
      this.#started();
      this.#put({ id, kind, args: args as AnyArgs, resolve: answered, reject, progress, deaths: 0 });
      signal?.addEventListener('abort', () => this.#giveUp(id, signal.reason === STOP_REASON), { once: true });
    });

  readonly cancel = (): void => {
    if (this.#session) this.#end(this.#session);
    for (const { reject } of this.#takeAll()) reject(new Cancelled());
  };

  readonly onRestart = (listener: () => void): void => void this.#listeners.add(listener);

  #started(): void {
    this.#session ??= this.#start();
  }

  /** A fresh engine, in the state of the one before. */
  #start(): Session {
    const session: Session = {
      port: this.#portOf(() => session),
      sent: new Map(),
      told: new Map(),
      coming: new Map(),
      patience: new Patience(this.#timers, (reading) => this.#endReader(session, reading)),
      unheard: new Set(),
      hasSpoken: false,
    };
    this.#session = session;
    const { all } = this.#closed;
    if (all.length > 0) session.port.post({ close: all });
    for (const question of this.#kept.values()) this.#put(question);
    return session;
  }

  #portOf(session: () => Session): Port {
    const ears = {
      hear: (message: FromEngine) => this.#hear(session(), message),
      die: (reason: string) => this.#bury(session(), reason),
    };
    try {
      return this.#open(ears);
    } catch (error) {
      throw new NoEngine(String(error));
    }
  }

  #put(question: Waiting): void {
    const { id, kind, args } = question;
    const { port, sent } = this.#session!;
    this.#waiting.set(id, question);
    const patches = Object.entries(args).map(([name, value]) => {
      const patch = diff(sent.get(name), value);
      sent.set(name, value);
      return [name, patch] as const;
    });
    port.post({ id, kind, args: Object.fromEntries(patches) });
  }

  #giveUp(id: number, byHand: boolean): void {
    const question = this.#waiting.get(id);
    if (!question) return;
    this.#waiting.delete(id);
    const session = this.#session;
    session?.port.post({ cancel: id });
    if (session && byHand) {
      session.unheard.add(id);
      this.#timers.set(() => session === this.#session && session.unheard.has(id) && this.#restart(session), DEAF);
    }
    question.reject(new Cancelled());
  }

  /** Nothing calls back what runs in another thread: its engine is ended, and a fresh one keeps that reader from that text. */
  #endReader(session: Session, reading: ReaderRun): void {
    if (session !== this.#session) return;
    if (this.#closed.has(reading)) {
      this.#bury(session, `reading ${reading.reader} did not end`);
      return;
    }
    this.#restart(session, () => this.#closed.add(reading));
  }

  /** A fresh engine in place of one that does nothing wrong but that it does not hear: who waits goes on waiting. */
  #restart(session: Session, first = (): void => undefined): void {
    const kept = new Set(this.#kept.values());
    const again = this.#takeAll().filter((question) => !kept.has(question));
    this.#end(session);
    first();
    if (again.length > 0) this.#started();
    for (const question of again) this.#put(question);
  }

  #end(session: Session): void {
    session.port.end();
    session.patience.end();
    if (session === this.#session) this.#session = undefined;
  }

  #takeAll(): readonly Waiting[] {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    return all;
  }

  #hear(session: Session, message: FromEngine): void {
    if (session !== this.#session) return;
    session.hasSpoken = true;
    if ('ready' in message) return;
    if ('reading' in message) {
      session.patience.hear(message.reading ?? undefined);
      return;
    }
    if ('closed' in message) {
      this.#closed.add(message.closed);
      return;
    }
    if ('cancelled' in message) {
      session.unheard.delete(message.cancelled);
      return;
    }
    if ('answer' in message) {
      if (message.lists) session.coming.set(message.id, message);
      else this.#settle(session, message);
    } else if ('items' in message) {
      const list = session.coming.get(message.id)?.lists?.[message.list];
      for (const item of message.items) list?.push(item);
    } else if ('complete' in message) {
      const answered = session.coming.get(message.id);
      session.coming.delete(message.id);
      if (answered) this.#settle(session, answered);
    } else if ('progress' in message) this.#waiting.get(message.id)?.progress?.(message.progress);
    else this.#take(message.id)?.reject(new Error(message.failed));
  }

  #take(id: number): Waiting | undefined {
    const question = this.#waiting.get(id);
    this.#waiting.delete(id);
    return question;
  }

  /** An answer that nobody waits for any more is what the next one is the difference from, all the same. */
  #settle({ told }: Session, { id, answer, told: name, keeps }: Answered): void {
    const whole = name === undefined ? answer : applyPatch(told.get(name), answer as Parameters<typeof applyPatch>[1]);
    if (name !== undefined) told.set(name, whole);
    const question = this.#take(id);
    if (!question) return;
    if (keeps) this.#keep(keeps, question);
    question.resolve(whole);
  }

  /** Another document has other walks. */
  #keep(as: NonNullable<Answered['keeps']>, { kind, args }: Waiting): void {
    if (as === 'document') this.#kept.clear();
    const again = { id: this.#count++, kind, args, deaths: 0, progress: undefined };
    this.#kept.set(as, { ...again, resolve: () => undefined, reject: () => this.#kept.delete(as) });
  }

  /** The engine is no more: those that waited are asked of a fresh one, once; without any it starts with the next. */
  #bury(session: Session, reason: string): void {
    if (session !== this.#session) return;
    this.#end(session);
    const kept = new Set(this.#kept.values());
    const waiting = this.#takeAll();
    for (const question of waiting) question.deaths++;
    const given = waiting.filter(({ deaths }) => deaths >= MOST_DEATHS);
    for (const { reject } of given) reject(session.hasSpoken ? new Error(reason) : new NoEngine(reason));
    const again = waiting.filter((question) => !given.includes(question) && !kept.has(question));
    if (again.length > 0) this.#started();
    for (const question of again) this.#put(question);
    if (session.hasSpoken) for (const listener of this.#listeners) listener();
  }
}

/** What a client is made with. */
interface ClientOptions {
  /** Of all engines of the page. */
  readonly closed?: ClosedReaders;
  readonly timers?: Timers;
}

/** What comes from an engine. */
interface Ears {
  readonly hear: (message: FromEngine) => void;
  /** Called when the worker is no more: nothing will come. */
  readonly die: (reason: string) => void;
}

/** An engine that runs. */
interface Port {
  readonly post: (message: ToEngine) => void;
  readonly end: () => void;
}

/** Starts an engine. Throws where there can be none. */
export type OpenPort = (ears: Ears) => Port;

/** An engine in a worker. `role` is the beginning of the worker's name. */
export const workerPort =
  (role: string): OpenPort =>
  ({ hear, die }) => {
    const name = `${role} ${Date.now()}-${Math.random()}`;
    const worker = startWorker(name);
    const watching = new AbortController();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    const post = (message: ToWorker): void => worker.postMessage(message);
    const watch = watchWorker({ name, signal: watching.signal, die, post });
    worker.addEventListener('message', ({ data, ports }: MessageEvent<FromWorker>) => {
      watch.heard(data, ports[0]);
      if (!('pong' in data)) hear(data);
    });
    worker.addEventListener('error', (event) => die(event.message || 'the worker stopped'));
    return {
      post: watch.post,
      end: () => {
        watching.abort();
        worker.terminate();
      },
    };
  };
