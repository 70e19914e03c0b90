const UNITS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  ns: 1e-6,
};

/** The milliseconds of a Go duration (`1h2m3.5s`); 0 if it is none, or negative. */
export function goMilliseconds(duration = ''): number {
  if (!/^(?:\d+(?:\.\d+)?(?:h|ms|us|µs|ns|m|s))+$/.test(duration)) return 0;
  let sum = 0;
  for (const [, count, unit = ''] of duration.matchAll(/(\d+(?:\.\d+)?)(h|ms|us|µs|ns|m|s)/g)) {
    sum += Number(count) * (UNITS[unit] ?? 0);
  }
  return sum;
}

/** Its whole seconds. */
export function goSeconds(duration?: string): number {
  return Math.floor(goMilliseconds(duration) / 1000);
}
