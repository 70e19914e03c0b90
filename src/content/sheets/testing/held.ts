import type { SheetClaim } from './claims';
import { LEAVING_IPVS } from './leaving-ipvs';
import { ONE_ROLLOUT } from './one-rollout-four-lost-requests';
import { READING_A_REAL_NODE } from './reading-a-real-node';
import { CLAIMS } from './where-a-packet-goes';
import { WHY_MY_SOURCE } from './why-my-source-address-is-gone';

/** The sentences that each Sheet of the house is held by. */
export const CLAIMS_BY_SHEET: Readonly<Record<string, readonly SheetClaim[]>> = {
  'where-a-packet-goes': CLAIMS,
  'reading-a-real-node': READING_A_REAL_NODE,
  'why-my-source-address-is-gone': WHY_MY_SOURCE,
  'one-rollout-four-lost-requests': ONE_ROLLOUT,
  'leaving-ipvs': LEAVING_IPVS,
};
