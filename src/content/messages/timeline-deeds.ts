/** Words of the lanes of time: what the marks are, and what is done in them; in {@link TIMELINE_MESSAGES}. */
export const TIMELINE_DEEDS = {
  en: {
    marks: {
      event: 'something happens',
      sync: 'kube-proxy syncs',
      behind: 'rules older than the objects',
      flushed: 'no rules',
    },
    deeds: {
      scale: 'At {time} {name} is scaled to {how}.',
      'roll-out': 'At {time} {name} is rolled out.',
      'delete-pod': 'At {time} Pod {name} is deleted.',
      crash: 'At {time} a container of {name} crashes.',
      'fail-readiness': 'At {time} the readiness probe of {name} begins to fail.',
      'lose-node': 'At {time} node {name} is lost.',
      drain: 'At {time} node {name} is drained.',
      'stop-proxy': 'At {time} kube-proxy is stopped on {name}.',
      'restart-proxy': 'At {time} kube-proxy is restarted on {name}.',
      'lose-watch': 'From {time} on kube-proxy on {name} hears nothing for {how} s.',
      flush: 'At {time} the rules of nat, mangle and filter are flushed on {name}.',
      'delete-service': 'At {time} Service {name} is deleted.',
      'change-selector': 'At {time} the selector of {name} becomes {how}.',
    },
  },
  ko: {
    marks: {
      event: '일어난 일',
      sync: 'kube-proxy 동기화',
      behind: '객체보다 오래된 규칙',
      flushed: '규칙 없음',
    },
    deeds: {
      scale: '{time}에 {name}의 replicas가 바뀝니다: {how}.',
      'roll-out': '{time}에 {name}의 새 버전을 롤아웃합니다.',
      'delete-pod': '{time}에 Pod 하나를 삭제합니다: {name}.',
      crash: '{time}에 {name}의 컨테이너가 비정상 종료합니다.',
      'fail-readiness': '{time}에 {name}의 readiness 프로브가 실패하기 시작합니다.',
      'lose-node': '{time}에 노드 하나를 잃습니다: {name}.',
      drain: '{time}에 노드 하나를 비웁니다(drain): {name}.',
      'stop-proxy': '{time}에 {name}의 kube-proxy를 중지합니다.',
      'restart-proxy': '{time}에 {name}의 kube-proxy를 재시작합니다.',
      'lose-watch': '{time}부터 {name}의 kube-proxy가 {how}초 동안 아무것도 받지 못합니다.',
      flush: '{time}에 {name}에서 nat, mangle, filter 테이블의 규칙을 비웁니다.',
      'delete-service': '{time}에 Service 하나를 삭제합니다: {name}.',
      'change-selector': '{time}에 {name}의 selector가 바뀝니다: {how}.',
    },
  },
} as const;
