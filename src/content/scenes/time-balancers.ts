import { timeScene } from './time-bench';

/** Local and terminating endpoints. */
export const LOCAL_TERMINATING = timeScene({
  id: 'local-terminating',
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
});

/** A health check meets a node without Pods. */
export const HEALTH_CHECK = timeScene({
  id: 'health-check',
  further: true,
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
});
