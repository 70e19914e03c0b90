import type { Access } from './store';
import { THE_END, type ManyActions, type ManyState } from './many';
import type { RunActions } from './types';

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
