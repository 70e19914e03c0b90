/** Milliseconds until what could not be loaded is asked for again: whoever draws asks more than once before it shows the failure. */
const PAUSE = 200;

/** Loads once, when first asked; what could not be loaded is loaded anew when it is asked for again later. */
export function askedAgain<T>(load: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () =>
    (asked ??= load().catch((error: unknown) => {
      setTimeout(() => (asked = undefined), PAUSE);
      throw error;
    }));
}
