import type { Diagnostic } from '../formats/format';
import type { KeptState } from '../formats/kubernetes/collect';
import { phrase } from '../lib/phrase';
import type { Steps } from '../lib/scan';
import { listObjectTimes, meantState, type ObjectTimes } from './object-times';

/** The state of objects that texts are about, and what is said of it. */
export interface MeantState {
  readonly state: KeptState;
  readonly said: readonly Diagnostic[];
}

const nameTimes = ({ second }: ObjectTimes): string => `${second.kind} ${second.name}`;

function sayTimes(times: ObjectTimes): Diagnostic {
  const { first, second, order } = times;
  const name = nameTimes(times);
  const values = {
    name,
    by: order.by,
    line: String(order.line),
    first: String(first.from + 1),
    second: String(second.from + 1),
    command: order.command ?? 'none',
  };
  const message = phrase('document.manifest.times', values);
  return { severity: 'info', code: 'assumed', message, path: name };
}

/**
 * Finds which state of their objects texts are about, where their words tell it. `states`: objects that stand in several, as
 * `Service shop/front`. Undefined: the words tell nothing of one of them, or one state of one and the other of another.
 */
export function* findMeantState(texts: readonly string[], states: readonly string[]): Steps<MeantState | undefined> {
  const all: ObjectTimes[] = [];
  for (const text of texts) all.push(...(yield* listObjectTimes(text)));
  const own = all.filter((each) => states.includes(nameTimes(each)));
  const [first] = own;
  const isEach = states.every((name) => own.some((each) => nameTimes(each) === name));
  if (!first || !isEach || new Set(own.map(meantState)).size > 1) return undefined;
  return { state: meantState(first), said: own.map(sayTimes) };
}
