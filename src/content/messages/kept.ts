/** Words of what is kept in the browser, and of letting it go. */
export const KEPT_MESSAGES = {
  en: {
    title: 'What is kept',
    about:
      'Nothing leaves this page: the browser refuses every connection it would make. The bench, pasted texts, what is being typed and your settings are kept in this browser only (Web Storage; large texts in IndexedDB), until you remove them and at most {days} days after the last change. What you remove is deleted there at once. For work without a network the browser also keeps a copy of the page’s own files.',
    short: 'Pasted texts stay in this browser, at most {days} days. What you remove is deleted at once.',
    forget: 'Forget everything kept here',
    sure: 'This removes the bench, every pasted text, what is being typed, undo and your settings from this browser. Other open tabs keep theirs until they are closed.',
    yes: 'Forget it all',
    no: 'Keep it',
    done: 'Everything that was kept here is gone. The example cluster is on the bench.',
  },
  ko: {
    title: '보관하는 것',
    about:
      '아무것도 이 페이지 밖으로 나가지 않습니다. 페이지가 연결을 시도하더라도 브라우저가 모두 막습니다. 작업대, 붙여 넣은 텍스트, 입력 중인 내용, 설정은 이 브라우저에만 보관됩니다(Web Storage, 큰 텍스트는 IndexedDB). 직접 지울 때까지, 길어도 마지막으로 바꾼 뒤 {days}일 동안입니다. 지운 것은 그 자리에서 삭제됩니다. 네트워크 없이도 쓸 수 있도록 브라우저가 페이지 파일의 사본도 보관합니다.',
    short: '붙여 넣은 텍스트는 이 브라우저에 길어도 {days}일 동안만 남습니다. 지운 것은 곧바로 삭제됩니다.',
    forget: '여기에 보관된 것 모두 지우기',
    sure: '작업대, 붙여 넣은 모든 텍스트, 입력 중인 내용, 실행 취소 기록, 설정을 이 브라우저에서 지웁니다. 열려 있는 다른 탭은 닫을 때까지 자기 내용을 유지합니다.',
    yes: '모두 지우기',
    no: '그대로 두기',
    done: '여기에 보관된 것을 모두 지웠습니다. 작업대에는 예제 클러스터가 있습니다.',
  },
} as const;
