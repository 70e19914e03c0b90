import type * as EN from '../../en/messages/parts';
import type { Translated } from '../../translated';

/** Words of the list of what a Service made. */
export const PARTS_MESSAGES = {
  title: '{node}에 있는 {service}의 것',
  count: '{node}에 있는 {service}의 것: {count, number}개',
  none: 'kube-proxy가 여기에 아무것도 쓰지 않습니다. 이 주소 체계의 주소가 없거나 headless 또는 ExternalName이기 때문입니다.',
  loading: '묻는 중…',
  by: 'Service별',
  byHint: 'Service 또는 그 포트 하나가 만든 것을 나열합니다',
  find: 'Service 또는 포트 이름',
  noSuch: '그런 이름의 Service가 없습니다.',
  moreServices: '나머지를 보려면 이름을 더 입력하십시오.',
  whole: '모든 포트',
  port: '{name, select, none {} other {{name} }}{port}/{protocol}',
  all: '모든 규칙',
  own: '이것만을 위해 만들어짐',
  shared: '다른 Service와 함께 씀',
  showMore: '{count, number}개 더 보기',
  show: '덤프에서 보기',
  kind: {
    chain: '체인',
    set: '집합',
    'virtual-server': '가상 서버',
    frontend: '맵의 프런트엔드',
    policy: 'HNS 로드 밸런서 정책',
    address: 'kube-ipvs0의 주소',
    'proxy-port': 'kube-proxy의 소켓',
  },
  madeToo: '이 포트가 만든 모든 것',
  button: '만든 것 보기',
  line: '선택한 줄',
  unselect: '선택 해제',
  structure: {
    table: '테이블입니다. 무언가를 넣으면 커널이 만들며, 이것을 요청한 객체는 없습니다.',
    end: '목록의 한 부분이 끝나는 곳입니다.',
    command: '이 아래가 이 명령의 출력입니다.',
    other: 'kube-proxy가 요청받은 것과 관계없는 목록의 줄입니다.',
  },
} satisfies Translated<typeof EN.PARTS_MESSAGES>;
