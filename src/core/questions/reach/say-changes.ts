import { phrase, type Phrase } from '../../lib/phrase';
import type { ChangeClass } from './changes';
import type { FateEnd, FlowFate } from './fate';

const countOf = (classes: Classes, is: (group: ChangeClass['group']) => boolean): number =>
  classes.filter(({ group }) => is(group)).length;

type Classes = readonly Pick<ChangeClass, 'group'>[];

/** How many classes break, end otherwise in which way, and of how many it is not known whether they work; `compared`: flows that were walked. */
export function sayChangesHead(classes: Classes, compared: number): readonly Phrase[] {
  if (classes.length === 0) return compared === 0 ? [] : [phrase('reach.changes.none')];
  const broken = countOf(classes, (group) => group === 'broken');
  const unknown = countOf(classes, (group) => group === 'unknown');
  const count = (group: ChangeClass['group']): number => countOf(classes, (each) => each === group);
  const others = (['mended', 'fails', 'looks'] as const).filter((group) => count(group) > 0);
  return [
    ...(broken > 0 ? [phrase('reach.changes.broken', { count: broken })] : []),
    ...others.map((group) => phrase(`reach.changes.${group}`, { count: count(group) })),
    ...(unknown > 0 ? [phrase('reach.changes.unknown', { count: unknown })] : []),
  ];
}

/** So many addresses are said, and the others counted. */
const SAID = 4;

function sayList(texts: readonly string[]): string {
  const more = texts.length - SAID;
  return `${texts.slice(0, SAID).join(', ')}${more > 0 ? ` + ${more}` : ''}`;
}

const receivers = ({ to }: FlowFate): readonly string[] =>
  to.map(({ place, odds }) => (odds === undefined || odds === '1' ? place : `${place} ${odds}`));

/** Differences that its example shows in words: the source that receivers see, who receives it with which odds; empty: neither. */
export function sayExampleDifferences({ before, after }: Pick<ChangeClass, 'before' | 'after'>): readonly Phrase[] {
  const pairs = [
    ['sources', before.sources, after.sources],
    ['receivers', receivers(before), receivers(after)],
  ] as const;
  return pairs.flatMap(([what, was, is]) => {
    const values = { before: sayList(was), after: sayList(is) };
    const isSaid = was.length > 0 && is.length > 0 && was.join() !== is.join();
    return isSaid ? [phrase(`reach.changes.${what}`, values)] : [];
  });
}

/** Causes of the ends of a side; none known: it is said, but of what arrives as it was sent, which needs none. */
export function sayCauses(causes: readonly Phrase[], ends: readonly FateEnd[]): readonly Phrase[] {
  if (causes.length > 0 || ends.every((end) => end === 'kept')) return causes;
  return [phrase('reach.cause.unknown')];
}
