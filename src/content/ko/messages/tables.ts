import type * as EN from '../../en/messages/tables';
import type { Translated } from '../../translated';

/** Words of the tables. */
export const TABLES_MESSAGES = {
  conntrack: {
    none: '경로에 연결을 추적하는 네임스페이스가 없습니다.',
    empty: '아직 항목이 없습니다.',
    timeout: '{seconds, number}초 남음',
    making: '만드는 중: 패킷이 나가거나 도착해야 테이블에 들어갑니다',
    lost: '테이블에 들어가지 못함: 패킷이 통과하지 못했습니다',
    changes: '이 단계: {changes}',
    change: {
      new: '생성',
      original: '원래 방향 튜플',
      reply: '기다리는 응답',
      status: '상태 비트',
      state: 'TCP 상태',
      timeout: '타이머',
      confirmed: '확정',
      lost: '폐기',
    },
    note: '→ 첫 패킷의 모습입니다. ← 응답으로 인정받으려면 갖추어야 할 모습입니다.',
  },
  vfp: {
    about:
      'VFP는 변환한 흐름을 기억합니다. 포트와 양쪽 주소, 그것이 무엇으로 바뀌는지입니다. 얼마나 기억하는지는 문서에 없으므로 여기서는 잊지 않습니다. 기록이 아니라 문서를 따른 것입니다.',
  },
  ebpf: {
    about: 'eBPF 프로그램은 연결과 변환을 자체 맵에 기억하며 conntrack에는 남지 않습니다.',
    empty: '기억한 것이 없습니다.',
    left: '{seconds, number}초 남음',
  },
  pasted: {
    title: { conntrack: '붙여 넣은 conntrack -L', ipvs: '붙여 넣은 ipvsadm -Lnc' },
    about: {
      conntrack: '노드가 알고 있던 연결입니다. 그 연결의 패킷은 여기서 찾으며 nat 규칙을 다시 거치지 않습니다.',
      ipvs: 'IPVS가 알던 연결입니다. 이런 연결의 패킷은 이미 정해진 서버로 가며, 스케줄러에 다시 묻지 않습니다.',
    },
    filter: '주소, 포트, 상태로 걸러 보기',
    send: '{from}에서 {to} 쪽으로 보내기',
    more: '{count, plural, other {#개 더 있습니다. 입력해서 찾으십시오}}',
    nothing: '맞는 연결이 없습니다.',
  },
  routes: {
    none: '아직 네트워크가 없습니다',
    namespace: '경로를 볼 네임스페이스',
    follow: '패킷 따라가기: {netns}',
    table: '{table} 테이블',
    chosen: '선택됨',
    empty: '경로가 없습니다.',
    goToStep: '단계 {step, number}',
  },
} satisfies Translated<typeof EN.TABLES_MESSAGES>;
