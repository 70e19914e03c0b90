import { describe, expect, it } from 'vitest';
import { roundtrips } from './formats';

describe('recorded rules, turned into a cluster and compiled again', () => {
  it.each(roundtrips())('$name', ({ failures, passed }) => {
    expect(failures).toEqual([]);
    expect(passed).toBeGreaterThan(0);
  });
});
