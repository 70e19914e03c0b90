import type { Moment } from '../../core/story/moment';

/** The moment that wrote down what this one reads, by its place; undefined: it reads nothing, or what was there before. */
export function writtenBy(moments: readonly Moment[], index: number): number | undefined {
  const moment = moments[index];
  if (moment?.kind !== 'translated-back') return undefined;
  const told = moment.because.find((each) => each.kind === 'moment');
  return told?.kind === 'moment' ? told.index : undefined;
}
