import { featuresSince } from '../../changes';

/** From when on each change of what this mode writes. */
export const CHANGES = {
  /** Unnamed ports without a trailing colon in comments. */
  noTrailingColon: 20,
} as const;

type Feature = keyof typeof CHANGES;
export type Features = Readonly<Record<Feature, boolean>>;

/** What a release has. */
export function featuresOf(release: string): Features {
  return featuresSince(CHANGES, release);
}
