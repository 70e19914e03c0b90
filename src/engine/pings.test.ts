import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Pings } from './pings';
import type { FromWorker, ToEngine, ToWorker } from './messages';

/** A worker as its page sees it: what it is sent it hears in order, when it is not at work. */
function worker() {
  const [inbox, died]: [ToWorker[], string[]] = [[], []];
  const watching = new AbortController();
  const pings = new Pings({
    signal: watching.signal,
    post: (message) => inbox.push(message),
    die: (why) => died.push(why),
  });
  const say = (message: FromWorker): void => pings.heard(message);
  return {
    died,
    watching,
    say,
    sent: (message: ToEngine) => pings.sent(message),
    /** Sends what the engine is to hear. */
    send: (message: ToEngine) => pings.post(message),
    /** Hears what was sent, answers pings, and gives what else there is. */
    hear: (): readonly ToWorker[] => {
      const heard = inbox.splice(0);
      for (const message of heard) if ('ping' in message) say({ pong: message.ping });
      return heard.filter((message) => !('ping' in message));
    },
  };
}

const ask = (id: number): ToEngine => ({ id, kind: 'run', args: {} });
const DAY = 86_400_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('an engine that ends without a word', () => {
  it('is noticed with the next question, within seconds', () => {
    const { say, send, hear, died } = worker();
    send(ask(1));
    hear();
    say({ id: 1, answer: 1 });
    vi.advanceTimersByTime(DAY);
    send(ask(2));
    expect(died).toEqual([]);
    vi.advanceTimersByTime(6000);
    expect(died).toEqual(['the worker ended']);
  });

  it('is noticed after a question that was stopped', () => {
    const { say, send, hear, died } = worker();
    say({ ready: true });
    send(ask(1));
    hear();
    send({ cancel: 1 });
    hear();
    send(ask(2));
    vi.advanceTimersByTime(6000);
    expect(died).toHaveLength(1);
  });
});

describe('an engine that lives is never ended', () => {
  it('at work for a day, whatever it is asked meanwhile, or stopped in the middle of', () => {
    const { say, send, hear, died } = worker();
    say({ ready: true });
    send(ask(1));
    hear();
    send(ask(2));
    vi.advanceTimersByTime(DAY / 2);
    send({ cancel: 1 });
    send(ask(3));
    vi.advanceTimersByTime(DAY / 2);
    expect(died).toEqual([]);
    hear();
    for (const id of [2, 3]) say({ id, answer: 1 });
    send(ask(4));
    hear();
    vi.advanceTimersByTime(DAY);
    expect(died).toEqual([]);
  });

  it('that is still being loaded, or whose long lists are coming', () => {
    const { say, send, hear, died } = worker();
    send(ask(1));
    vi.advanceTimersByTime(DAY);
    expect(died).toEqual([]);
    hear();
    say({ id: 1, answer: [], lists: [[]] });
    send(ask(2));
    vi.advanceTimersByTime(DAY);
    expect(died).toEqual([]);
  });

  it('that was put to work before anybody watched', () => {
    const { say, send, hear, died, sent } = worker();
    sent(ask(1));
    say({ ready: true });
    send(ask(2));
    vi.advanceTimersByTime(DAY);
    expect(died).toEqual([]);
    for (const id of [1, 2]) say({ id, answer: 1 });
    hear();
    send(ask(3));
    vi.advanceTimersByTime(6000);
    expect(died).toHaveLength(1);
  });

  it('beside a page that slept', () => {
    const { say, send, hear, died } = worker();
    say({ ready: true });
    send(ask(1));
    vi.advanceTimersByTime(900);
    vi.setSystemTime(Date.now() + DAY);
    vi.advanceTimersByTime(4500);
    expect(died).toEqual([]);
    hear();
    vi.advanceTimersByTime(DAY);
    expect(died).toEqual([]);
  });

  it('and one that was ended by the page is not said to be dead', () => {
    const { say, send, watching, died } = worker();
    say({ ready: true });
    send(ask(1));
    watching.abort();
    vi.advanceTimersByTime(DAY);
    expect(died).toEqual([]);
  });
});
