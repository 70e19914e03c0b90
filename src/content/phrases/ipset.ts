import type { PhraseBook } from './index';

/** What is said of `ipset save` texts. */
export const IPSET_PHRASES: PhraseBook = {
  'formats.ipset-save.no-set': {
    en: "This line adds to a set that no create line made: {line}. Add the set's create line.",
    ko: 'create로 만들지 않은 세트에 추가하는 줄입니다: {line}. 세트의 create 줄을 추가해 주십시오.',
  },
  'formats.ipset-save.not-a-line': {
    en: 'Not a line of ipset save, left out: {line}',
    ko: 'ipset save의 줄이 아니어서 제외했습니다: {line}',
  },
  'formats.ipset-save.nothing-read': {
    en: 'No set was found. The output of "ipset save" begins its sets with "create NAME TYPE".',
    ko: '세트를 찾지 못했습니다. "ipset save" 출력은 세트마다 "create 이름 유형"으로 시작합니다.',
  },
};
