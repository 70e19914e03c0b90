import type { PhraseBook } from './phrase-book';

/** What is said of `ipset save` texts. */
export const IPSET_PHRASES = {
  'formats.ipset-save.no-set': {
    en: "This line adds to a set that no create line made: {line}. Add the set's create line.",
    ko: 'create로 만들지 않은 세트에 추가하는 줄입니다: {line}. 세트의 create 줄을 추가해 주십시오.',
  },
} as const satisfies PhraseBook;
