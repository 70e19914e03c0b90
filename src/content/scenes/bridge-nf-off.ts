import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A bridge that asks nobody. */
export const BRIDGE_NF_OFF = scene({
  id: 'bridge-nf-off',
  lesson: 'back-to-oneself',
  example: clusterBench(
    { pods: 1, on: 'node1', settings: { sysctls: { 'net.bridge.bridge-nf-call-iptables': 0 } } },
    (cluster) => ({ from: makePod(cluster, 'client'), to: toService('web'), protocol: 'tcp', port: 80 }),
  ),

  moment: 'refused',
  question: 'ends',
});
