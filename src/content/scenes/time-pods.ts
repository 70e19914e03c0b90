import { timeScene, WEB } from './time-bench';

/** A rolling update with and without preStop. */
export const PRE_STOP = timeScene({
  id: 'pre-stop',
  title: { en: 'A rolling update, and preStop', ko: '롤링 업데이트와 preStop' },
  beside: { delays: { preStop: 5000 } },
  question: 'more-fail',
  script: {
    events: [{ at: 5000, do: 'roll-out', deployment: WEB }],
    clients: [{ flow: '', perSecond: 100, sends: 'new' }],
  },
  notes: {
    en: 'A Pod gets SIGTERM and nodes hear that it goes at the same time: whoever is faster decides. preStop: sleep 5 lets the process live until every node has new rules.',
    ko: 'Pod가 SIGTERM을 받는 것과 노드들이 소식을 듣는 것은 동시에 시작되고, 어느 쪽이 빠른지가 결과를 정합니다. preStop: sleep 5는 모든 노드가 새 규칙을 가질 때까지 프로세스를 살려 둡니다.',
  },
});

/** A node is lost. */
export const NODE_LOST = timeScene({
  id: 'node-lost',
  title: { en: 'A node is lost', ko: '노드를 잃었을 때' },
  question: 'how-long',
  script: {
    duration: 400_000,
    events: [{ at: 10_000, do: 'lose-node', node: 'node2' }],
    clients: [{ flow: '', perSecond: 2, sends: 'new' }],
  },
  notes: {
    en: '40 s (50 s since 1.32) without a lease until its Pods are not ready and rules forget them; 300 s more until they are made elsewhere, with other addresses.',
    ko: '40초(1.32부터 50초) 동안 lease가 갱신되지 않아야 Pod가 Ready에서 빠지고 규칙이 잊습니다. 300초가 더 지나야 다른 노드에서 다른 주소로 만들어집니다.',
  },
});

/** A crash keeps the address, a new Pod has another. */
export const CRASH = timeScene({
  id: 'crash',
  title: { en: 'A crash, and a Pod made anew', ko: '죽은 컨테이너와 새로 만든 Pod' },
  replicas: 1,
  question: 'addresses',
  script: {
    duration: 30_000,
    events: [
      { at: 3000, do: 'crash', pod: WEB },
      { at: 15_000, do: 'delete-pod', pod: WEB },
    ],
  },
  notes: {
    en: 'A container that crashes starts again in the same Pod: same address. A Pod that was deleted is another Pod afterwards, with another address.',
    ko: '컨테이너가 죽으면 같은 Pod에서 같은 주소로 다시 시작합니다. 삭제된 Pod 대신 만들어진 것은 다른 Pod이고 주소도 다릅니다.',
  },
});

/** A connection that never moves. */
export const KEEP_ALIVE = timeScene({
  id: 'keep-alive',
  title: { en: 'Keep-alive never moves', ko: '옮겨 가지 않는 keep-alive' },
  question: 'pods',
  script: {
    duration: 30_000,
    events: [{ at: 3000, do: 'scale', deployment: WEB, replicas: 6 }],
    clients: [
      { flow: '', perSecond: 5, sends: 'keep-alive' },
      { flow: '', perSecond: 5, sends: 'new' },
    ],
  },
  notes: {
    en: 'NAT was decided with the first packet: the connection of client 1 stays with its Pod however many there are. Client 2 opens a connection each time and meets all six.',
    ko: 'NAT는 첫 패킷에서 정해집니다. Pod가 늘어도 클라이언트 1의 연결은 처음 Pod에 남습니다. 매번 새로 연결하는 클라이언트 2는 여섯 개를 모두 만납니다.',
  },
});
