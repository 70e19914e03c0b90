import { timeScene, WEB } from './time-bench';

/** Three changes in a row. */
export const THREE_CHANGES = timeScene({
  id: 'three-changes',
  title: { en: 'Three changes in a row', ko: '잇따른 변경 세 번' },
  release: '1.33',
  beside: { release: '1.34' },
  more: 3,
  question: 'longer-behind',
  script: {
    duration: 8000,
    delays: { watch: 0, controller: 0 },
    events: [
      { at: 1000, do: 'delete-service', service: 'default/app0' },
      { at: 1200, do: 'delete-service', service: 'default/app1' },
      { at: 1400, do: 'delete-service', service: 'default/app2' },
    ],
  },
  notes: {
    en: 'Until 1.33 the runner has two tokens: the first two changes are synced at once, the third waits for a token. Since 1.34 there is no burst: the second and the third wait together until a second has passed.',
    ko: '1.33까지는 실행기에 토큰이 두 개라 처음 두 변경은 바로 동기화하고 세 번째만 기다립니다. 1.34부터는 몰아치기가 없어 두 번째와 세 번째가 1초가 지날 때까지 함께 기다립니다.',
  },
});

/** minSyncPeriod 1 and 10 s. */
export const MIN_SYNC_PERIOD = timeScene({
  id: 'min-sync-period',
  title: { en: 'minSyncPeriod: 1 s or 10 s', ko: 'minSyncPeriod: 1초와 10초' },
  beside: { delays: { minSync: 10_000 } },
  question: 'more-fail',
  script: { events: [{ at: 5000, do: 'roll-out', deployment: WEB }] },
  notes: {
    en: 'A longer minSyncPeriod gathers more changes into one sync, and rules lead to Pods that ended for that much longer. With 0 s every change is a sync of its own.',
    ko: 'minSyncPeriod가 길수록 변경을 더 모아 한 번에 동기화하지만, 그만큼 오래 끝난 Pod로 보냅니다. 0초이면 변경마다 동기화합니다.',
  },
});

/** A watch that is lost and comes back. */
export const WATCH_LOST = timeScene({
  id: 'watch-lost',
  title: { en: 'A watch is lost and resumed', ko: '끊겼다 돌아온 watch' },
  question: 'how-long',
  script: {
    duration: 30_000,
    events: [
      { at: 1000, do: 'lose-watch', node: 'node1', forMs: 10_000 },
      { at: 2000, do: 'delete-pod', pod: WEB },
    ],
  },
  notes: {
    en: 'While the watch of node1 is away its rules stay as they were: a third of its requests goes to a Pod that is gone. The first are refused; later nobody has the address any more, and a SYN that is sent again after 1 or 3 s mostly draws another Pod. Then node1 lists everything and syncs once.',
    ko: 'node1의 watch가 끊긴 동안 규칙은 그대로여서 요청의 3분의 1이 사라진 Pod로 갑니다. 처음에는 거부되고, 주소가 없어진 뒤에는 1초나 3초 뒤에 다시 보낸 SYN이 대부분 다른 Pod로 갑니다. watch가 돌아오면 전체를 다시 읽고 한 번 동기화합니다.',
  },
});

/** All tables flushed, and the canary. */
export const FLUSH = timeScene({
  id: 'flush',
  title: { en: 'Flushed tables and the canary', ko: '비워진 테이블과 카나리아' },
  question: 'how-long',
  script: { events: [{ at: 3000, do: 'flush', node: 'node1' }] },
  notes: {
    en: 'Without -t, iptables -F empties filter alone: nat goes on translating, and nobody notices. Here nat (iptables -t nat -F; iptables -t nat -X), mangle and filter are emptied. kube-proxy looks every syncPeriod (30 s) whether its canary chain is still in mangle; when it is gone there and in the others, it writes everything anew. Until then no Service works on that node.',
    ko: '-t 없는 iptables -F는 filter만 비웁니다. nat은 계속 변환하고 아무도 알아채지 못합니다. 여기서는 nat(iptables -t nat -F; iptables -t nat -X), mangle, filter를 모두 비웁니다. kube-proxy는 syncPeriod(30초)마다 mangle에 카나리아 체인이 남아 있는지 보고, 다른 테이블에서도 사라졌으면 모두 다시 씁니다. 그때까지 그 노드에서는 어떤 Service도 통하지 않습니다.',
  },
});

/** A sync that takes seconds. */
export const BIG_SYNC = timeScene({
  id: 'big-sync',
  further: true,
  title: { en: 'A sync that takes seconds', ko: '몇 초 걸리는 동기화' },
  release: '1.25',
  beside: { release: '1.28' },
  more: 40,
  question: 'longer-behind',
  script: {
    duration: 12_000,
    // 40 Services stand for 10,000: what a rule takes is 250 times as long.
    delays: { syncPerRule: 15 * 250 },
    events: [{ at: 3000, do: 'scale', deployment: WEB, replicas: 2 }],
  },
  notes: {
    en: '40 Services stand for 10,000 here: each rule takes 250 times as long. 1.25 writes all of them for one Pod that goes; 1.28 writes the chains of the Service that changed.',
    ko: '여기서는 Service 40개가 10,000개를 대신하도록 규칙마다 250배의 시간이 걸립니다. 1.25는 Pod 하나가 사라져도 모두 다시 쓰고, 1.28은 바뀐 Service의 체인만 씁니다.',
  },
});
