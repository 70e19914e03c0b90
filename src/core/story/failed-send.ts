import { systemCallFails } from '../sim/trace';
import type { WalkStep } from './walk';

/** Finds the step in which a process sent the packet whose drop its system call is told of; undefined: nobody is. */
export function findFailedSend(steps: readonly WalkStep[], stop: WalkStep): WalkStep | undefined {
  const sent = steps.find(({ leg }) => leg === stop.leg);
  return sent?.data.kind === 'originate' && systemCallFails(sent.data, stop.data) ? sent : undefined;
}
