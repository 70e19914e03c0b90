import { timeScene } from './time-bench';

/** Local and terminating endpoints. */
export const LOCAL_TERMINATING = timeScene({
  id: 'local-terminating',
  title: { en: 'Local, and Pods that terminate', ko: 'Local과 종료 중인 Pod' },
  asks: 'balancer',
  release: '1.25',
  beside: { release: '1.28' },
  nodes: 2,
  replicas: 2,
  service: { type: 'LoadBalancer', externalTrafficPolicy: 'Local' },
  question: 'more-fail',
  script: {
    duration: 40_000,
    delays: { preStop: 15_000, probe: 5000, probeFailures: 2 },
    events: [{ at: 5000, do: 'drain', node: 'node2' }],
  },
  notes: {
    en: 'The balancer goes on sending to node2 until its health check has failed twice. 1.25 has no endpoint there any more and drops; 1.28 still serves with the Pod that terminates.',
    ko: '상태 확인이 두 번 실패할 때까지 로드 밸런서는 node2로 계속 보냅니다. 1.25는 그곳에 엔드포인트가 없어 폐기하고, 1.28은 종료 중인 Pod로 계속 응답합니다.',
  },
});

/** A health check meets a node without Pods. */
export const HEALTH_CHECK = timeScene({
  id: 'health-check',
  further: true,
  title: { en: 'A health check finds no Pod', ko: 'Pod 없는 노드와 상태 확인' },
  asks: 'balancer',
  release: '1.25',
  nodes: 2,
  replicas: 2,
  service: { type: 'LoadBalancer', externalTrafficPolicy: 'Local' },
  question: 'how-long',
  script: {
    duration: 60_000,
    delays: { preStop: 15_000, probe: 10_000, probeFailures: 3 },
    events: [{ at: 5000, do: 'drain', node: 'node2' }],
  },
  notes: {
    en: 'Three failures ten seconds apart: for so long the balancer sends half of its packets to a node whose rules drop them. A shorter period, or Pods that serve while they terminate (since 1.26), ends that.',
    ko: '10초 간격으로 세 번 실패해야 합니다. 그동안 로드 밸런서는 패킷의 절반을 폐기하는 노드로 보냅니다. 주기를 줄이거나, 종료 중에도 응답하는 1.26 이후를 쓰면 사라집니다.',
  },
});
