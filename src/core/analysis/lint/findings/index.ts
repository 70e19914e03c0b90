import type { Check } from '../finding';
import { DANGLING_JUMP } from './dangling-jump';
import { DUPLICATE_RULE } from './duplicate-rule';
import { EMPTY_SERVICE_CHAIN } from './empty-service-chain';
import { FORWARD_DROP } from './forward-drop';
import { MARK_OVERLAP } from './mark-overlap';
import { MISSING_JUMP } from './missing-jump';
import { NEVER_MATCHES } from './never-matches';
import { NO_ENDPOINTS } from './no-endpoints';
import { NOTRACK } from './notrack';
import { OTHER_MODE } from './other-mode';
import { ROUTE_LOCALNET } from './route-localnet';
import { RP_FILTER } from './rp-filter';
import { STALE_CHAIN } from './stale-chain';
import { TWO_BACKENDS } from './two-backends';

/** Every check; one line each. */
export const CHECKS: readonly Check[] = [
  DANGLING_JUMP,
  DUPLICATE_RULE,
  EMPTY_SERVICE_CHAIN,
  FORWARD_DROP,
  MARK_OVERLAP,
  MISSING_JUMP,
  NEVER_MATCHES,
  NO_ENDPOINTS,
  NOTRACK,
  OTHER_MODE,
  ROUTE_LOCALNET,
  RP_FILTER,
  STALE_CHAIN,
  TWO_BACKENDS,
];
