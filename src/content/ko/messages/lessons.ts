import type * as EN from '../../en/messages/lessons';
import type { Translated } from '../../translated';

/** Words of lessons and scenes, and of what is asked before it is shown. */
export const LESSONS_MESSAGES = {
  title: '강의',
  about: '장면마다 질문 하나를 먼저 하고 답을 보여 줍니다. 무엇을 보았는지는 이 브라우저에만 남습니다.',
  seen: '{of, number}개 가운데 {count, number}개 봄',
  wasSeen: '봄',
  start: '시작',
  resume: '이어서',
  more: '{count, number}개 더',
  moreScenes: '장면 {count, number}개 더: {title}',
  forget: '진도 지우기',
  hide: '질문 더 받기: 선택과 결과, 출발지를 보기 전에 먼저 맞혀 보고, 다음 내용은 모두 가립니다',
  answer:
    '{count, plural, =2 {A나 B를} =3 {A, B, C 가운데 하나를} other {A, B, C, D 가운데 하나를}} 누르십시오. 그러면 결과를 보여 줍니다.',
  answers: '답',
  skip: '그냥 보기',
  on: '{node}에 있음',
  presenter: {
    title: 'Rulewalk: 발표자용',
    blank: '화면을 비웠습니다. .을 누르면 이어집니다',
    timer: '시작한 지 {time}: 0으로 되돌리기',
  },
} satisfies Translated<typeof EN.LESSONS_MESSAGES>;
