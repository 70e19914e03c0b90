import { minorOf } from '../../release';

/** The minor release that brought each change of what this mode writes. */
const SINCE = {
  /** Unnamed ports without a trailing colon in comments. */
  noTrailingColon: 20,
} as const;

export type Feature = keyof typeof SINCE;
export type Features = Readonly<Record<Feature, boolean>>;

/** What a release has. */
export function featuresOf(release: string): Features {
  return { noTrailingColon: minorOf(release) >= SINCE.noTrailingColon };
}
