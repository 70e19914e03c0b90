import { minorOf } from '../../release';

/** What a release has, of changes named with the minor release that brought each. */
export function featuresSince<Name extends string>(
  changes: Readonly<Record<Name, number>>,
  release: string,
): Readonly<Record<Name, boolean>> {
  const minor = minorOf(release);
  const entries = Object.entries<number>(changes).map(([name, since]) => [name, minor >= since] as const);
  // The keys are those of the changes, one by one.
  return Object.fromEntries(entries) as Record<Name, boolean>;
}
