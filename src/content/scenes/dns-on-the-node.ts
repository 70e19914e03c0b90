import { makePod, upstreamService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** The clusterIP is an address of the node, and nobody tracks what goes there. */
export const DNS_ON_THE_NODE = scene({
  id: 'dns-on-the-node',
  lesson: 'real-nodes',
  further: true,
  example: clusterBench(
    {
      pods: 1,
      service: { type: 'ClusterIP', clusterIP: 'None' },
      settings: { writers: ['kube-proxy', 'nodelocaldns'] },
      extra: [upstreamService()],
    },
    (cluster) => ({ from: makePod(cluster, 'client'), to: { kind: 'name', name: 'web' }, protocol: 'tcp', port: 8080 }),
  ),

  moment: 'received',
  question: 'ends',
});
