/** One walk in the frame of another page, and nothing that can be edited or is kept: `?embed`. */
export function isEmbedded(): boolean {
  return new URLSearchParams(location.search).has('embed');
}

/** The page stands in the frame of another one, which asked for more than one walk of it. */
export function isFramedWhole(): boolean {
  return window.top !== window && !isEmbedded();
}

/** The page's own address, without what is asked of it. Whole: a path that begins with two slashes would be another host. */
export function ownAddress(): string {
  return location.origin + location.pathname;
}
