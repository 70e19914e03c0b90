import type { ManyView, RequestsView, RunResult } from '../engine/protocol';
import type { Access } from './access';
import type { RunActions } from './run-state';

/** Milliseconds after which everything has landed. */
export const THE_END = Number.MAX_SAFE_INTEGER;

/** When the packets of a crowd land on the stage; how long they take is a matter of its wires. */
export interface CrowdTimes {
  /** By packet: its landing, by its place in `result.landings`. */
  readonly landing: Uint16Array;
  /** By packet: milliseconds since the first one left. */
  readonly lands: Float64Array;
  /** How many landings there are. */
  readonly landings: number;
  /** Milliseconds until the last answer is back. */
  readonly duration: number;
}

/** Many packets at once: nothing of it is part of the document. */
export interface ManyState {
  readonly open: boolean;
  /** True while the packets are on their way: the one packet that is explained makes room for them. */
  readonly moving: boolean;
  readonly tab: 'new' | 'kept' | 'flows';
  readonly count: number;
  /** Milliseconds between new connections. */
  readonly apart: number;
  readonly seed: number;
  readonly connections: number;
  /** Flows that run at the same time. */
  readonly flows: readonly string[];
  readonly working: boolean;
  readonly result: ManyView | undefined;
  readonly kept: RequestsView | undefined;
  readonly walks: readonly RunResult[];
  /** Where the packets of {@link result} are when; made by the stage. */
  readonly crowd: CrowdTimes | undefined;
  /** Milliseconds since the first packet left; the picture is a function of it. */
  readonly at: number;
  readonly playing: boolean;
}

/** Answers to older wishes are dropped; what was shown stays until the new answer is there. */
export interface ManyActions {
  readonly setMany: (change: Partial<ManyState>) => void;
  /** Sends as many new connections as chosen. `glide` false: all have landed at once. */
  readonly sendNew: (flowId: string, glide: boolean) => Promise<void>;
  /** Sends as many requests as chosen, at most `most`, over connections that stay open. */
  readonly sendKept: (flowId: string, most: number) => Promise<void>;
  /** Walks the chosen flows, all from the same moment. */
  readonly sendFlows: (glide: boolean) => Promise<void>;
}

/** Before anything is sent. */
export const NO_CROWD: ManyState = {
  open: false,
  moving: false,
  tab: 'new',
  count: 100,
  apart: 10,
  seed: 1,
  connections: 1,
  flows: [],
  working: false,
  result: undefined,
  kept: undefined,
  walks: [],
  crowd: undefined,
  at: 0,
  playing: false,
};

/** Many packets of one flow, or several flows at once. */
export function manyActions(access: Access, { sendMany, sendRequests, walk }: RunActions): ManyActions {
  let wish = 0;
  const setMany: ManyActions['setMany'] = (change) => access.set(({ many }) => ({ many: { ...many, ...change } }));
  const ask = async <T>(answer: Promise<T | undefined>, shown: (value: T) => Partial<ManyState>): Promise<void> => {
    const mine = ++wish;
    setMany({ working: true });
    const value = await answer;
    if (mine === wish) setMany({ working: false, ...(value === undefined ? {} : shown(value)) });
  };
  return {
    setMany,
    sendNew: (flowId, glide) => {
      const { count, seed, apart } = access.get().many;
      const shown = { crowd: undefined, at: glide ? 0 : THE_END, playing: glide };
      return ask(sendMany(flowId, { count, seed, apart }), (result) => ({ result, ...shown }));
    },
    sendKept: (flowId, most) => {
      const { count, seed, connections } = access.get().many;
      const requests = Math.min(count, most);
      const options = { requests, connections: Math.min(connections, requests), seed };
      return ask(sendRequests(flowId, options), (kept) => ({ kept }));
    },
    sendFlows: (glide) =>
      ask(Promise.all(access.get().many.flows.map(walk)), (results) => {
        const walks = results.filter((result) => result !== undefined);
        return { walks, at: glide ? 0 : THE_END, playing: glide && walks.length > 0 };
      }),
  };
}
