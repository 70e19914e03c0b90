import type * as EN from '../en/time-scenes';
import type { Translated } from '../translated';

/** The same of scenes that are told in the lanes of time. */
export const TIME_SCENE_WORDS = {
  'local-terminating': {
    title: 'Local과 종료 중인 Pod',
    notes:
      '상태 확인이 두 번 실패할 때까지 로드 밸런서는 node2로 계속 보냅니다. 1.25는 그곳에 엔드포인트가 없어 폐기하고, 1.28은 종료 중인 Pod로 계속 응답합니다.',
  },
  'health-check': {
    title: 'Pod 없는 노드와 상태 확인',
    notes:
      '10초 간격으로 세 번 실패해야 합니다. 그동안 로드 밸런서는 패킷의 절반을 폐기하는 노드로 보냅니다. 주기를 줄이거나, 종료 중에도 응답하는 1.26 이후를 쓰면 사라집니다.',
  },
  'stale-dns': {
    title: 'kube-dns로 남은 오래된 항목',
    notes:
      '패킷마다 옛 Pod로 가는 항목이 되살아나고, 이 항목을 지우는 것은 kube-proxy뿐입니다. 막 시작한 kube-proxy에게는 모든 Service가 새것이어서, 첫 동기화에서 UDP 엔드포인트가 있는 Service마다 conntrack -D를 실행합니다. 1.32부터는 그 대신 테이블을 살펴 엔드포인트로 가지 않는 항목을 지웁니다.',
  },
  'ipvs-graceful': {
    title: 'IPVS: 가중치 0',
    notes:
      '떠나는 서버는 가중치가 0이 됩니다. 있던 연결은 계속되고 새 연결은 가지 않습니다. 1분마다 살펴 마지막 연결이 끝나면 없앱니다.',
  },
  'affinity-ends': {
    title: '끝나는 세션 어피니티',
    notes:
      'timeoutSeconds가 3초인데 클라이언트는 5초마다 오므로 매번 새로 뽑습니다. 1초마다 온다면 처음 Pod에 계속 머뭅니다.',
  },
  'table-full': {
    title: '바꾼 것이 없는데 실패할 때',
    notes:
      '끝난 연결도 120초 동안(TIME_WAIT) 남습니다. 자리가 없으면 규칙과 상관없이 폐기합니다(nf_conntrack: table full). Linux 4.12부터는 가득 차서 폐기한 적이 있으면 95%가 될 때까지 끝난 연결을 일찍 내보내지만, 여기처럼 100자리가 안 되는 테이블에서는 그러지 않습니다.',
  },
  'dns-race': {
    title: '5초 걸리는 이름 조회',
    notes:
      '리졸버는 소켓 하나로 A와 AAAA를 동시에 묻습니다. 둘이 같은 순간에 서로 다른 Pod로 변환되면 Linux 5.5까지는 두 번째를 폐기하고, 이름은 5초 뒤에야 옵니다. 여기서는 언제나 마주치지만 실제로는 드뭅니다. 5.6부터는 둘 다 지킵니다.',
  },
  'pre-stop': {
    title: '롤링 업데이트와 preStop',
    notes:
      'Pod가 SIGTERM을 받는 것과 노드들이 소식을 듣는 것은 동시에 시작되고, 어느 쪽이 빠른지가 결과를 정합니다. preStop: sleep 5는 모든 노드가 새 규칙을 가질 때까지 프로세스를 살려 둡니다.',
  },
  'node-lost': {
    title: '노드를 잃었을 때',
    notes:
      '40초(1.32부터 50초) 동안 lease가 갱신되지 않아야 Pod가 Ready에서 빠지고 규칙이 잊습니다. 300초가 더 지나야 다른 노드에서 다른 주소로 만들어집니다.',
  },
  crash: {
    title: '죽은 컨테이너와 새로 만든 Pod',
    notes:
      '컨테이너가 죽으면 같은 Pod에서 같은 주소로 다시 시작합니다. 삭제된 Pod 대신 만들어진 것은 다른 Pod이고 주소도 다릅니다.',
  },
  'keep-alive': {
    title: '옮겨 가지 않는 keep-alive',
    notes:
      'NAT는 첫 패킷에서 정해집니다. Pod가 늘어도 클라이언트 1의 연결은 처음 Pod에 남습니다. 매번 새로 연결하는 클라이언트 2는 여섯 개를 모두 만납니다.',
  },
  'three-changes': {
    title: '잇따른 변경 세 번',
    notes:
      '1.33까지는 실행기에 토큰이 두 개라 처음 두 변경은 바로 동기화하고 세 번째만 기다립니다. 1.34부터는 몰아치기가 없어 두 번째와 세 번째가 1초가 지날 때까지 함께 기다립니다.',
  },
  'min-sync-period': {
    title: 'minSyncPeriod: 1초와 10초',
    notes:
      'minSyncPeriod가 길수록 변경을 더 모아 한 번에 동기화하지만, 그만큼 오래 끝난 Pod로 보냅니다. 0초이면 변경마다 동기화합니다.',
  },
  'watch-lost': {
    title: '끊겼다 돌아온 watch',
    notes:
      'node1의 watch가 끊긴 동안 규칙은 그대로여서 요청의 3분의 1이 사라진 Pod로 갑니다. 처음에는 거부되고, 주소가 없어진 뒤에는 1초나 3초 뒤에 다시 보낸 SYN이 대부분 다른 Pod로 갑니다. watch가 돌아오면 전체를 다시 읽고 한 번 동기화합니다.',
  },
  flush: {
    title: '비워진 테이블과 카나리아',
    notes:
      '-t 없는 iptables -F는 filter만 비웁니다. nat은 계속 변환하고 아무도 알아채지 못합니다. 여기서는 nat(iptables -t nat -F; iptables -t nat -X), mangle, filter를 모두 비웁니다. kube-proxy는 syncPeriod(30초)마다 mangle에 카나리아 체인이 남아 있는지 보고, 다른 테이블에서도 사라졌으면 모두 다시 씁니다. 그때까지 그 노드에서는 어떤 Service도 통하지 않습니다.',
  },
  'big-sync': {
    title: '몇 초 걸리는 동기화',
    notes:
      '여기서는 Service 40개가 10,000개를 대신하도록 규칙마다 250배의 시간이 걸립니다. 1.25는 Pod 하나가 사라져도 모두 다시 쓰고, 1.28은 바뀐 Service의 체인만 씁니다.',
  },
} satisfies Translated<typeof EN.TIME_SCENE_WORDS>;
