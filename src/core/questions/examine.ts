import { Memo } from '../lib/memo';
import { formatIp } from '../net/ip';
import type { NodeIdentity } from '../paste/asking';
import { isMachine } from '../paste/sender';
import { networkInSteps, type SuggestedFlow } from '../paste/pasted';
import type { Assumption, FoundService, PastedNode, TextSummary } from '../paste/pasted-types';
import { within } from '../lib/scan';
import { readPartsInSteps } from '../paste/read-parts';
import type { Diagnostic } from '../formats/format';

/** What can be said of texts before they are put on the bench. */
export interface Examined {
  readonly texts: readonly TextSummary[];
  readonly identities: readonly NodeIdentity[];
  readonly diagnostics: readonly Diagnostic[];
  readonly assumptions: readonly Assumption[];
  readonly found: readonly FoundService[];
  readonly suggested: readonly SuggestedFlow[];
  /** The machines' devices, for the form that asks where a packet comes in. */
  readonly devices: readonly NodeDevice[];
}

/** A device a packet can come in by. */
export interface NodeDevice {
  readonly name: string;
  readonly addresses: readonly string[];
  /** Of several machines: the one that has it. */
  readonly node?: string;
}

/** How far it is, 0..1. */
export type ExamineProgress = number;

/** The part of the work that is reading; the rest is understanding. */
const READING = 0.4;

/**
 * Reads texts and says what they hold, in steps: each yields how far it is, so that a caller can show
 * progress, let others have their turn, or stop asking.
 */
export function* examineTexts(pasted: PastedNode, memo = new Memo()): Generator<ExamineProgress, Examined> {
  const total = pasted.texts.reduce((sum, { text }) => sum + text.length, 0) || 1;
  let done = 0;
  yield 0;
  for (const text of pasted.texts) {
    const from = (done / total) * READING;
    done += text.text.length;
    const to = (done / total) * READING;
    yield* within(readPartsInSteps(text, memo), from, to);
    yield to;
  }
  const {
    network,
    known: _known,
    connections: _connections,
    names,
    ...rest
  } = yield* within(networkInSteps(pasted, [], memo), READING, 1);
  const machines = [...network.netns.values()].filter(({ id, kind }) => kind === 'node' && isMachine(id));
  const devices = machines.flatMap(({ id, devices: own }) =>
    own.map(({ name, addresses }) => ({
      name,
      addresses: addresses.map(({ address, prefix }) => `${formatIp(address)}/${prefix}`),
      ...(machines.length > 1 ? { node: names.get(id) ?? id } : {}),
    })),
  );
  return { ...rest, devices };
}
