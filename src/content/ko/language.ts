import type * as EN from '../en/language';
import type { Translated } from '../translated';
import { FRAMED_WORDS } from './framed';

/** Korean as who reads another language is offered it, and what is said before any other words are loaded. */
export const LANGUAGE = {
  short: '한국어',
  invitation: '한국어로 보기',
  framed: FRAMED_WORDS,
} satisfies Translated<typeof EN.LANGUAGE>;
