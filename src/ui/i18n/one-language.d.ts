/** A module of sentences with the words of one language only (scripts/one-language.mjs). */
declare module '*/phrases?only=en' {
  export const createSpeaker: typeof import('../../content/phrases').createSpeaker;
}
declare module '*/phrases?only=ko' {
  export const createSpeaker: typeof import('../../content/phrases').createSpeaker;
}
declare module '*/phrases/reconstruct?only=en' {
  export const RECONSTRUCT_PHRASES: import('../../content/phrases/phrase-book').PhraseBook;
}
declare module '*/phrases/reconstruct?only=ko' {
  export const RECONSTRUCT_PHRASES: import('../../content/phrases/phrase-book').PhraseBook;
}
declare module '*/phrases/reach?only=en' {
  export const REACH_PHRASES: import('../../content/phrases/phrase-book').PhraseBook;
}
declare module '*/phrases/reach?only=ko' {
  export const REACH_PHRASES: import('../../content/phrases/phrase-book').PhraseBook;
}
declare module '*/phrases/reach-hosts?only=en' {
  export const REACH_HOST_PHRASES: import('../../content/phrases/phrase-book').PhraseBook;
}
declare module '*/phrases/reach-hosts?only=ko' {
  export const REACH_HOST_PHRASES: import('../../content/phrases/phrase-book').PhraseBook;
}

declare module '*/phrases/machine?only=en' {
  export { MACHINE_PHRASES } from '../../content/phrases/machine';
}

declare module '*/phrases/machine?only=ko' {
  export { MACHINE_PHRASES } from '../../content/phrases/machine';
}

declare module '*/phrases/report?only=en' {
  export { REPORT_PHRASES } from '../../content/phrases/report';
}

declare module '*/phrases/report?only=ko' {
  export { REPORT_PHRASES } from '../../content/phrases/report';
}

declare module '*/phrases/sheet?only=en' {
  export { SHEET_PHRASES } from '../../content/phrases/sheet';
}

declare module '*/phrases/sheet?only=ko' {
  export { SHEET_PHRASES } from '../../content/phrases/sheet';
}
