import { exploreFlow } from '../document/explored';
import { sendMany } from '../sim/many';
import type { StoryEnd } from '../story/moment';
import { listCandidates } from '../story/candidates';
import type { RenderedFigure } from './render';
import type { SheetState } from './state';
import type { FigureBlock } from './schema';
import { keep, type SheetWalk, type SheetWorkshop } from './walks';

/** Counts of a figure's connections: those sent one by one, once there are several, and a thousand where they were sent. */
export function countFigure(
  block: FigureBlock,
  walk: SheetWalk,
  { shop: { tallies }, state: { many } }: { readonly shop: SheetWorkshop; readonly state: SheetState },
): Pick<RenderedFigure, 'tally' | 'drawn'> {
  if (block.is !== 'choice') return {};
  const isSeveral = block.hand?.includes('again') === true && walk.arrivals.length > 1;
  return {
    ...(many.includes(block.id) ? { tally: keep(tallies, walk.key, () => countMany(walk)) } : {}),
    ...(isSeveral ? { drawn: countDraws(walk) } : {}),
  };
}

/** How many of many new connections an endpoint got, and its share as the rules have it. */
export interface TallyRow {
  readonly end: StoryEnd;
  readonly count: number;
  /** `1/3`; absent: it is not known. */
  readonly share?: string;
}

/** How many of the connections sent one by one each endpoint got. Empty: nobody is chosen. */
export function countDraws({ lenses, moments, arrivals }: SheetWalk): readonly TallyRow[] {
  const lens = lenses[moments.findIndex(({ kind }) => kind === 'chosen')];
  if (!lens) return [];
  return listCandidates(lens).map(({ end }) => ({ end, count: arrivals.filter((each) => each === end.text).length }));
}

/** So many connections are sent to see where it settles. */
export const MANY_CONNECTIONS = 1000;

/** Sends {@link MANY_CONNECTIONS} new connections of a walk's flow, one after the other. Empty: nobody is chosen. */
export function countMany({ derived, document, lenses, moments, flow }: SheetWalk): readonly TallyRow[] {
  const at = moments.findIndex(({ kind }) => kind === 'chosen');
  const lens = lenses[at];
  const opened = { document, derived, explored: new Map() };
  const explored = exploreFlow(opened, flow);
  if (!lens || 'id' in explored) return [];
  const { network, flow: sent } = explored.input;
  const { landings, sent: all } = sendMany({ network, flow: sent, count: MANY_CONNECTIONS, seed: document.seed });
  const counts = new Map<string, number>();
  for (const { landing } of all) {
    const endpoint = landings[landing]?.endpoint ?? '';
    counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
  }
  return listCandidates(lens).map(({ end, share }) => ({
    end,
    count: counts.get(end.text) ?? 0,
    ...(share === undefined ? {} : { share }),
  }));
}
