/** A module of sentences with the words of one language only (scripts/one-language.mjs). */
declare module '*/phrases?only=en' {
  export const createSpeaker: typeof import('../../content/phrases').createSpeaker;
}
declare module '*/phrases?only=ko' {
  export const createSpeaker: typeof import('../../content/phrases').createSpeaker;
}
