import { timeScene, WEB } from './time-bench';

/** A stale UDP entry to kube-dns. */
export const STALE_DNS = timeScene({
  id: 'stale-dns',
  title: { en: 'A stale entry to kube-dns', ko: 'kube-dns로 남은 오래된 항목' },
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
  notes: {
    en: 'Each packet keeps the entry to the old Pod alive, and only kube-proxy deletes it. To one that has just started every Service is new: its first sync runs conntrack -D for each that has UDP endpoints. From 1.32 on it looks through the table instead and deletes what leads to no endpoint.',
    ko: '패킷마다 옛 Pod로 가는 항목이 되살아나고, 이 항목을 지우는 것은 kube-proxy뿐입니다. 막 시작한 kube-proxy에게는 모든 Service가 새것이어서, 첫 동기화에서 UDP 엔드포인트가 있는 Service마다 conntrack -D를 실행합니다. 1.32부터는 그 대신 테이블을 살펴 엔드포인트로 가지 않는 항목을 지웁니다.',
  },
});

/** IPVS lets servers go gracefully. */
export const IPVS_GRACEFUL = timeScene({
  id: 'ipvs-graceful',
  title: { en: 'IPVS: weight 0', ko: 'IPVS: 가중치 0' },
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
  notes: {
    en: 'A server that leaves gets weight 0: connections it has go on, no new one comes to it. It is taken out when the last of them is gone, looked at every minute.',
    ko: '떠나는 서버는 가중치가 0이 됩니다. 있던 연결은 계속되고 새 연결은 가지 않습니다. 1분마다 살펴 마지막 연결이 끝나면 없앱니다.',
  },
});

/** Affinity that runs out. */
export const AFFINITY_ENDS = timeScene({
  id: 'affinity-ends',
  title: { en: 'Affinity that runs out', ko: '끝나는 세션 어피니티' },
  service: { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 3 } } },
  question: 'pods',
  script: {
    duration: 120_000,
    clients: [{ flow: '', perSecond: 0.2, sends: 'new' }],
  },
  notes: {
    en: 'timeoutSeconds is 3 and the client comes every 5 s: each time it is drawn for anew. One that came every second would stay with its Pod for ever.',
    ko: 'timeoutSeconds가 3초인데 클라이언트는 5초마다 오므로 매번 새로 뽑습니다. 1초마다 온다면 처음 Pod에 계속 머뭅니다.',
  },
});

/** The connection table is full. */
export const TABLE_FULL = timeScene({
  id: 'table-full',
  title: { en: 'Nothing was changed, and it fails', ko: '바꾼 것이 없는데 실패할 때' },
  further: true,
  question: 'why',
  script: {
    delays: { conntrackMax: 60 },
    clients: [{ flow: '', perSecond: 5, sends: 'new' }],
  },
  notes: {
    en: 'A connection that is over stays for 120 s (TIME_WAIT). What does not fit is dropped (nf_conntrack: table full), whatever the rules say. Since Linux 4.12 a table that had to drop lets connections that are over go early until it is 95 % full, but none of fewer than a hundred places, as this one.',
    ko: '끝난 연결도 120초 동안(TIME_WAIT) 남습니다. 자리가 없으면 규칙과 상관없이 폐기합니다(nf_conntrack: table full). Linux 4.12부터는 가득 차서 폐기한 적이 있으면 95%가 될 때까지 끝난 연결을 일찍 내보내지만, 여기처럼 100자리가 안 되는 테이블에서는 그러지 않습니다.',
  },
});

/** Two lookups from one socket. */
export const DNS_RACE = timeScene({
  id: 'dns-race',
  title: { en: 'A name that takes five seconds', ko: '5초 걸리는 이름 조회' },
  further: true,
  asks: 'dns',
  kernel: '5.4.0-200-generic',
  question: 'why',
  script: { clients: [{ flow: '', perSecond: 2, sends: 'two-at-once' }] },
  notes: {
    en: 'A resolver asks for A and AAAA at once from one socket. Where both are translated at the same moment to different Pods, Linux 5.5 and older drops the second; the name comes 5 s later. Here each pair meets; on a real node few do. Since 5.6 the kernel keeps both.',
    ko: '리졸버는 소켓 하나로 A와 AAAA를 동시에 묻습니다. 둘이 같은 순간에 서로 다른 Pod로 변환되면 Linux 5.5까지는 두 번째를 폐기하고, 이름은 5초 뒤에야 옵니다. 여기서는 언제나 마주치지만 실제로는 드뭅니다. 5.6부터는 둘 다 지킵니다.',
  },
});
