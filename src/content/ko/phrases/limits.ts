import type * as EN from '../../en/phrases/limits';
import type { Translated } from '../../translated';

/** Sentences on more than the page takes on at once. Nothing of it was begun. */
export const LIMIT_PHRASES = {
  'kubernetes.limit.nodes': 'Node {found}개는 작업대가 다룰 수 있는 수({most}개)를 넘습니다. 일부를 빼십시오.',
  'kubernetes.limit.pods':
    'Pod {found}개는 작업대가 다룰 수 있는 수({most}개)를 넘습니다. 일부를 빼십시오. 규칙은 Service의 Pod에만 달려 있고 나머지와는 상관없습니다.',
  'kubernetes.limit.services': 'Service {found}개는 작업대가 다룰 수 있는 수({most}개)를 넘습니다. 일부를 빼십시오.',
  'kubernetes.limit.endpointSlices':
    'EndpointSlice {found}개는 작업대가 다룰 수 있는 수({most}개)를 넘습니다. 일부를 빼십시오.',
  'kubernetes.limit.replicas':
    'Deployment {name}이(가) Pod {found}개를 요구합니다. 작업대는 Deployment 하나에 {most}개, 모두 합쳐 {pods}개까지 다룹니다. replicas를 더 작게 쓰십시오.',
  'kubernetes.limit.name':
    '{kind} “{name}…”의 이름이 {found}자입니다. API 서버는 {most}자까지만 받습니다. 더 짧게 쓰십시오.',
  'document.limit.title': '제목이 {found}자입니다. {most}자까지만 쓸 수 있습니다. 바뀐 것은 없습니다.',
  'document.limit.link':
    '이 링크는 {found}자입니다. 이 페이지는 {most}자까지의 링크를 엽니다. 작업대를 파일로 받아 여기에 끌어다 놓으십시오.',
  'document.limit.inflated':
    '이 링크를 펼치면 {most}백만 자가 넘습니다. 그런 작업대는 없습니다. 아무것도 열지 않았습니다.',
  'document.limit.typed':
    '이 텍스트는 {found}백만 자입니다. 여기에 입력한 텍스트는 {most}백만 자까지 읽습니다. 대신 “붙여 넣기”로 넣으면 페이지를 멈추지 않고 읽습니다.',
} satisfies Translated<typeof EN.LIMIT_PHRASES>;
