import type { Leg, Trace, TraceStep } from './trace';

/** One way over the picture, as one connection took it: only the steps that are at a place of their own. */
export interface ManyWay {
  readonly landing: number;
  readonly legs: readonly Leg[];
}

const PLACES: ReadonlySet<TraceStep['kind']> = new Set([
  'originate',
  'receive',
  'bridge',
  'hook',
  'ipvs',
  'nat',
  'routing',
  'transmit',
  'deliver',
  'stop',
]);

const isPlace = (step: TraceStep): boolean => PLACES.has(step.kind);

function placeOf(step: TraceStep): string {
  const { kind } = step;
  if (kind === 'hook') return `hook ${step.hook}`;
  if (kind === 'receive' || kind === 'transmit') return `${kind} ${step.device}`;
  if (kind === 'bridge') return `bridge ${step.bridge} ${step.outPort ?? ''} ${step.action}`;
  return kind === 'routing' ? `routing ${step.decision} ${step.device ?? ''}` : kind;
}

/** Two traces with the same key go the same way over the picture. */
export function wayKey({ legs }: Trace): string {
  return legs
    .map(({ role, hops }) => {
      const places = hops.map(({ netns, steps }) => `${netns}: ${steps.filter(isPlace).map(placeOf).join()}`);
      return `${role} ${places.join(' / ')}`;
    })
    .join('\n');
}

/** A trace without its rules: what is needed to draw it. */
export function wayOf({ legs }: Trace, landing: number): ManyWay {
  return {
    landing,
    legs: legs.map((leg) => ({
      ...leg,
      hops: leg.hops.map(({ netns, steps }) => ({ netns, steps: steps.filter(isPlace) })),
    })),
  };
}
