/** What was answered to a question: the texts of the answers that were tried, in their order. */
export interface SheetAnswer {
  readonly tried: readonly string[];
  /** Shown without an answer, or answered right once: what it hid stays open, whatever is turned. */
  readonly open: boolean;
}

/** What was answered to a question that nobody has answered. */
export const UNANSWERED: SheetAnswer = { tried: [], open: false };
