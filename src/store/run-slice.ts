import { type Document, type Flow, flowsOfSubject } from '../core/document/document';
import { scriptOf } from '../core/timeline/default-script';
import type { IpFamily } from '../core/net/ip';
import { Cancelled, type EngineClient } from '../engine/client';
import { engineFailure } from '../engine/failure';
import type { PrecomputedWalk } from '../engine/precompute';
import type { Story } from '../engine/questions/story';
import type { Bench, LineRange, RulesView, TimePlace } from '../engine/protocol';
import { noteListing } from './changes';
import { confirmPrecomputed, findPrecomputed, keepEqual } from './precomputed';
import { requestShownWalk } from './shown-walk';
import { flattenedSteps, rulesKey } from './selectors';
import type { Access } from './access';
import type { BenchState } from './types';
import type { PictureSource, RunActions, RunState } from './run-state';
import type { WantedWalk } from './view-state';

interface Playback {
  readonly playing: boolean;
  readonly playhead: number;
}

/** Keeps `run` in step with the document: one loop that always works on the newest wish. */
export interface Runner {
  readonly actions: RunActions;
  readonly attach: (engine: EngineClient) => void;
  /** What the engine answered of a document when the page was built: shown until it has answered here, and held against that. */
  readonly showPrecomputed: (precomputed: PrecomputedWalk) => void;
  /** The document is another one. */
  readonly changed: () => void;
  readonly show: (flowId: string, playback: Playback, asked?: WantedWalk) => void;
  readonly settled: () => Promise<void>;
}

interface Opened {
  readonly document: Document;
  readonly time: TimePlace | undefined;
  readonly bench: Bench;
  /** The document as it is at that moment. */
  readonly shown: Document;
}

/** What is wanted is in the store (document, flow, outcome); this is what was computed of it so far. */
interface Job {
  engine: EngineClient | undefined;
  working: Promise<void> | undefined;
  /** Bumped by every new wish: an answer to an older one is dropped. */
  wish: number;
  opened: Opened | undefined;
  /** Lines of listings that were asked for last, by `netns family`: after an edit they are wanted again. */
  readonly lines: Map<string, readonly LineRange[]>;
}

/** Makes the runner of a store. Nothing is computed before an engine is attached. */
export function createRunner(access: Access): Runner {
  const job: Job = {
    engine: undefined,
    working: undefined,
    wish: 0,
    opened: undefined,
    lines: new Map(),
  };
  const wake = (): void => {
    job.wish++;
    if (job.engine) job.working ??= loop(access, job, job.engine);
  };
  const show: Runner['show'] = (flowId, playback, { outcome, sent } = {}) => {
    access.set(({ view, run }) => ({ view: { ...view, ...playback }, run: { ...run, flowId, outcome, sent } }));
    wake();
  };
  const showAsked = (asked: WantedWalk): void => {
    const { run, view } = access.get();
    if (run.flowId !== undefined) show(run.flowId, { playing: view.playing, playhead: 0 }, asked);
  };
  return {
    attach: (client) => {
      job.engine = client;
      job.opened = undefined;
      wake();
    },
    showPrecomputed: (precomputed) => patch(access, { precomputed }),
    changed: () => {
      // First of all: the engine begins before the page draws what was typed.
      wake();
      patch(access, { outcome: undefined, sent: undefined });
    },
    show,
    settled: async () => {
      for (let now = job.working; now; now = job.working) await now;
    },
    actions: {
      selectFlow: (id, playhead = 0) => show(id, { playing: false, playhead }),
      send: (id) => show(id, { playing: true, playhead: 0 }),
      showOutcome: (outcome) => showAsked(outcome === undefined ? {} : { outcome }),
      showSent: (sent) => showAsked(sent ? { sent } : {}),
      drawSent: (sent) => {
        const { run, view } = access.get();
        if (run.flowId !== undefined) show(run.flowId, { playing: false, playhead: view.playhead }, { sent });
      },
      showTime: (time) => {
        access.set(({ view }) => ({ view: { ...view, time } }));
        const { run, document } = access.get();
        const flow = time?.client === undefined ? undefined : scriptOf(document.present).clients[time.client]?.flow;
        const flowId = flow ?? run.flowId;
        if (flowId === undefined) wake();
        else show(flowId, { playing: false, playhead: 0 });
      },
      cancel: () => job.engine?.cancel(),
      ...questions(access, job),
    },
  };
}

function patch(access: Access, change: Partial<RunState>): void {
  access.set(({ run }) => ({ run: { ...run, ...change } }));
}

async function loop(access: Access, job: Job, client: EngineClient): Promise<void> {
  await Promise.resolve();
  patch(access, { status: 'working' });
  let done: number;
  do {
    done = job.wish;
    try {
      await compute(access, job, client);
    } catch (error) {
      if (done === job.wish) fail(access, error);
    }
  } while (done !== job.wish);
  job.working = undefined;
}

/** What the store wants to see on the page, read once: everything that is computed of it belongs together. */
interface Wanted {
  readonly document: Document;
  readonly time: TimePlace | undefined;
  readonly flowId: string | undefined;
  readonly run: RunState;
  readonly precomputed: PrecomputedWalk | undefined;
  readonly source: PictureSource;
}

function readWanted({ document: { present, opening }, run, view }: BenchState): Wanted {
  const time = present.subject === 'cluster' ? view.time : undefined;
  const flowId = flowToShow(flowsOfSubject(present), run.flowId);
  const precomputed = time ? undefined : findPrecomputed(run, present, flowId);
  const source = { document: present, opening, ...(time ? { at: time.at } : {}) };
  return { document: present, time, flowId, run, precomputed, source };
}

/** Opens the document unless it is open, runs the flow, and shows both at once. */
async function compute(access: Access, job: Job, client: EngineClient): Promise<void> {
  const mine = job.wish;
  const wanted = readWanted(access.get());
  const { document, flowId, source: shownSource } = wanted;
  showPrecomputed(access, wanted);
  const { opened, result, rules } = await askAll(job, client, wanted);
  if (mine !== job.wish) return;
  await takeDownFirst(access, opened.bench, document);
  if (mine !== job.wish) return;
  const shown = { bench: opened.bench, result, flowId, shownDocument: opened.shown, shownSource };
  const last = Math.max(0, flattenedSteps(result).length - 1);
  access.set(({ run: old, view }) => ({
    run: { ...old, status: 'ready', error: undefined, ...shown, ...(rules ? { rules } : {}) },
    view: view.playhead > last ? { ...view, playhead: last } : view,
  }));
}

/** Puts the precomputed picture on a page that has none, until the engine has answered. */
function showPrecomputed(access: Access, { document, flowId, run, precomputed, source }: Wanted): void {
  if (!precomputed || run.bench) return;
  const { bench, result } = precomputed;
  patch(access, { bench, result, flowId, shownDocument: document, shownSource: source });
}

/** Bench, walk and the rules that are on the page; asked for at once: each answer to wait for is a turn of both threads. */
async function askAll(job: Job, client: EngineClient, wanted: Wanted) {
  const { document, time, flowId, run, precomputed } = wanted;
  const known = job.opened?.document === document && job.opened.time === time ? job.opened : undefined;
  // The engine answers in this order: a walk is of the document that was opened before it.
  const opening = known ?? openWith(client, job, wanted);
  const walk = flowId === undefined ? undefined : requestShownWalk(client, flowId, { document, run, time });
  const [opened, result, again] = await Promise.all([
    opening,
    precomputed && walk ? confirmPrecomputed(client, precomputed, walk) : walk,
    known && run.bench === known.bench ? undefined : rulesAgain(run.rules, client, job.lines),
  ]);
  return { opened, result, rules: again && rulesOfBench(again, opened.bench) };
}

/** From so many Services on, taking the old picture down and putting the new one up are a task each. */
const MANY_SERVICES = 2000;

/** Clears the page before a large bench of another kind stands on it: nothing may hold the page's thread for long. */
async function takeDownFirst(access: Access, bench: Bench, next: Document): Promise<void> {
  const { bench: old, shownDocument } = access.get().run;
  if (!old || shownDocument?.subject === next.subject || bench.found.length < MANY_SERVICES) return;
  patch(access, { bench: undefined, result: undefined, rules: {} });
  await new Promise((resolve) => setTimeout(resolve));
}

async function openWith(
  client: EngineClient,
  job: Job,
  { document, time, run: { precomputed } }: Wanted,
): Promise<Opened> {
  const answer = await (time ? client.ask('moment', { document, time }) : client.ask('open', { document }));
  const bench = !time && precomputed?.document === document ? keepEqual(precomputed.bench, answer) : answer;
  const shown = bench.moment ? { ...document, cluster: bench.moment.cluster } : document;
  return (job.opened = { document, time, bench, shown });
}

/** The rules that are on the page, anew: so that text, picture and trace change together. */
async function rulesAgain(
  old: RunState['rules'],
  client: EngineClient,
  seen: Job['lines'],
): Promise<readonly RulesView[]> {
  const again = ({ netns, family }: RulesView): Promise<RulesView> =>
    client.ask('rules', { netns, family, lines: seen.get(rulesKey(netns, family)) ?? [] });
  return Promise.all(Object.values(old).map(again));
}

/** Rules of the namespaces that have some. */
function rulesOfBench(views: readonly RulesView[], bench: Bench): RunState['rules'] {
  const known = new Set(bench.rules.map(({ netns, family }) => rulesKey(netns, family)));
  const keyed = views.map((view) => [rulesKey(view.netns, view.family), view] as const);
  return Object.fromEntries(keyed.filter(([key]) => known.has(key)));
}

function fail(access: Access, thrown: unknown): void {
  const error = engineFailure(thrown);
  if (error) {
    const { run, view, actions } = access.get();
    patch(access, { status: 'failed', error });
    // The walk that was made with the page goes on as if nothing were wrong: the story has no place of its own for it.
    if (error.id === 'engine.none' && run.result && view.depth === 'story') actions.notify(error);
  } else patch(access, { status: access.get().run.bench ? 'ready' : 'idle' });
}

function flowToShow(flows: readonly Flow[], wanted: string | undefined): string | undefined {
  return flows.some(({ id }) => id === wanted) ? wanted : flows[0]?.id;
}

/** A question that fails has no answer; what is on the page stays as it is. */
async function quiet<T>(ask: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await ask;
  } catch {
    return undefined;
  }
}

/** Calls that do not change the picture: rules on demand, explanations. */
function questions(
  access: Access,
  job: Job,
): Omit<RunActions, 'selectFlow' | 'send' | 'showOutcome' | 'showSent' | 'drawSent' | 'showTime' | 'cancel'> {
  // Several parts of the page want the same rules at once: they are printed and sent once.
  const coming = new Map<
    string,
    { readonly bench: Bench | undefined; readonly view: Promise<RulesView | undefined> }
  >();
  const ask = (netns: string, family: IpFamily, bench: Bench | undefined): Promise<RulesView | undefined> => {
    const key = rulesKey(netns, family);
    const asked = coming.get(key);
    if (asked && asked.bench === bench) return asked.view;
    const view = quiet(job.engine?.ask('rules', { netns, family })).finally(() => {
      if (coming.get(key)?.view === view) coming.delete(key);
    });
    coming.set(key, { bench, view });
    return view;
  };
  return {
    loadRules: async (netns, family) => {
      const key = rulesKey(netns, family);
      const { run } = access.get();
      const known = run.rules[key];
      if (known) return known;
      const view = await ask(netns, family, run.bench);
      const now = access.get().run;
      if (!view || now.bench !== run.bench || now.rules[key] === view) return view;
      access.set((state) => ({ run: { ...state.run, rules: { ...state.run.rules, [key]: view } } }));
      return view;
    },
    loadRows: rowLoader(access, job),
    findLines: ({ netns, family, edition }, query, signal) =>
      quiet(job.engine?.ask('find', { netns, family, edition, query }, { signal })),
    placeOf: ({ netns, family, edition }, part) => quiet(job.engine?.ask('place', { netns, family, edition, part })),
    noteListing: noteListing(access, ({ netns, family, edition }) =>
      quiet(job.engine?.ask('changes', { netns, family, edition })),
    ),
    explainRule: async (at, ref) => {
      const { result } = access.get().run;
      return result && quiet(job.engine?.ask('explain', { flowId: result.flowId, at, ref }));
    },
    whyNotAsked: async (rule) => {
      const { result } = access.get().run;
      return result && quiet(job.engine?.ask('not-asked', { flowId: result.flowId, rule }));
    },
    origin: ({ netns, family, at }) => quiet(job.engine?.ask('origin', { netns, family, at })),
    sendMany: (flowId, options) => quiet(job.engine?.ask('many', { flowId, options })),
    sendRequests: (flowId, options) => quiet(job.engine?.ask('requests', { flowId, options })),
    tell: (apart = false) => tellShown(access, job, apart),
    quiz: async (kinds) => {
      const { result } = access.get().run;
      if (!result || kinds.length === 0) return [];
      return (await quiet(job.engine?.ask('quiz', { flowId: result.flowId, kinds }))) ?? [];
    },
    walk: (flowId) => quiet(job.engine?.ask('run', { flowId })),
    parts: async (netns, family, wanted) => (await quiet(job.engine?.ask('parts', { netns, family, wanted }))) ?? [],
  };
}

/** The shown walk in moments. One that cannot be told is said to be so: the story is all that one sees. */
async function tellShown(access: Access, { engine }: Job, apart: boolean): Promise<Story | undefined> {
  const { result, precomputed } = access.get().run;
  if (result && result === precomputed?.result && !apart) return precomputed.story;
  try {
    return await (result && engine?.ask('story', { flowId: result.flowId, apart }));
  } catch (error) {
    if (!(error instanceof Cancelled)) fail(access, error);
    return undefined;
  }
}

/** Before anything is computed. */
export const NOTHING_RUN: RunState = {
  status: 'idle',
  flowId: undefined,
  outcome: undefined,
  sent: undefined,
  result: undefined,
  bench: undefined,
  shownDocument: undefined,
  shownSource: undefined,
  error: undefined,
  rules: {},
  listings: {},
  precomputed: undefined,
};

/** So many stretches of lines are remembered: those in sight. */
const STRETCHES = 6;
/** With more rows than this, those that were fetched before are let go. */
const MOST_ROWS = 4000;

/** Fetches rows; what is asked for in one go is asked for at once. */
function rowLoader(access: Access, job: Job): RunActions['loadRows'] {
  const wanted = new Map<string, { readonly view: RulesView; readonly lines: LineRange[] }>();
  const fetchAll = async (): Promise<void> => {
    const all = [...wanted.values()];
    wanted.clear();
    await Promise.all(all.map(fetchRows));
  };
  const fetchRows = async ({ view, lines }: { view: RulesView; lines: readonly LineRange[] }): Promise<void> => {
    const { netns, family, edition } = view;
    const key = rulesKey(netns, family);
    job.lines.set(key, [...lines, ...(job.lines.get(key) ?? [])].slice(0, STRETCHES));
    const rows = await quiet(job.engine?.ask('rows', { netns, family, edition, lines }));
    const known = access.get().run.rules[key];
    if (!rows || known?.edition !== edition) return;
    const kept = Object.keys(known.rows).length > MOST_ROWS ? {} : known.rows;
    const next = { ...known, rows: { ...kept, ...rows } };
    access.set(({ run }) => ({ run: { ...run, rules: { ...run.rules, [key]: next } } }));
  };
  return (view, lines) => {
    const key = rulesKey(view.netns, view.family);
    const known = wanted.get(key);
    const isFirst = wanted.size === 0;
    if (known?.view.edition === view.edition) known.lines.push(lines);
    else wanted.set(key, { view, lines: [lines] });
    if (isFirst) queueMicrotask(() => void fetchAll());
  };
}
