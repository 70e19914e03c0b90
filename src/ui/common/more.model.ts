/** What of a place that scrolls is seen, px. */
export interface Scrolled {
  readonly scrollTop: number;
  readonly clientHeight: number;
  readonly scrollHeight: number;
}

/** So little hides nothing, px. */
const LEAST = 4;

/** Where a place goes on past what is seen: `above`, `below`, both, or nowhere. */
export function moreOf({ scrollTop, clientHeight, scrollHeight }: Scrolled): string {
  const isAbove = scrollTop > LEAST;
  const isBelow = scrollHeight - clientHeight - scrollTop > LEAST;
  return [isAbove && 'above', isBelow && 'below'].filter(Boolean).join(' ');
}

/** A place without a bar fades where it goes on (base.css). `seen`: as it will be, where that is known without asking. */
export function tellMore(element: HTMLElement, seen: Scrolled = element): void {
  element.dataset['more'] = moreOf(seen);
}
