/** One thing that was checked. */
export interface JunitCase {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Evidence that it is not so; absent: it is. */
  readonly failure?: string;
  /** The reason it could not be said. */
  readonly error?: string;
  /** Why it was not checked. */
  readonly skipped?: string;
}

/** Letters that XML 1.0 has no way to write. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escaped = (text: string): string =>
  text
    .replaceAll(UNWRITABLE, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');

function writeCase(suite: string, { name, file, line, failure, error, skipped }: JunitCase): string {
  const head = `    <testcase classname="${escaped(suite)}" name="${escaped(name)}" file="${escaped(file)}" line="${line}"`;
  if (failure !== undefined) return `${head}><failure message="${escaped(failure)}"/></testcase>`;
  if (skipped !== undefined) return `${head}><skipped message="${escaped(skipped)}"/></testcase>`;
  return error === undefined ? `${head}/>` : `${head}><error message="${escaped(error)}"/></testcase>`;
}

/** A report as JUnit writes it, for what shows checks of a job. */
export function writeJunit(suite: string, cases: readonly JunitCase[]): string {
  const count = (which: 'failure' | 'error' | 'skipped'): number =>
    cases.filter((each) => each[which] !== undefined).length;
  const sums = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}"`;
  const left = count('skipped');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${sums}>`,
    `  <testsuite name="${escaped(suite)}" ${sums}${left > 0 ? ` skipped="${left}"` : ''}>`,
    ...cases.map((each) => writeCase(suite, each)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
