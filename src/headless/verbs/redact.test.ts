import { expect, it } from 'vitest';
import { REDACT } from './redact';

function run(
  files: Record<string, string>,
  options: Record<string, string | true> = {},
): { code: unknown; out: string; err: string } {
  let [out, err] = ['', ''];
  const code = REDACT.run(
    { files: Object.keys(files), options },
    { stdout: (text) => (out += text), stderr: (text) => (err += text), read: (path) => files[path] ?? '' },
  );
  return { code, out, err };
}

/** Small octets may stay what they are: 0 and 1 always do, and the seed is another one each time. */
const RULE = '-A INPUT -s 10.177.200.93/32 -m comment --comment "ask Bob" -j DROP\n';

it('writes the texts with pseudonyms and says how many', () => {
  const { code, out, err } = run({ a: RULE });
  expect(code).toBe(0);
  expect(out).toMatch(/^-A INPUT -s 10\.\d+\.\d+\.\d+\/32 -m comment --comment "n-\w{8} n-\w{8}" -j DROP\n$/);
  expect(err).toMatch(/^info replaced 0:0 address 1, name 2;/);
});

it('is the same with the same seed, for all texts, and another without', () => {
  const seed = { seed: 'x' };
  expect(run({ a: RULE, b: RULE }, seed).out).toBe(run({ a: RULE }, seed).out.repeat(2));
  expect(run({ a: RULE }).out).not.toBe(run({ a: RULE }).out);
});

it('tells what became what only when asked', () => {
  expect(run({ a: RULE }).err).not.toContain('Bob');
  expect(run({ a: RULE }, { map: true }).err).toContain('name Bob -> n-');
});

it('needs a text', () => {
  expect(run({}).code).toBe(2);
});
