import { derivePasted } from '../core/document/derive-pasted';
import { createEngineWith } from './engine-with';
import type { Engine } from './protocol';

/** The whole engine, pasted nodes included: for tests, and where there is no worker. */
export function createEngine(): Engine {
  return createEngineWith(derivePasted);
}
