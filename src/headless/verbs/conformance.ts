import { SUITES } from '../../../conformance/suites';
import { recordingsFolder, type SuiteResult } from '../../../conformance/suites/suite';
import type { Arguments, ExitCode, Io, Verb } from '../verb';

const SHOWN = 5;

function print(io: Io, suite: string, result: SuiteResult, shown: number): void {
  io.stdout(`${suite} ${result.name} ${result.passed}/${result.total}\n`);
  for (const [reason, count] of Object.entries(result.skips ?? {})) io.stdout(`  skipped ${count}: ${reason}\n`);
  for (const [how, count] of Object.entries(result.notes ?? {})) io.stdout(`  ${count}: ${how}\n`);
  for (const { id, diff } of result.failures.slice(0, shown)) io.stdout(`  ${id}\n${diff}\n`);
}

function run({ files, options }: Arguments, io: Io): ExitCode {
  const wanted = options['suite'];
  const suites = SUITES.filter(({ name }) => wanted === undefined || name === wanted);
  if (suites.length === 0) {
    io.stderr(`error usage 0:0 no suite ${String(wanted)}; there are ${SUITES.map(({ name }) => name).join(', ')}\n`);
    return 2;
  }
  const shown = typeof options['failures'] === 'string' ? Number(options['failures']) : SHOWN;
  const [folder] = files;
  const results = suites.flatMap(({ name, run: replay }) =>
    replay(folder === undefined ? undefined : recordingsFolder(name, folder)).map((result) => ({
      suite: name,
      ...result,
    })),
  );
  const sum = (pick: (result: SuiteResult) => number): number => results.reduce((total, each) => total + pick(each), 0);
  const passed = sum((each) => each.passed);
  const failed = sum((each) => each.total - each.passed);
  if (options['json']) io.stdout(`${JSON.stringify({ results }, null, 1)}\n`);
  else for (const result of results) print(io, result.suite, result, shown);
  io.stdout(`${passed} passed, ${failed} failed, ${sum((each) => each.skipped)} skipped\n`);
  return failed === 0 ? 0 : 1;
}

/** Replays recordings of the real thing and says what differs. */
export const CONFORMANCE: Verb = {
  name: 'conformance',
  usage: `conformance [DIRECTORY] [--suite ${SUITES.map(({ name }) => name).join('|')}] [--failures N] [--json]`,
  valued: ['suite', 'failures'],
  run,
};
