import { timeScene, WEB } from './time-bench';

/** A rolling update with and without preStop. */
export const PRE_STOP = timeScene({
  id: 'pre-stop',
  beside: { delays: { preStop: 5000 } },
  question: 'more-fail',
  script: {
    events: [{ at: 5000, do: 'roll-out', deployment: WEB }],
    clients: [{ flow: '', perSecond: 100, sends: 'new' }],
  },
});

/** A node is lost. */
export const NODE_LOST = timeScene({
  id: 'node-lost',
  question: 'how-long',
  script: {
    duration: 400_000,
    events: [{ at: 10_000, do: 'lose-node', node: 'node2' }],
    clients: [{ flow: '', perSecond: 2, sends: 'new' }],
  },
});

/** A crash keeps the address, a new Pod has another. */
export const CRASH = timeScene({
  id: 'crash',
  replicas: 1,
  question: 'addresses',
  script: {
    duration: 30_000,
    events: [
      { at: 3000, do: 'crash', pod: WEB },
      { at: 15_000, do: 'delete-pod', pod: WEB },
    ],
  },
});

/** A connection that never moves. */
export const KEEP_ALIVE = timeScene({
  id: 'keep-alive',
  question: 'pods',
  script: {
    duration: 30_000,
    events: [{ at: 3000, do: 'scale', deployment: WEB, replicas: 6 }],
    clients: [
      { flow: '', perSecond: 5, sends: 'keep-alive' },
      { flow: '', perSecond: 5, sends: 'new' },
    ],
  },
});
