import { ANNOUNCING_CAUSES } from './announcing-causes';
import { HOST_CAUSES } from './host-causes';
import type { KnownCause } from './known-cause';
import { NAME_CAUSES } from './name-causes';
import { POLICY_CAUSES } from './policy-causes';
import { PROXY_CAUSES } from './proxy-causes';
import { SERVER_CAUSES } from './server-causes';

/** All causes that are known; of equally strong ones the first is told first. */
export const KNOWN_CAUSES: readonly KnownCause[] = [
  ...PROXY_CAUSES,
  ...ANNOUNCING_CAUSES,
  ...POLICY_CAUSES,
  ...SERVER_CAUSES,
  ...NAME_CAUSES,
  ...HOST_CAUSES,
];
