import type * as EN from '../../en/messages/timeline-deeds';
import type { Translated } from '../../translated';

/** Words of the lanes of time: what the marks are, and what is done in them; in {@link TIMELINE_MESSAGES}. */
export const TIMELINE_DEEDS = {
  marks: {
    event: '일어난 일',
    sync: 'kube-proxy 동기화',
    behind: '객체보다 오래된 규칙',
    flushed: '규칙 없음',
  },
  verbs: {
    'roll-out': '롤아웃',
    scale: '스케일',
    'delete-pod': 'Pod 삭제',
    crash: '컨테이너 비정상 종료',
    'fail-readiness': 'readiness 실패',
    drain: '노드 비우기',
    'delete-node': 'Node 삭제',
    'change-node-addresses': 'Node 주소를 192.0.2.1로 변경',
    'lose-node': '노드 유실',
    'stop-proxy': 'kube-proxy 중지',
    'restart-proxy': 'kube-proxy 재시작',
    'lose-watch': 'watch 끊김',
    flush: 'nat, mangle, filter에 iptables -F와 -X',
    'delete-service': 'Service 삭제',
    'change-selector': '아무것도 선택하지 않게 변경',
  },
  deeds: {
    scale: '{time}에 {name}의 replicas가 바뀝니다: {how}.',
    'roll-out': '{time}에 {name}의 새 버전을 롤아웃합니다.',
    'delete-pod': '{time}에 Pod 하나를 삭제합니다: {name}.',
    crash: '{time}에 {name}의 컨테이너가 비정상 종료합니다.',
    'fail-readiness': '{time}에 {name}의 readiness 프로브가 실패하기 시작합니다.',
    'lose-node': '{time}에 노드 하나를 잃습니다: {name}.',
    drain: '{time}에 노드 하나를 비웁니다(drain): {name}.',
    'delete-node': '{time}에 Node 객체 하나를 삭제합니다: {name}.',
    'change-node-addresses': '{time}에 Node {name}의 주소가 바뀝니다: {how}.',
    'stop-proxy': '{time}에 {name}의 kube-proxy를 중지합니다.',
    'restart-proxy': '{time}에 {name}의 kube-proxy를 재시작합니다.',
    'lose-watch': '{time}부터 {name}의 kube-proxy가 {how}초 동안 아무것도 받지 못합니다.',
    flush: '{time}에 {name}에서 nat, mangle, filter 테이블의 규칙을 비웁니다.',
    'delete-service': '{time}에 Service 하나를 삭제합니다: {name}.',
    'change-selector': '{time}에 {name}의 selector가 바뀝니다: {how}.',
  },
} satisfies Translated<typeof EN.TIMELINE_DEEDS>;
