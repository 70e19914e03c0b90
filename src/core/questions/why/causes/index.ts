import type { WalkedFlow } from '../candidate';
import { type Cause, type FindCauses, noEndpoints, answerUntranslated, kernelSays, knownConnection } from './endpoints';
import { countedElsewhere } from './counted';
import { singleStack } from './families';
import { hintsUnused } from './hints';
import { nftRefused, weightZero } from './kernel-refusals';
import { markOverwritten } from './marks';
import { masqueradedByDevice } from './masquerade';
import { portNames } from './port-names';
import { refusedByPolicy } from './policy';
import { untracked } from './tracking';
import {
  refusedInText,
  sourceRewritten,
  stopped,
  sentElsewhere,
  wantedHostPort,
  affinityOfPort,
  nobodyListens,
  nodesOwnAddress,
  noSuchPort,
  outOfRange,
} from './service-fields';

/** One line a kind of cause: those in objects first, then rules, then the kernel. */
const CAUSES: readonly FindCauses[] = [
  nftRefused,
  singleStack,
  noSuchPort,
  outOfRange,
  portNames,
  noEndpoints,
  wantedHostPort,
  nobodyListens,
  nodesOwnAddress,
  weightZero,
  knownConnection,
  untracked,
  markOverwritten,
  sentElsewhere,
  refusedByPolicy,
  refusedInText,
  answerUntranslated,
  stopped,
  kernelSays,
  masqueradedByDevice,
  sourceRewritten,
  hintsUnused,
  affinityOfPort,
  countedElsewhere,
];

/** More are not one line each any more. */
const MOST_CAUSES = 3;

/** Why the flow ends as it does, the deepest cause first; nothing where the walk and the document do not tell. */
export function listCauses(walked: WalkedFlow): readonly Cause[] {
  const all = CAUSES.flatMap((find) => find(walked));
  return [...new Map(all.map((cause) => [JSON.stringify(cause.says), cause])).values()].slice(0, MOST_CAUSES);
}
