/** The minor number of a release: `1.30` and `v1.30.5` are 30. NaN if the text is no release. */
export function minorOf(release: string): number {
  const found = /^v?1\.(\d{1,3})(?:\.\d+)?(?:[-+].*)?$/.exec(release);
  return found ? Number(found[1]) : Number.NaN;
}

/** Is the release at or after 1.`minor`? */
export function since(release: string, minor: number): boolean {
  return minorOf(release) >= minor;
}
