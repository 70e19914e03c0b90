import { formatIp } from '../net/ip';
import { networkInSteps, type SuggestedFlow } from './pasted';
import type { Assumption, FoundService, PastedNode, TextSummary } from './pasted-types';
import { within } from '../lib/steps';
import { readPartsInSteps } from './read-parts';
import type { Diagnostic } from '../formats/format';

/** What can be said of texts before they are put on the bench. */
export interface Examined {
  readonly texts: readonly TextSummary[];
  readonly diagnostics: readonly Diagnostic[];
  readonly assumptions: readonly Assumption[];
  readonly found: readonly FoundService[];
  readonly suggested: readonly SuggestedFlow[];
  /** The node's devices, for the form that asks where a packet comes in. */
  readonly devices: readonly { readonly name: string; readonly addresses: readonly string[] }[];
}

/** How far it is, 0..1. */
export type Progress = number;

/** The part of the work that is reading; the rest is understanding. */
const READING = 0.4;

/**
 * Reads texts and says what they hold, in steps: each yields how far it is, so that a caller can show
 * progress, let others have their turn, or stop asking.
 */
export function* examine(pasted: PastedNode): Generator<Progress, Examined> {
  const total = pasted.texts.reduce((sum, { text }) => sum + text.length, 0) || 1;
  let done = 0;
  yield 0;
  for (const text of pasted.texts) {
    const from = (done / total) * READING;
    done += text.text.length;
    const to = (done / total) * READING;
    yield* within(readPartsInSteps(text), from, to);
    yield to;
  }
  const {
    network,
    known: _known,
    connections: _connections,
    ...rest
  } = yield* within(networkInSteps(pasted), READING, 1);
  const node = [...network.netns.values()].find(({ kind }) => kind === 'node');
  const devices = (node?.devices ?? []).map(({ name, addresses }) => ({
    name,
    addresses: addresses.map(({ address, prefix }) => `${formatIp(address)}/${prefix}`),
  }));
  return { ...rest, devices };
}
