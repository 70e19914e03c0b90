import type * as EN from '../../en/messages/common';
import type { Translated } from '../../translated';

/** Words of the small parts. */
export const COMMON_MESSAGES = {
  differs: {
    behind: '이전 규칙, {time} 뒤처짐',
    behindShort: '{time} 뒤처짐',
    flushed: '규칙 없음',
    lost: '사라진 지 {time}',
  },
  close: '닫기',
  untitledText: '텍스트 {number, number}',
  dismiss: '알림 닫기',
  notices: '알림',
  crash: {
    title: '화면의 이 부분이 멈췄습니다',
    body: '나머지는 그대로 동작하며 클러스터도 안전합니다. 다시 시도해 보시고, 곧바로 다시 멈추면 마지막 변경을 실행 취소하십시오.',
    missing: '페이지의 이 부분을 불러오지 못했습니다',
    missingBody: '네트워크가 없거나 새 버전이 나왔습니다. 입력하고 붙여 넣은 내용은 다시 불러와도 그대로 있습니다.',
    reload: '페이지 다시 불러오기',
    retry: '다시 시도',
    details: '오류 내용',
  },
  address: {
    physical: '물리 네트워크',
    pod: 'Pod 네트워크',
    service: 'Service 네트워크',
    was: '이전',
    now: '현재',
  },
  certain: {
    all: '{ways, number}가지 경우 모두 {end}{source, select, open {, 도착할 때의 출발지는 알 수 없음} other {}}',
    none: '알 수 없음: 붙여 넣지 않은 것에 따라 {ways, number}가지로 갈립니다',
  },
  astray: '도착했지만 그 Service의 엔드포인트가 아님',
  verdict: {
    DELIVERED: '도착',
    DROPPED: '폐기됨',
    REJECTED: '거부됨',
    NO_ROUTE: '경로 없음',
    NO_SOCKET: '수신 소켓 없음',
    MARTIAN: '있을 수 없는 출발지',
    TTL_EXCEEDED: 'TTL 만료',
    LOOP: '루프',
    LEFT: '화면 밖으로 나감',
    UNKNOWN: '알 수 없음',
  },
} satisfies Translated<typeof EN.COMMON_MESSAGES>;
