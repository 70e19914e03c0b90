import { WORKER_ENDED, type Watched } from './alive';
import type { FromWorker, ToEngine } from './messages';

/** Milliseconds from one look at the clock to the next, and how many an engine with nothing to do has to answer in. */
const TICK_MS = 1000;
const TICKS = 5;

type Watching = Omit<Watched, 'name'>;

/**
 * Asks a worker whether it is there. One that is at work answers when it is done, and nobody can tell that from one that is
 * gone: so only an engine that had nothing to do is asked, just before it gets something. Messages are heard in their order.
 */
export class Pings {
  readonly #to: Watching;
  /** What the engine may be at work on. */
  readonly #open = new Set<number>();
  /** What is over once the worker has answered a ping. */
  readonly #cancelled = new Map<number, number>();
  #count = 0;
  #hasSpoken = false;
  #waited: number | undefined;

  constructor(to: Watching) {
    this.#to = to;
  }

  /** Posts what is for the engine. */
  post(message: ToEngine): void {
    if ('kind' in message && this.#hasSpoken && this.#open.size === 0 && this.#waited === undefined) {
      this.#waited = this.#ping();
      this.#tick(this.#waited, TICKS);
    }
    this.#to.post(message);
    this.sent(message);
  }

  /** Something was put to the engine. */
  sent(message: ToEngine): void {
    if ('kind' in message) this.#open.add(message.id);
    else if ('cancel' in message) this.#cancelled.set(this.#ping(), message.cancel);
  }

  /** Everything the worker says; with the first word comes its end of a line. */
  heard(message: FromWorker, line?: MessagePort): void {
    this.#hasSpoken = true;
    // The event of a port whose other end went away with its thread.
    line?.addEventListener('close', () => this.#to.die(WORKER_ENDED), { signal: this.#to.signal });
    line?.start();
    if ('pong' in message) this.#answered(message.pong);
    else if ('complete' in message || 'failed' in message || ('answer' in message && !message.lists)) {
      this.#open.delete(message.id);
    }
  }

  #answered(ping: number): void {
    if (this.#waited !== undefined && ping >= this.#waited) this.#waited = undefined;
    const over = this.#cancelled.get(ping);
    if (over !== undefined) this.#open.delete(over);
    this.#cancelled.delete(ping);
  }

  #ping(): number {
    const ping = ++this.#count;
    this.#to.post({ ping });
    return ping;
  }

  /** A machine that slept, or a page that stood still, has not waited. */
  #tick(ping: number, left: number): void {
    const begun = Date.now();
    setTimeout(() => {
      if (this.#to.signal.aborted || this.#waited !== ping) return;
      const isLate = Date.now() - begun > 2 * TICK_MS;
      if (left > 1 || isLate) this.#tick(ping, isLate ? TICKS : left - 1);
      else this.#to.die(WORKER_ENDED);
    }, TICK_MS);
  }
}
