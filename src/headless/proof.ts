import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { extensions, type ComparedRecordings, type Proof, type ProofRun } from '../content/proof/proof';
import { PROXY_MODE_IDS } from '../core/kubernetes/mode-ids';
import { SUITES } from '../../conformance/suites';
import { WHOLE, type SuiteResult } from '../../conformance/suites/suite';

const MODES: ReadonlySet<string> = new Set(PROXY_MODE_IDS);

/**
 * Replays the recordings and lists the extensions: what the help page shows. `shared`: the folder with
 * all recordings; where it is missing, what was last known of them (`before`) stays.
 */
export function makeProof(shared: string, before: Proof | undefined): Proof {
  const project: ProofRun = {
    recordings: 'project',
    command: 'npm run -s headless -- conformance',
    compared: SUITES.flatMap(({ name, run }) => run().map((result) => comparedOf(name, result))),
  };
  const whole = wholeRun(shared) ?? before?.runs.find(({ recordings }) => recordings === 'whole');
  return { runs: whole ? [project, whole] : [project], extensions: extensions() };
}

function wholeRun(shared: string): ProofRun | undefined {
  const present = SUITES.filter(({ name }) => existsSync(join(shared, WHOLE[name] ?? '', 'README.md')) && WHOLE[name]);
  if (present.length === 0) return undefined;
  const compared = present.flatMap(({ name, run }) =>
    run(join(shared, WHOLE[name] ?? '')).map((result) => comparedOf(name, result)),
  );
  return { recordings: 'whole', command: 'npm run -s headless -- conformance DIRECTORY --suite NAME', compared };
}

function comparedOf(suite: string, { name, passed, total, skips }: SuiteResult): ComparedRecordings {
  const [first = '', ...rest] = name.split(' ');
  const isMode = MODES.has(first);
  return {
    suite,
    ...(isMode ? { mode: first } : {}),
    what: isMode ? rest.join(' ') : name,
    passed,
    total,
    ...(skips && Object.keys(skips).length > 0 ? { skips } : {}),
  };
}
