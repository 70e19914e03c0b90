import type { IpFamily } from '../../core/net/ip';
import type { Selection } from '../../store/types';
import type { Bench, RunResult } from '../../engine/protocol';

/** Up to this many places a request may end at are all drawn, with their odds. */
const MOST_GOALS = 12;

/** Namespaces that must be drawn, the shown walk's first: then other outcomes', then what is selected. */
export function focusOf(
  result: RunResult | undefined,
  selection: Selection | undefined,
  bench: Bench,
): ReadonlySet<string> {
  const walked = result?.trace.legs.flatMap(({ hops }) => hops.map(({ netns }) => netns)) ?? [];
  const goals = new Set(result?.outcomes.map(({ disposition }) => disposition.netns));
  const possible = goals.size <= MOST_GOALS ? goals : [];
  const title = selectedTitle(selection);
  const selected = bench.netns.filter((netns) => netns.title === title || isNetns(selection, netns.id));
  return new Set([...walked, ...selected.map(({ id }) => id), ...possible]);
}

function selectedTitle(selection: Selection | undefined): string | undefined {
  if (selection?.kind === 'node') return selection.name;
  return selection?.kind === 'pod' ? `${selection.namespace}/${selection.name}` : undefined;
}

function isNetns(selection: Selection | undefined, id: string): boolean {
  return selection?.kind === 'netns' && selection.id === id;
}

/** The family of the shown packet, else the one there are rules for, IPv4 first. */
export function shownFamily(result: RunResult | undefined, bench: Bench): IpFamily {
  const packet = result?.trace.legs[0]?.hops[0]?.steps[0]?.packet;
  if (packet) return packet.family;
  const families = bench.rules.map(({ family }) => family);
  return families.length > 0 && !families.includes('ipv4') ? 'ipv6' : 'ipv4';
}
