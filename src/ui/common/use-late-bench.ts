import { useDeferredValue } from 'react';
import type { Bench } from '../../engine/protocol';

/** So many Services take a task of their own to write down. */
const MANY = 2000;

/** The bench; one that tells of very many Services only a task later, so that the picture does not wait for their names. */
export function useLateBench(bench: Bench | undefined): Bench | undefined {
  const late = useDeferredValue(bench);
  return (bench?.found.length ?? 0) > MANY ? late : bench;
}
