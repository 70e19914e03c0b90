import type { Document } from '../core/document/document';
import { phrase } from '../core/lib/phrase';
import { Cancelled, type EngineClient } from '../worker/client';
import type { Bench } from '../worker/protocol';
import { rulesKey } from './selectors';
import type { Access } from './store';
import type { Actions, RunState } from './types';

type RunActions = Pick<
  Actions,
  'selectFlow' | 'send' | 'showOutcome' | 'cancel' | 'loadRules' | 'explainRule' | 'origin'
>;

interface Playback {
  readonly playing: boolean;
  readonly playhead: number;
}

/** Keeps `run` in step with the document: one loop that always works on the newest wish. */
export interface Runner {
  readonly actions: RunActions;
  readonly attach: (engine: EngineClient) => void;
  /** The document is another one. */
  readonly changed: () => void;
  readonly show: (flowId: string, playback: Playback, outcome?: number) => void;
  readonly settled: () => Promise<void>;
}

/** What is wanted is state (document, flow, outcome); what was computed is compared with it until they agree. */
export function createRunner(access: Access): Runner {
  let engine: EngineClient | undefined;
  let working: Promise<void> | undefined;
  /** Bumped by every new wish: an answer to an older one is dropped. */
  let wish = 0;
  let opened: { readonly document: Document; readonly bench: Bench } | undefined;

  const patch = (change: Partial<RunState>): void => access.set(({ run }) => ({ run: { ...run, ...change } }));
  const fail = (error: unknown): void => {
    if (error instanceof Cancelled) return patch({ status: access.get().run.bench ? 'ready' : 'idle' });
    const message = error instanceof Error ? error.message : String(error);
    patch({ status: 'failed', error: phrase('document.engine.failed', { message }) });
  };

  const once = async (client: EngineClient): Promise<void> => {
    const mine = wish;
    const { document, run } = access.get();
    if (opened?.document !== document.present) {
      const bench = await client.open(document.present);
      opened = { document: document.present, bench };
      if (mine !== wish) return;
    }
    const { bench } = opened;
    const flowId = flowToShow(document.present.flows, run.flowId);
    const options = run.outcome === undefined ? {} : { outcome: run.outcome };
    const result = flowId === undefined ? undefined : await client.run(flowId, options);
    if (mine !== wish) return;
    patch({
      status: 'ready',
      error: undefined,
      bench,
      result,
      flowId,
      shownDocument: document.present,
      ...(run.bench === bench ? {} : { rules: {} }),
    });
  };
  const loop = async (client: EngineClient): Promise<void> => {
    await Promise.resolve();
    patch({ status: 'working' });
    let done: number;
    do {
      done = wish;
      try {
        await once(client);
      } catch (error) {
        if (done === wish) fail(error);
      }
    } while (done !== wish);
    working = undefined;
  };
  const wake = (): void => {
    wish++;
    if (engine) working ??= loop(engine);
  };
  const show: Runner['show'] = (flowId, playback, outcome) => {
    access.set(({ view, run }) => ({ view: { ...view, ...playback }, run: { ...run, flowId, outcome } }));
    wake();
  };

  return {
    attach: (client) => {
      engine = client;
      opened = undefined;
      wake();
    },
    changed: wake,
    show,
    settled: async () => {
      while (working) await working;
    },
    actions: {
      selectFlow: (id) => show(id, { playing: false, playhead: 0 }),
      send: (id) => show(id, { playing: true, playhead: 0 }),
      showOutcome: (index) => {
        const { flowId } = access.get().run;
        if (flowId !== undefined) show(flowId, { playing: access.get().view.playing, playhead: 0 }, index);
      },
      cancel: () => engine?.cancel(),
      ...questions(access, () => engine),
    },
  };
}

function flowToShow(flows: readonly { readonly id: string }[], wanted: string | undefined): string | undefined {
  return flows.some(({ id }) => id === wanted) ? wanted : flows[0]?.id;
}

/** Calls that do not change the picture: rules on demand, explanations. */
function questions(
  access: Access,
  engine: () => EngineClient | undefined,
): Pick<Actions, 'loadRules' | 'explainRule' | 'origin'> {
  const quiet = async <T>(ask: Promise<T> | undefined): Promise<T | undefined> => {
    try {
      return await ask;
    } catch {
      return undefined;
    }
  };
  return {
    loadRules: async (netns, family) => {
      const key = rulesKey(netns, family);
      const { run } = access.get();
      const known = run.rules[key];
      if (known) return known;
      const view = await quiet(engine()?.rules(netns, family));
      if (!view || access.get().run.bench !== run.bench) return view;
      access.set((state) => ({ run: { ...state.run, rules: { ...state.run.rules, [key]: view } } }));
      return view;
    },
    explainRule: async (at, ref) => {
      const { result } = access.get().run;
      return result && quiet(engine()?.explainRule(result.flowId, at, ref));
    },
    origin: ({ netns, family, ref }) => quiet(engine()?.origin(netns, family, ref)),
  };
}
