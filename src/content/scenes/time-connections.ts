import { timeScene, WEB } from './time-bench';

/** A stale UDP entry to kube-dns. */
export const STALE_DNS = timeScene({
  id: 'stale-dns',
  asks: 'dns',
  question: 'how-long',
  script: {
    duration: 45_000,
    events: [
      { at: 2000, do: 'stop-proxy', node: 'node1' },
      { at: 3000, do: 'roll-out', deployment: 'kube-system/coredns' },
      { at: 20_000, do: 'restart-proxy', node: 'node1' },
    ],
    clients: [{ flow: '', perSecond: 2, sends: 'one-socket' }],
  },
});

/** IPVS lets servers go gracefully. */
export const IPVS_GRACEFUL = timeScene({
  id: 'ipvs-graceful',
  mode: 'ipvs',
  question: 'how-many',
  script: {
    duration: 14_000,
    delays: { preStop: 10_000 },
    events: [{ at: 4000, do: 'scale', deployment: WEB, replicas: 1 }],
    clients: [
      { flow: '', perSecond: 4, sends: 'keep-alive' },
      { flow: '', perSecond: 4, sends: 'keep-alive' },
      { flow: '', perSecond: 4, sends: 'new' },
    ],
  },
});

/** Affinity that runs out. */
export const AFFINITY_ENDS = timeScene({
  id: 'affinity-ends',
  service: { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 3 } } },
  question: 'pods',
  script: {
    duration: 120_000,
    clients: [{ flow: '', perSecond: 0.2, sends: 'new' }],
  },
});

/** The connection table is full. */
export const TABLE_FULL = timeScene({
  id: 'table-full',
  further: true,
  question: 'why',
  script: {
    delays: { conntrackMax: 60 },
    clients: [{ flow: '', perSecond: 5, sends: 'new' }],
  },
});

/** Two lookups from one socket. */
export const DNS_RACE = timeScene({
  id: 'dns-race',
  further: true,
  asks: 'dns',
  kernel: '5.4.0-200-generic',
  question: 'why',
  script: { clients: [{ flow: '', perSecond: 2, sends: 'two-at-once' }] },
});
