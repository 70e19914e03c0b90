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
