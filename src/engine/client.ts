import { wrap, type Remote } from 'comlink';
import type { Document } from '../core/document/document';
import type { ExplainedPart, Origin, PartRef } from '../core/kubernetes/proxy/mode';
import type { WantedPort } from '../core/kubernetes/proxy/parts';
import type { RuleRef } from '../core/linux/xtables/types';
import type { IpFamily } from '../core/net/ip';
import type { CutAnswer, EngineInPieces, Held } from './in-pieces';
import { applyPatch, diff, type Patch } from './patch';
import type {
  Bench,
  Engine,
  ManyOptions,
  ManyView,
  RequestsOptions,
  RequestsView,
  RuleExplanation,
  RulesView,
  RunResult,
  SentOptions,
  StepAddress,
} from './protocol';

/** The engine as the page sees it: the same calls, answered later. */
export interface EngineClient {
  readonly open: (document: Document) => Promise<Bench>;
  readonly run: (flowId: string, options?: { readonly outcome?: number }) => Promise<RunResult>;
  readonly rules: (netns: string, family: IpFamily) => Promise<RulesView>;
  readonly explainRule: (flowId: string, at: StepAddress, ref: RuleRef) => Promise<RuleExplanation>;
  readonly origin: (netns: string, family: IpFamily, at: PartRef) => Promise<Origin | undefined>;
  readonly parts: (netns: string, family: IpFamily, wanted: WantedPort) => Promise<readonly ExplainedPart[]>;
  readonly many: (flowId: string, options: ManyOptions) => Promise<ManyView>;
  readonly sent: (flowId: string, options: SentOptions) => Promise<RunResult>;
  readonly requests: (flowId: string, options: RequestsOptions) => Promise<RequestsView>;
  /** Ends what is being computed: waiting calls are rejected with {@link Cancelled}; the next call starts afresh. */
  readonly cancel: () => void;
}

/** What a call that was cancelled is rejected with. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}

/** The browser does not run the worker (a sandbox, a policy, a file that is gone). */
export class NoWorker extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'NoWorker';
  }
}

/** Runs the engine on the calling thread: for tests, and where there is no Worker. */
export function inlineClient(load: () => Engine | Promise<Engine>): EngineClient {
  let engine: Promise<Engine> | undefined;
  const ready = (): Promise<Engine> => (engine ??= Promise.resolve().then(load));
  return {
    open: async (document) => (await ready()).open(document),
    run: async (flowId, options) => (await ready()).run(flowId, options),
    rules: async (netns, family) => (await ready()).rules(netns, family),
    explainRule: async (flowId, at, ref) => (await ready()).explainRule(flowId, at, ref),
    origin: async (netns, family, at) => (await ready()).origin(netns, family, at),
    parts: async (netns, family, wanted) => (await ready()).parts(netns, family, wanted),
    many: async (flowId, options) => (await ready()).many(flowId, options),
    sent: async (flowId, options) => (await ready()).sent(flowId, options),
    requests: async (flowId, options) => (await ready()).requests(flowId, options),
    cancel: () => undefined,
  };
}

/** A running worker, with what it takes to end it. */
interface Session {
  readonly engine: Remote<EngineInPieces>;
  readonly end: () => void;
  /** Rejects when the worker breaks or is cancelled. */
  readonly broken: Promise<never>;
  sent: Document | undefined;
  /** What came last, by what was asked: the next answer comes as its difference. */
  readonly told: Map<string, Promise<unknown>>;
}

function startSession(makeWorker: () => Worker): Session {
  let worker: Worker;
  try {
    worker = makeWorker();
  } catch (error) {
    throw new NoWorker(String(error));
  }
  let started = false;
  worker.addEventListener('message', () => (started = true));
  let fail: (reason: Error) => void = () => undefined;
  const broken = new Promise<never>((_, reject) => (fail = reject));
  broken.catch(() => undefined);
  worker.addEventListener('error', (event) => {
    const reason = event.message || 'the worker did not start';
    fail(started ? new Error(reason) : new NoWorker(reason));
  });
  const end = (): void => {
    worker.terminate();
    fail(new Cancelled());
  };
  return { engine: wrap<EngineInPieces>(worker), end, broken, sent: undefined, told: new Map() };
}

/** An answer that is too long for one message is fetched in pieces; the code for it comes with the first. */
async function whole<T extends object>(answer: Held<T>, engine: Remote<EngineInPieces>): Promise<T> {
  return isCut(answer) ? (await import('./whole')).wholeOf(answer, engine) : answer;
}

function isCut<T extends object>(answer: Held<T>): answer is CutAnswer<T> {
  return 'held' in answer;
}

/** What an answer is that comes as the difference from the last one. */
function changed({ engine, told }: Session, asked: string, held: Promise<Held<Patch>>): Promise<unknown> {
  const before = told.get(asked) ?? Promise.resolve(undefined);
  const answer = held.then((each) => whole(each, engine));
  const now = Promise.all([before, answer]).then(([old, change]) => applyPatch(old, change));
  told.set(
    asked,
    now.catch(() => before),
  );
  return now;
}

/** Runs the engine in a worker made by `makeWorker`. Documents are sent as differences from the last one. */
export function workerClient(makeWorker: () => Worker): EngineClient {
  let session: Session | undefined;
  let last: Document | undefined;
  const current = (): Session => (session ??= startSession(makeWorker));
  const send = async (to: Session, document: Document): Promise<Bench> => {
    const patch = diff(to.sent, document);
    to.sent = document;
    const bench = await Promise.race([changed(to, 'open', to.engine.open(patch)) as Promise<Bench>, to.broken]);
    last = document;
    return bench;
  };
  const call = async <T>(ask: (engine: Remote<EngineInPieces>, to: Session) => Promise<T>): Promise<T> => {
    const to = current();
    if (!to.sent && last) await send(to, last);
    return Promise.race([ask(to.engine, to), to.broken]);
  };
  return {
    open: async (document) => send(current(), document),
    run: (flowId, options) => call((engine) => engine.run(flowId, options)),
    rules: (netns, family) =>
      call((engine, to) => changed(to, `${netns} ${family}`, engine.rules(netns, family)) as Promise<RulesView>),
    explainRule: (flowId, at, ref) => call((engine) => engine.explainRule(flowId, at, ref)),
    origin: (netns, family, at) => call((engine) => engine.origin(netns, family, at)),
    parts: (netns, family, wanted) => call((engine) => engine.parts(netns, family, wanted)),
    many: (flowId, options) => call((engine) => engine.many(flowId, options)),
    sent: (flowId, options) => call((engine) => engine.sent(flowId, options)),
    requests: (flowId, options) => call((engine) => engine.requests(flowId, options)),
    cancel: () => {
      session?.end();
      session = undefined;
    },
  };
}

/** A client that goes over to `fallback` for good when the first one finds no worker. */
export function withFallback(first: EngineClient, fallback: () => EngineClient): EngineClient {
  let client = first;
  let opened: Document | undefined;
  let moved: Promise<unknown> | undefined;
  const move = async (): Promise<void> => {
    client = fallback();
    if (opened) await client.open(opened);
  };
  const ask = async <T>(call: (client: EngineClient) => Promise<T>): Promise<T> => {
    const asked = client;
    try {
      return await call(asked);
    } catch (error) {
      if (!(error instanceof NoWorker) || asked !== first) throw error;
      await (moved ??= move());
      return call(client);
    }
  };
  return {
    open: (document) => ask((to) => to.open((opened = document))),
    run: (flowId, options) => ask((to) => to.run(flowId, options)),
    rules: (netns, family) => ask((to) => to.rules(netns, family)),
    explainRule: (flowId, at, ref) => ask((to) => to.explainRule(flowId, at, ref)),
    origin: (netns, family, at) => ask((to) => to.origin(netns, family, at)),
    parts: (netns, family, wanted) => ask((to) => to.parts(netns, family, wanted)),
    many: (flowId, options) => ask((to) => to.many(flowId, options)),
    sent: (flowId, options) => ask((to) => to.sent(flowId, options)),
    requests: (flowId, options) => ask((to) => to.requests(flowId, options)),
    cancel: () => client.cancel(),
  };
}

/** The client of the page: a worker, or the same engine on the page's own thread where there can be none. */
export function startClient(): EngineClient {
  const inline = (): EngineClient => inlineClient(async () => (await import('./engine')).createEngine());
  if (typeof Worker === 'undefined') return inline();
  const make = (): Worker => new Worker(new URL('./simulate.worker.ts', import.meta.url), { type: 'module' });
  return withFallback(workerClient(make), inline);
}
