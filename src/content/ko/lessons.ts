import type * as EN from '../en/lessons';
import type { Translated } from '../translated';

/** Titles of lessons, and what somebody knows at their end. */
export const LESSON_WORDS = {
  'what-a-service-is': {
    title: 'Service란 무엇인가',
    goal: 'Service는 어느 머신의 것도 아닌 주소이며, 규칙이 있어야 통합니다.',
  },
  'why-this-pod': {
    title: '왜 이 Pod일까',
    goal: '어느 Pod가 응답할지는 연결마다, 준비된 Pod 가운데서 정해집니다.',
  },
  'from-outside': {
    title: '바깥에서',
    goal: '바깥에서 온 패킷은 노드를 거쳐 들어오고, 거기서 주소를 잃을 때가 많습니다.',
  },
  'back-to-oneself': {
    title: '자신에게 돌아오는 길',
    goal: '되는지 안 되는지는 돌아오는 길이 정합니다. 바꾼 것은 바꾼 곳에서 되돌려야 합니다.',
  },
  'four-ways': {
    title: '같은 일을 하는 네 가지 방법',
    goal: '네 모드는 서로 다른 곳에서 고르지만, 도착하는 것은 거의 같습니다.',
  },
  'real-nodes': {
    title: '실제 노드 읽기',
    goal: '실제 노드에서는 다른 프로그램도 규칙을 씁니다. 끝낸 규칙의 주인을 보십시오.',
  },
  time: {
    title: '변경에서 마지막 실패한 요청까지',
    goal: '규칙은 노드마다 제각기 늦게 객체를 따라가고, 그 사이의 요청은 이전 상태를 만납니다.',
  },
} satisfies Translated<typeof EN.LESSON_WORDS>;
