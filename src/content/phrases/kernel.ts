import type { PhraseBook } from './index';

/** What is said of the kernel's memory and of what it looks at: expectations, paths, limits. */
export const KERNEL_PHRASES: PhraseBook = {
  'kernel.expectation': {
    en: 'A connection between {from} and {to} has the helper {helper}, which may have expected this one: whether it is RELATED or NEW is written inside packets, which are not here.',
    ko: '{from}와(과) {to} 사이의 연결에 helper {helper}가 붙어 있어 이 연결을 예상했을 수 있습니다. RELATED인지 NEW인지는 여기에 없는 패킷 내용에 달려 있습니다.',
  },
};
