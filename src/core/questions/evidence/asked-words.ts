/** `Does it need a setting?`, `Is it expected that …?`: what somebody wants to know is nothing that works or fails. */
export const isQuestion = (sentence: string): boolean =>
  /^[^a-z]{0,12}(?:does|do|is|are|should|must|could|would|how|which|what)\b.*\?\W{0,3}$/i.test(sentence);
