import { PROXY_MODES, releaseProblem } from '../../kubernetes/proxy';
import type { ProxyMode } from '../../kubernetes/proxy/mode';
import { minorOf } from '../../kubernetes/release';
import type { ProxyModeId } from '../../kubernetes/types';
import { measureCost, type CostPoint } from './cost';

/** What is asked: every mode, over clusters of these sizes. */
export interface CostQuestion {
  /** The release of each mode that has it; of the others the nearest they have. */
  readonly release: string;
  /** Numbers of Services, ascending. */
  readonly sizes: readonly number[];
  /** Endpoints of each Service. */
  readonly endpoints: number;
}

/** A mode's cost over growing clusters. */
export interface CostCurve {
  readonly mode: ProxyModeId;
  readonly title: string;
  readonly release: string;
  readonly points: readonly CostPoint[];
}

/** Compiling has a cost that does not depend on the size: in Services. */
const FIXED = 20;

/** Measures every mode at every size, small clusters first; yields how far it is, 0..1. */
export function* measureCurves({ release, sizes, endpoints }: CostQuestion): Generator<number, CostCurve[]> {
  const weight = (services: number): number => services + FIXED;
  const all = PROXY_MODES.length * sizes.reduce((sum, services) => sum + weight(services), 0);
  const points = new Map<ProxyModeId, CostPoint[]>(PROXY_MODES.map(({ id }) => [id, []]));
  let done = 0;
  for (const services of sizes) {
    for (const mode of PROXY_MODES) {
      points.get(mode.id)?.push(measureCost({ mode: mode.id, release: nearest(mode, release), services, endpoints }));
      done += weight(services);
      yield done / all;
    }
  }
  return PROXY_MODES.map((mode) => ({
    mode: mode.id,
    title: mode.title,
    release: nearest(mode, release),
    points: points.get(mode.id) ?? [],
  }));
}

function nearest(mode: ProxyMode<ProxyModeId>, release: string): string {
  if (!releaseProblem(mode, release)) return release;
  return mode.until !== undefined && minorOf(release) > minorOf(mode.until) ? mode.until : mode.since;
}
