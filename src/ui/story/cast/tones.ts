import type { StoryEnd } from '../../../core/story/moment';

/** The colour of an address: a Service's, a Pod's, or of the network the machines are on. */
export function getTone({ kind, nodePortOf }: StoryEnd): 'service' | 'pod' | 'physical' {
  if (kind === 'service' || nodePortOf !== undefined) return 'service';
  return kind === 'pod' ? 'pod' : 'physical';
}

/** The colours of addresses on a stage. */
export const STAGE_INKS = { service: 'svc', pod: 'pod', physical: 'phys' } as const;
