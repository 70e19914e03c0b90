import { clusterBench } from './bench';
import { scene, type Scene } from './scene';

/** The same three Pods, chosen from by another scheduler of IPVS. */
function scheduledBy(scheduler: string, told: Pick<Scene, 'title' | 'question' | 'notes' | 'further'>): Scene {
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
  title: { en: 'IPVS: by turns', ko: 'IPVS, 차례대로' },
  question: 'where',
  notes: {
    en: 'rr gives each its turn. Whose turn it was is in the kernel’s memory, and not in any rule.',
    ko: 'rr은 차례를 돌립니다. 누구의 차례였는지는 규칙이 아니라 커널의 기억 속에 있습니다.',
  },
});

/** IPVS: the least connections. */
export const IPVS_LC = scheduledBy('lc', {
  title: { en: 'IPVS: the least connections', ko: 'IPVS, 연결이 가장 적은 곳' },
  question: 'chance',
  notes: {
    en: 'lc counts the connections each server has. With none anywhere, the first of the list is taken.',
    ko: 'lc는 서버마다 연결 수를 셉니다. 모두 없으면 목록의 첫 서버를 고릅니다.',
  },
});

/** IPVS: by the sender. */
export const IPVS_SH = scheduledBy('sh', {
  title: { en: 'IPVS: by the sender', ko: 'IPVS, 보낸 쪽에 따라' },
  question: 'chance',
  notes: {
    en: 'sh makes a number of the sender’s address: the same client meets the same Pod for as long as the Pods stay.',
    ko: 'sh는 보낸 쪽 주소로 수를 만듭니다. Pod가 그대로인 한 같은 클라이언트는 같은 Pod를 만납니다.',
  },
});

/** IPVS: by the destination. */
export const IPVS_DH = scheduledBy('dh', {
  further: true,
  title: { en: 'IPVS: by the destination', ko: 'IPVS, 목적지에 따라' },
  question: 'chance',
  notes: {
    en: 'dh makes a number of the destination, and that is the Service for everybody: one Pod gets all.',
    ko: 'dh는 목적지로 수를 만드는데, 목적지는 누구에게나 Service입니다. Pod 하나가 모두 받습니다.',
  },
});

/** IPVS: by turns and weight. */
export const IPVS_WRR = scheduledBy('wrr', {
  title: { en: 'IPVS: by turns and weight', ko: 'IPVS, 가중치를 둔 차례' },
  question: 'chance',
  notes: {
    en: 'wrr is rr with weights. kube-proxy gives all the same, so each still gets its turn.',
    ko: 'wrr은 가중치가 있는 rr입니다. kube-proxy는 모두 같은 가중치를 주므로 여전히 차례로 돌아갑니다.',
  },
});

/** IPVS: the shortest delay. */
export const IPVS_SED = scheduledBy('sed', {
  further: true,
  title: { en: 'IPVS: the shortest delay', ko: 'IPVS, 지연이 가장 짧은 곳' },
  question: 'chance',
  notes: {
    en: 'sed asks how busy a server would be with one more connection.',
    ko: 'sed는 연결이 하나 더 생기면 얼마나 바쁠지를 봅니다.',
  },
});

/** IPVS: never queue. */
export const IPVS_NQ = scheduledBy('nq', {
  further: true,
  title: { en: 'IPVS: never queue', ko: 'IPVS, 기다리지 않게' },
  question: 'chance',
  notes: {
    en: 'nq takes an idle server if there is one, before it compares.',
    ko: 'nq는 비교하기 전에 쉬는 서버가 있으면 그것을 고릅니다.',
  },
});
