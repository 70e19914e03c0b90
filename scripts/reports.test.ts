import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { browserFailures, browserFlakes, complaintIn, firstOf, stepFailures, unitFailures } from './reports.mjs';

const folder = mkdtempSync(join(tmpdir(), 'reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Where a report with this content lies. */
function written(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const RED = '\u001b[31m';
const failing = (message: string) => [{ duration: 1, error: { message } }];

describe('the end of a run', () => {
  it('names each unit test that failed and each file that could not be read, with the first line of why', () => {
    const file = written('unit.json', {
      testResults: [
        {
          name: join(process.cwd(), 'src/a.test.ts'),
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'a fine one', failureMessages: [] },
            {
              status: 'failed',
              fullName: 'rules are read',
              failureMessages: [`${RED}AssertionError: expected 1\n at x`],
            },
          ],
        },
        { name: join(process.cwd(), 'src/b.test.ts'), message: 'Cannot find b\n at y', assertionResults: [] },
      ],
    });
    expect(unitFailures(file)).toEqual([
      'src/a.test.ts: rules are read: AssertionError: expected 1',
      'src/b.test.ts: Cannot find b',
    ]);
    expect(unitFailures(join(folder, 'none.json'))).toEqual(['unit tests: no report was written']);
  });

  it('names each browser test that failed, with its groups, those that passed the second time, and errors of none', () => {
    const file = written('e2e.json', {
      errors: [{ message: 'no tests found\n' }],
      suites: [
        {
          title: 'a.spec.ts',
          specs: [{ file: 'a.spec.ts', title: 'first', tests: [{ status: 'flaky', results: failing('Error: late') }] }],
          suites: [
            {
              title: 'on a phone',
              specs: [
                {
                  file: 'a.spec.ts',
                  title: 'second',
                  tests: [{ status: 'unexpected', results: failing('Error: no text\n\nExpected: "y"\nReceived: "x"') }],
                },
              ],
            },
          ],
        },
      ],
    });
    expect(browserFailures(file)).toEqual([
      'e2e/a.spec.ts: on a phone second: Error: no text; Expected: "y"; Received: "x"',
      'browser tests: no tests found',
    ]);
    expect(browserFailures(join(folder, 'none.json'))).toEqual(['browser tests: no report was written']);
    expect(browserFlakes(file)).toEqual(['e2e/a.spec.ts: first: Error: late']);
  });

  it('names each step that failed, with the first line that speaks of an error', () => {
    const file = written('steps.json', [
      { name: 'types', seconds: 1, processor: 1, complaint: complaintIn(`checked\nsrc/a.ts(1,2): error TS1\nlast`) },
      { name: 'size', seconds: 1, processor: 1 },
    ]);
    expect(stepFailures(file)).toEqual(['step types: src/a.ts(1,2): error TS1']);
    expect(complaintIn('one\nthe last\n\n')).toBe('the last');
    expect(firstOf('x'.repeat(9000)).length).toBe(300);
  });

  it('is shown by .ci/run before its last lines', () => {
    const run = readFileSync('.ci/run', 'utf8');
    expect(run.indexOf('failed-rest.txt')).toBeGreaterThan(run.indexOf('soak|'));
    expect(run).toMatch(/failed-first\.txt[\s\S]*head -n 40[\s\S]*passed, %d failed/);
  });
});
