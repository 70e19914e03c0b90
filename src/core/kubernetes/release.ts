/** A release of kube-proxy: `1.33.13` is minor 33, patch 13. */
export interface Release {
  readonly minor: number;
  readonly patch: number;
}

/** The patch release a minor stands for. */
export interface NamedPatch {
  /** `1.33.13`, `1.22.0-rc.0`. */
  readonly release: string;
  /** Was a real kube-proxy of it recorded? Else its rules follow its neighbours and its source. */
  readonly recorded: boolean;
}

const recorded = (release: string): NamedPatch => ({ release, recorded: true });
const described = (release: string): NamedPatch => ({ release, recorded: false });

/**
 * Patch release that stands for each minor: the one whose kube-proxy was recorded, so that the rules are those that
 * were seen; of minors that were not, the last one that is known.
 */
const NAMED: readonly NamedPatch[] = [
  described('1.2.7'),
  described('1.3.10'),
  described('1.4.12'),
  described('1.5.8'),
  described('1.6.13'),
  described('1.7.16'),
  described('1.8.15'),
  described('1.9.11'),
  described('1.10.13'),
  described('1.11.10'),
  described('1.12.10'),
  described('1.13.12'),
  described('1.14.10'),
  described('1.15.12'),
  recorded('1.16.0'),
  recorded('1.17.2'),
  recorded('1.18.2'),
  described('1.19.16'),
  recorded('1.20.0-rc.0'),
  recorded('1.21.1'),
  recorded('1.22.0-rc.0'),
  recorded('1.23.4'),
  recorded('1.24.3'),
  recorded('1.25.1'),
  recorded('1.26.0'),
  recorded('1.27.1'),
  recorded('1.28.3'),
  recorded('1.29.1'),
  recorded('1.30.5'),
  recorded('1.31.14'),
  recorded('1.32.13'),
  recorded('1.33.13'),
  recorded('1.34.9'),
  recorded('1.35.6'),
  recorded('1.36.2'),
  recorded('1.37.0-rc.0'),
];

const byMinor: ReadonlyMap<number, NamedPatch> = new Map(NAMED.map((named) => [makeParts(named.release).minor, named]));

/** The patch release that a minor stands for, oldest first. */
export const NAMED_PATCHES: readonly NamedPatch[] = NAMED;

/** The newest minor whose rules are known: `1.37`. */
export const NEWEST_RELEASE = `1.${getMinor(NAMED.at(-1)?.release ?? '')}`;

/** Is it a minor (`1.33`), which stands for one of its patch releases? */
export function isMinor(release: string): boolean {
  return /^v?1\.\d{1,3}$/.test(release);
}

/** The patch release a text names: itself, or what a minor stands for; undefined if none of the minor is known. */
export function namedPatch(release: string): NamedPatch | undefined {
  const named = byMinor.get(getMinor(release));
  return isMinor(release) || named?.release === release.replace(/^v/, '')
    ? named
    : named && { release: release.replace(/^v/, ''), recorded: false };
}

/** A release as rules depend on it; a minor has the patch it stands for. */
export function getRelease(release: string): Release {
  return makeParts(isMinor(release) ? (namedPatch(release)?.release ?? release) : release);
}

/** `1.22.0-rc.0` counts as 1.22.0. NaN if the text is no release. */
function makeParts(release: string): Release {
  const found = /^v?1\.(\d{1,3})(?:\.(\d{1,4}))?(?:[-+].*)?$/.exec(release);
  return { minor: found ? Number(found[1]) : Number.NaN, patch: Number(found?.[2] ?? 0) };
}

/** The minor number of a release: `1.30` and `v1.30.5` are 30. NaN if the text is no release. */
export function getMinor(release: string): number {
  return makeParts(release).minor;
}

/** Is the release at or after 1.`minor`? */
export function since(release: string, minor: number): boolean {
  return getMinor(release) >= minor;
}
