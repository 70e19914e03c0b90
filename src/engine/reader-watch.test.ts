import { describe, expect, it, vi } from 'vitest';
import { LEFT_ASIDE } from '../core/formats/fence';
import { IPSET_LIST } from '../core/formats/ipset-list';
import type { ReaderRun } from '../core/lib/fence';
import type { PastedNode } from '../core/paste/pasted-types';
import type { Examined } from '../core/questions/examine';
import { Cancelled, Client, STOP_REASON, type OpenPort } from './client';
import { QUESTIONS } from './questions';
import { Desk } from './desk';
import type { FromEngine, ToEngine } from './messages';
import { ClosedReaders, GRACE, Patience, TICK, type Timers } from './patience';
import { getBudget, ReaderWatch } from './reader-watch';

/** Timers that run when a test says so. */
function handTimers(): Timers & { readonly pass: (milliseconds: number) => void } {
  const waiting = new Map<object, { readonly run: () => void; at: number }>();
  let now = 0;
  return {
    set: (run, milliseconds) => {
      const timer = {};
      waiting.set(timer, { run, at: now + milliseconds });
      return timer;
    },
    clear: (timer) => void waiting.delete(timer as object),
    pass: (milliseconds) => {
      const until = now + milliseconds;
      for (;;) {
        const [next] = [...waiting].filter(([, { at }]) => at <= until).toSorted(([, a], [, b]) => a.at - b.at);
        if (!next) break;
        waiting.delete(next[0]);
        now = next[1].at;
        next[1].run();
      }
      now = until;
    },
  };
}

const READING: ReaderRun = { reader: 'ipset list', text: 'a', length: 100 };

describe('the watch of an engine', () => {
  it('ends a reader between two steps when its budget is used up, and says which', () => {
    let now = 0;
    const closed: ReaderRun[] = [];
    const watch = new ReaderWatch({ now: () => now, onClosed: (reading) => closed.push(reading) });
    let steps = 0;
    while (watch.begins(READING)) {
      now += 1000;
      watch.ends(READING);
      steps++;
    }
    expect(steps * 1000).toBeGreaterThan(getBudget(READING));
    expect(steps * 1000).toBeLessThanOrEqual(getBudget(READING) + 1000);
    expect(closed).toEqual([READING]);
    expect(watch.begins({ ...READING })).toBe(false);
    expect(watch.begins({ ...READING, text: 'b' })).toBe(true);
  });

  it('gives a longer text more time, and another reading of the same text as much again', () => {
    expect(getBudget({ ...READING, length: 20e6 })).toBeGreaterThan(getBudget(READING) * 5);
    let now = 0;
    const watch = new ReaderWatch({ now: () => now });
    for (let again = 0; again < 20; again++) {
      const reading = { ...READING };
      expect(watch.begins(reading)).toBe(true);
      now += 1000;
      watch.ends(reading);
    }
  });

  it('says which reader is at work before each step, and the one around it afterwards', () => {
    const said: (string | undefined)[] = [];
    const watch = new ReaderWatch({ now: () => 0, onReading: (reading) => said.push(reading?.reader) });
    const outer = { ...READING, reader: 'outer' };
    watch.begins(outer);
    watch.begins(READING);
    watch.ends(READING);
    watch.ends(outer);
    expect(said).toEqual(['outer', 'ipset list', 'outer', undefined]);
  });
});

describe('the patience of the page', () => {
  it('ends with a reader that is at one step for longer than all of it may take', () => {
    const timers = handTimers();
    const stuck: ReaderRun[] = [];
    const patience = new Patience(timers, (reading) => stuck.push(reading));
    patience.hear(READING);
    timers.pass(getBudget(READING) + GRACE - TICK);
    expect(stuck).toEqual([]);
    timers.pass(2 * TICK);
    expect(stuck).toEqual([READING]);
  });

  it('begins anew with each step, and waits for nothing where no reader is at work', () => {
    const timers = handTimers();
    const patience = new Patience(timers, () => expect.unreachable());
    for (let step = 0; step < 5; step++) {
      patience.hear(READING);
      timers.pass(getBudget(READING));
    }
    patience.hear(undefined);
    timers.pass(1e6);
    patience.hear(READING);
    patience.end();
    timers.pass(1e6);
  });
});

const SETS = 'Name: A\nType: hash:ip\nHeader: family inet hashsize 1024 maxelem 65536\nMembers:\n10.0.0.1\n';
const RULES = '*filter\n:INPUT ACCEPT [0:0]\n:FORWARD DROP [0:0]\n:OUTPUT ACCEPT [0:0]\n-A FORWARD -j ACCEPT\nCOMMIT\n';
const PASTED: PastedNode = {
  texts: [
    { id: '1', title: 'sets', text: `$ ipset list\n${SETS}` },
    { id: '2', title: 'rules', text: RULES },
  ],
  facts: {},
};

/** Engines whose reader of `ipset list` never comes back from the first text: what is said before it begins is the last that is heard. */
function stuckWorkers() {
  const heard: ToEngine[][] = [];
  let stuck = 0;
  const open: OpenPort = ({ hear }) => {
    const own: ToEngine[] = [];
    heard.push(own);
    let isStuck = false;
    const post = (message: FromEngine): void => {
      if (isStuck) return;
      const reading = 'reading' in message ? message.reading : null;
      const isIt = reading?.reader === IPSET_LIST.title && reading.length === PASTED.texts[0]?.text.length;
      // An engine is told of before its step is taken.
      if (isIt) {
        isStuck = true;
        stuck++;
      }
      hear(structuredClone(message));
    };
    const desk = new Desk({ slice: 1, post, questions: QUESTIONS });
    return {
      post: (message) => {
        own.push(message);
        if (!isStuck) desk.hear(structuredClone(message));
      },
      end: () => {
        isStuck = true;
      },
    };
  };
  return { open, heard, stuck: () => stuck };
}

/** What is waited for is loaded first. */
const WAIT = { timeout: 60_000 };

const left = ({ texts }: Examined) =>
  texts.flatMap(({ diagnostics }) => diagnostics.filter(({ code }) => code === LEFT_ASIDE));

describe('a reader that never comes back', () => {
  it('is ended with its engine: a fresh one reads all else, says which it was, and the other engine knows', async () => {
    const timers = handTimers();
    const closed = new ClosedReaders();
    const workers = stuckWorkers();
    const client = new Client(workers.open, { closed, timers });
    const other = new Client(workers.open, { closed, timers });
    client.onRestart(() => expect.unreachable());
    await other.ask('examine', { pasted: { texts: [], facts: {} } });
    const examined = client.ask('examine', { pasted: PASTED });
    await vi.waitFor(() => expect(workers.stuck()).toBe(1), WAIT);
    timers.pass(60_000);
    expect(workers.heard).toHaveLength(3);
    const answer = await examined;
    expect(left(answer).map(({ message: { id, values } }) => [id, values?.['reader'], values?.['title']])).toEqual([
      ['formats.fence.slow', 'ipset list', 'sets'],
    ]);
    expect(answer.texts.find(({ title }) => title === 'rules')?.parts).toHaveLength(1);
    expect(workers.heard[2]?.map((message) => Object.keys(message)[0])).toEqual(['close', 'id']);
    expect(workers.heard[0]?.at(-1)).toHaveProperty('close');
    expect(left(await other.ask('examine', { pasted: PASTED }))).toHaveLength(1);
  });

  it('is ended by a person sooner: what was asked besides is answered, the reader is not held to be slow', async () => {
    const timers = handTimers();
    const workers = stuckWorkers();
    const closed = new ClosedReaders();
    const client = new Client(workers.open, { timers, closed });
    const stop = new AbortController();
    const stopped = client.ask('examine', { pasted: PASTED }, { signal: stop.signal });
    await vi.waitFor(() => expect(workers.stuck()).toBe(1), WAIT);
    const besides = client.ask('examine', { pasted: { ...PASTED, texts: PASTED.texts.slice(1) } });
    stop.abort(STOP_REASON);
    await expect(stopped).rejects.toBeInstanceOf(Cancelled);
    timers.pass(1000);
    expect((await besides).texts).toHaveLength(1);
    expect(workers.heard).toHaveLength(2);
    expect(closed.all).toEqual([]);
  });

  it('is not looked for where a question is given up because another is asked, or the engine hears of it', async () => {
    const timers = handTimers();
    const workers = stuckWorkers();
    const client = new Client(workers.open, { timers });
    for (const reason of [undefined, STOP_REASON]) {
      const stop = new AbortController();
      const asked = client.ask('examine', { pasted: { ...PASTED, texts: [] } }, { signal: stop.signal });
      stop.abort(reason);
      await expect(asked).rejects.toBeInstanceOf(Cancelled);
      await new Promise((resolve) => setTimeout(resolve, 5));
      timers.pass(10_000);
    }
    expect(workers.heard).toHaveLength(1);
  });
});
