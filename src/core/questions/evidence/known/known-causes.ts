import { ANNOUNCING_CAUSES } from './announcing-causes';
import { CALICO_CAUSES } from './calico-causes';
import { CHART_CAUSES } from './chart-causes';
import { CILIUM_CAUSES } from './cilium-causes';
import { CLOUD_CAUSES } from './cloud-causes';
import { GENERAL_CAUSES } from './general-causes';
import { HOST_CAUSES } from './host-causes';
import type { KnownCause } from './known-cause';
import { MESH_CAUSES } from './mesh-causes';
import { NAME_CAUSES } from './name-causes';
import { POLICY_CAUSES } from './policy-causes';
import { PROXY_CAUSES } from './proxy-causes';
import { SERVER_CAUSES } from './server-causes';
import { WRITER_CAUSES } from './writer-causes';

/** All causes that are known; of equally strong ones the first is told first. */
export const KNOWN_CAUSES: readonly KnownCause[] = [
  ...PROXY_CAUSES,
  ...CILIUM_CAUSES,
  ...CALICO_CAUSES,
  ...WRITER_CAUSES,
  ...ANNOUNCING_CAUSES,
  ...POLICY_CAUSES,
  ...SERVER_CAUSES,
  ...MESH_CAUSES,
  ...CLOUD_CAUSES,
  ...NAME_CAUSES,
  ...GENERAL_CAUSES,
  ...HOST_CAUSES,
  ...CHART_CAUSES,
];
