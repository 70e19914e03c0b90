import type * as EN from '../../en/messages/kept';
import type { Translated } from '../../translated';

/** Words of what is kept in the browser, and of letting it go. */
export const KEPT_MESSAGES = {
  title: '보관하는 것',
  about:
    '아무것도 이 페이지 밖으로 나가지 않습니다. 페이지가 연결을 시도하더라도 브라우저가 모두 막습니다. 작업대, 여기서 만들거나 붙여 넣은 최근 문서 열 개, 링크로 열어 본 최근 문서 다섯 개, 붙여 넣은 텍스트, 입력 중인 내용, 설정은 이 브라우저에만 보관됩니다(Web Storage, 문서와 큰 텍스트는 IndexedDB). 직접 지울 때까지, 길어도 마지막으로 바꾼 뒤 {days}일 동안입니다. 지운 것은 그 자리에서 삭제됩니다. 네트워크 없이도 쓸 수 있도록 브라우저가 페이지 파일의 사본도 보관합니다.',
  short: '붙여 넣은 텍스트는 이 브라우저에 길어도 {days}일 동안만 남습니다. 지운 것은 곧바로 삭제됩니다.',
  forget: '여기에 보관된 것 모두 지우기',
  sure: '작업대, 모든 문서와 붙여 넣은 텍스트, 입력 중인 내용, 실행 취소 기록, 설정을 이 브라우저에서 지웁니다. 열려 있는 다른 탭도 비웁니다.',
  yes: '모두 지우기',
  no: '그대로 두기',
  done: '여기에 보관된 것을 모두 지웠습니다. 작업대에는 예제 클러스터가 있습니다.',
  documents: {
    title: '내 문서',
    fold: '전에 작업대에 있던 문서({count, number}개)',
    own: '여기서 만들거나 붙여 넣은 것',
    linked: '링크로 온 것',
    untitled: '제목 없음',
    cluster: '{mode}, 노드 {nodes, number}개, Service {services, number}개',
    pasted: '붙여 넣은 텍스트 {texts, number}개',
  },
} satisfies Translated<typeof EN.KEPT_MESSAGES>;
