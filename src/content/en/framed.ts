/** What the page says in the frame of another one; and its link, which opens it in a window of its own. */
export const FRAMED_WORDS = {
  says: 'Another page shows Rulewalk in a frame. What you work on is shown in a window of its own only.',
  open: 'Open Rulewalk',
} as const;
