import { clusterBench } from './bench';
import { scene } from './scene';

/** What IPVS mode left on a node: addresses of Services, on a device. */
export const LEFT_BY_IPVS = scene({
  id: 'left-by-ipvs',
  lesson: 'real-nodes',
  further: true,
  release: '1.28',
  example: clusterBench({ pods: 2, settings: { leftovers: ['ipvs'] } }, ({ services }) => ({
    from: { kind: 'node', name: 'node1' },
    to: {
      kind: 'address',
      address: services.find(({ metadata }) => metadata.name === 'web')?.spec.clusterIP ?? '10.96.0.2',
    },
    protocol: 'tcp',
    port: 81,
  })),

  moment: 'refused',
  question: 'ends',
});
