import type * as EN from '../../en/messages/offline';
import type { Translated } from '../../translated';

/** Words of the page as one file; they come with the part of the Share window that says them. */
export const OFFLINE_WORDS = {
  title: '오프라인용으로 저장',
  aboutFile:
    '디스크에 있는 이 페이지를 지금 열린 내용과 함께 저장합니다. 4메가바이트가 안 되는 파일 하나로, USB 메모리나 메일, 위키에 넣을 수 있습니다.',
  save: '작업대와 함께 이 페이지 저장',
  saved: '{name} 파일을 브라우저에 넘겼습니다. 디스크에서 열면 이 작업대가 보이며, 다른 것은 요청하지 않습니다.',
  aboutHost:
    '인터넷이 없는 곳을 위해 페이지 전체를 파일 하나로 엽니다. 이 작업대가 담긴 새 탭이 열리고, 그곳의 같은 자리에 있는 “작업대와 함께 이 페이지 저장”으로 파일을 받습니다. 아무것도 내보내지 않는 페이지는 파일을 스스로 가져올 수 없습니다.',
  open: '파일 하나로 열기',
  tooLong:
    '이 작업대는 주소에 담기에 너무 커서 파일이 작업대 없이 열립니다. 프로젝트 파일도 내려받아 그곳에서 여십시오.',
  keeps: '그곳에서 바꾼 것은 이 브라우저가 그 파일을 위해 간직하며, 다시 열면 돌아옵니다.',
  keepsNot:
    '이 브라우저는 디스크에서 연 파일을 위해 아무것도 간직하지 않습니다. 바꾼 것은 닫으면 사라지므로 그 전에 다시 저장하십시오.',
} satisfies Translated<typeof EN.OFFLINE_WORDS>;
