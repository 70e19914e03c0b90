import type { Leg, Outcome, Trace } from '../../core/sim/trace';
import { formatIp, parseIp } from '../../core/net/ip';
import type { FlatStep } from '../../store/selectors';
import type { NetnsView } from '../../engine/protocol';
import { plainName } from '../../core/story/service-at';
import { answeredStatus, kernelDecimal, ownStatus } from '../common/texts.model';

/** A piece of a sentence: words, or an address (with its port and its place in the text) to be drawn as a chip. */
type SentencePart =
  | { readonly text: string }
  | { readonly at: number; readonly address: string; readonly port: number | undefined };

/** Splits a sentence at its addresses, so that they can have the colour of their network. */
export function splitAddresses(sentence: string): readonly SentencePart[] {
  const parts: SentencePart[] = [];
  let from = 0;
  const candidates = /\[[0-9a-f:.]+\](?::\d+)?|\d+(?:\.\d+){3}(?:\/\d+|:\d+)?|[0-9a-f]*:[0-9a-f:]*:[0-9a-f]*/gi;
  for (const { 0: found, index } of sentence.matchAll(candidates)) {
    const address = readEndpoint(found, index);
    if (!address) continue;
    if (index > from) parts.push({ text: sentence.slice(from, index) });
    parts.push(address);
    from = index + found.length;
  }
  if (from < sentence.length) parts.push({ text: sentence.slice(from) });
  return parts;
}

/** A prefix such as 10.0.0.0/8 keeps its length: the chip shows what it is given. */
function readEndpoint(text: string, at: number): SentencePart | undefined {
  const [, bracketed, v4, prefix = '', port] = /^(?:\[([^\]]+)\]|([\d.]+))(\/\d+)?(?::(\d+))?$/.exec(text) ?? [];
  const address = bracketed ?? v4 ?? text;
  if (!parseIp(address).ok) return undefined;
  return { at, address: address + prefix, port: port === undefined ? undefined : Number(port) };
}

/** One hop on the scrubber: a stretch of steps in one namespace. */
export interface ScrubHop {
  readonly netns: string;
  readonly title: string;
  readonly role: FlatStep['role'];
  readonly first: number;
  readonly last: number;
}

/** The walk cut at every change of namespace or leg. */
export function scrubHops(steps: readonly FlatStep[], netns: readonly NetnsView[]): readonly ScrubHop[] {
  const titles = new Map(netns.map(({ id, title }) => [id, plainName(title)]));
  const hops: { netns: string; title: string; role: FlatStep['role']; first: number; last: number }[] = [];
  for (const { index, role, netns: id, step } of steps) {
    const hop = hops.at(-1);
    if (hop && step > 0) hop.last = index;
    else hops.push({ netns: id, title: titles.get(id) ?? id, role, first: index, last: index });
  }
  return hops;
}

/** Where on the track a step stands, 0..1. One step alone stands at the start. */
export function trackPlace(index: number, count: number): number {
  return count < 2 ? 0 : index / (count - 1);
}

/** The nearest whole step to a place on the track. */
export function stepAtPlace(place: number, count: number): number {
  return Math.round(Math.max(0, Math.min(1, place)) * Math.max(0, count - 1));
}

/** One line of the outcome list. */
export interface OutcomeLine {
  readonly index: number;
  /** As meant; undefined when an unknown was assumed. */
  readonly odds: string | undefined;
  /** The same as the kernel draws: `0.33333`; absent where that is what is meant. */
  readonly kernel: string | undefined;
  /** Name of the endpoint the request was sent to in the end: `web-6c5f`. */
  readonly backend: string | undefined;
  readonly address: string | undefined;
  readonly disposition: Outcome['disposition'];
  readonly answered: boolean;
  /** What a proxy that read the request answered by itself: 404. */
  readonly status: number | undefined;
}

/** Every outcome as the menu lists it. */
export function outcomeLines(outcomes: readonly Outcome[], netns: readonly NetnsView[]): readonly OutcomeLine[] {
  const owners = new Map<string, string>();
  for (const { title, devices } of netns) {
    for (const { addresses, kind } of devices) {
      if (kind === 'loopback' || kind === 'dummy') continue;
      for (const { address } of addresses) owners.set(formatIp(address), plainName(title));
    }
  }
  return outcomes.map(({ probability, kernelProbability, disposition, answered, arrived, http }, index) => {
    const address = arrived && formatIp(arrived.dst);
    const backend = address === undefined ? undefined : owners.get(address);
    const kernel = kernelDecimal(probability, kernelProbability);
    const status = ownStatus(http);
    return { index, odds: probability, kernel, backend, address, disposition, answered, status };
  });
}

/** One leg that can be gone to; without a role: there was no reply. */
interface LegChoice {
  /** The leg's place in the trace, as text. */
  readonly id: string;
  readonly role: Leg['role'] | undefined;
  readonly second: boolean;
  readonly lookup: boolean;
  /** The leg is the answer of a proxy that read the request: its status. */
  readonly status?: number;
}

/** The legs of a trace; a request that was never answered has an empty place for its reply. */
export function legChoices(trace: Trace | undefined): readonly LegChoice[] {
  const legs = trace?.legs ?? [];
  const choices = legs.map((each, leg): LegChoice => {
    const { role, second = false, lookup = false } = each;
    const status = answeredStatus(each);
    return { id: String(leg), role, second, lookup, ...(status === undefined ? {} : { status }) };
  });
  const [request = { id: '0', role: 'request' as const, second: false, lookup: false }, ...others] = choices;
  return others.length > 0 ? choices : [request, { id: '1', role: undefined, second: false, lookup: false }];
}
