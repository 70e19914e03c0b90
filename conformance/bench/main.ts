import { compileFigures } from './compile';
import { type Figure, walkFigures } from './walk';
import { bigClusterFigures } from './big-cluster';
import { parseFigures } from './parse';
import { reachFigures } from './reach';
import { timelineFigures } from './timeline';

/** What is measured. */
export interface BenchOptions {
  /** Tools of this machine that read the same texts (iptables-restore, nft) stand beside them; each may take a minute. */
  readonly peers: boolean;
}

/**
 * Every figure of the core; times are medians of one run on this machine, to be read as ratios. New ones come last: what ran before
 * in a process makes a row slower by a third, and `--against` holds rows of an older checkout to these.
 */
export function* coreFigures(options: BenchOptions): Generator<Figure> {
  for (const figures of [compileFigures, walkFigures, parseFigures, timelineFigures, bigClusterFigures, reachFigures])
    yield* figures(options);
}
