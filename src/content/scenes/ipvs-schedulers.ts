import { clusterBench } from './bench';
import { scene, type Scene } from './scene';

type Scheduler = 'rr' | 'lc' | 'sh' | 'dh' | 'wrr' | 'sed' | 'nq';

/** The same three Pods, chosen from by another scheduler of IPVS. */
function scheduledBy(scheduler: Scheduler, told: Pick<Scene, 'question' | 'further'>): Scene {
  return scene({
    id: `ipvs-${scheduler}`,
    lesson: 'four-ways',
    example: clusterBench({ pods: 3, scheduler }),
    mode: 'ipvs',
    moment: 'chosen',
    ...told,
  });
}

/** IPVS: by turns. */
export const IPVS_RR = scheduledBy('rr', {
  question: 'where',
});

/** IPVS: the least connections. */
export const IPVS_LC = scheduledBy('lc', {
  question: 'chance',
});

/** IPVS: by the sender. */
export const IPVS_SH = scheduledBy('sh', {
  question: 'chance',
});

/** IPVS: by the destination. */
export const IPVS_DH = scheduledBy('dh', {
  further: true,
  question: 'chance',
});

/** IPVS: by turns and weight. */
export const IPVS_WRR = scheduledBy('wrr', {
  question: 'chance',
});

/** IPVS: the shortest delay. */
export const IPVS_SED = scheduledBy('sed', {
  further: true,
  question: 'chance',
});

/** IPVS: never queue. */
export const IPVS_NQ = scheduledBy('nq', {
  further: true,
  question: 'chance',
});
