/** Without the hash and without `?lang=`: whoever opens the link reads it in their own language. */
export function pageAddress(): string {
  return `${location.origin}${location.pathname}`;
}
