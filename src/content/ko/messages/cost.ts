import type * as EN from '../../en/messages/cost';
import type { Translated } from '../../translated';

/** Words of the cost view. */
export const COST_MESSAGES = {
  title: 'Service 수에 따라 늘어나는 것',
  about: '크기별 클러스터를 이 브라우저에서 실제로 컴파일하고 패킷을 보내 센 값입니다. 추정치가 아닙니다.',
  open: '비용',
  openHint: 'Service가 늘어날 때 규칙, 전송량, 패킷당 작업이 어떻게 늘어나는지 봅니다',
  measure: '세는 대상',
  endpoints: 'Service당 엔드포인트',
  sizes: 'Service',
  working: '컴파일하고 보내는 중… {percent, number, percent}',
  failed: '계산하지 못했습니다: {message}',
  measures: {
    packet: '첫 패킷',
    answer: '응답 패킷',
    kernel: '커널 안',
    start: '첫 동기화',
    change: '변경 하나',
    calls: '호출 수',
  },
  unit: {
    packet: 'Pod가 마지막에 기록된 Service로 여는 연결의 첫 패킷이 거치는 규칙 검사와 테이블 조회 수',
    answer: '그 응답 패킷이 거치는 규칙 검사와 테이블 조회 수. conntrack이 연결을 알고 있어 nat은 보지 않습니다',
    kernel: '한 노드에 있는 규칙, 집합과 맵의 원소, 가상 서버와 실제 서버, 열린 소켓의 수',
    start:
      'kube-proxy가 시작할 때 iptables-restore, nft, iptables에 넘기는 텍스트의 바이트 수. IPVS는 서버를 텍스트가 아닌 netlink로 보냅니다',
    change: 'Service 하나에 엔드포인트가 하나 늘 때 넘기는 텍스트의 바이트 수',
    calls: 'kube-proxy가 시작할 때 실행하는 프로그램과 보내는 netlink 메시지의 수',
  },
  chart: '차트: Service 수에 따른 {measure}. 두 축 모두 로그입니다. 아래 표에 같은 숫자가 있습니다.',
  table: '같은 내용을 숫자로',
  mode: '모드',
  law: '증가',
  laws: {
    flat: 'O(1): 늘지 않습니다',
    linear: 'O(n): Service 수에 비례합니다',
    between: 'Service 수보다 느리게 늡니다',
  },
  own: '현재 클러스터: {services, number}',
  also: '크기와 무관한 한 번의 왕복',
  crossings: '{count, plural, =0 {커널을 벗어나지 않습니다} other {커널 경계를 #번 넘습니다}}',
  rewrites: '헤더를 {count}번 고쳐 씁니다',
  undrawn: '{modes}: 패킷이 도착하지 않아 비교할 것이 없으므로 그리지 않았습니다.',
  undelivered: '이 모드에서는 패킷이 도착하지 않았습니다. 멈춘 곳까지만 센 값입니다.',
  release: '{program} {release}',
} satisfies Translated<typeof EN.COST_MESSAGES>;
