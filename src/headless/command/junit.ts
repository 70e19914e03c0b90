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

/** What a case came to: the first line of it as its message, all of it as its text. */
function writeResult(kind: 'failure' | 'error', text: string, { file, line }: JunitCase): string {
  const [first = ''] = text.split('\n');
  return `<${kind} message="${escaped(first)}">${escaped(`${file}:${line}: ${text}`)}</${kind}>`;
}

function writeCase(each: JunitCase): string {
  const { name, file, failure, error, skipped } = each;
  const head = `    <testcase classname="${escaped(file)}" name="${escaped(name)}"`;
  if (failure !== undefined) return `${head}>${writeResult('failure', failure, each)}</testcase>`;
  if (skipped !== undefined) return `${head}><skipped message="${escaped(skipped)}"/></testcase>`;
  return error === undefined ? `${head}/>` : `${head}>${writeResult('error', error, each)}</testcase>`;
}

/**
 * A report as JUnit writes it, for what shows checks of a job: elements and attributes that junit-10.xsd of Jenkins' xUnit
 * plugin has. `remarks`: what all of it rests on.
 */
export function writeJunit(suite: string, cases: readonly JunitCase[], remarks = ''): string {
  const count = (which: 'failure' | 'error' | 'skipped'): number =>
    cases.filter((each) => each[which] !== undefined).length;
  const sums = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}"`;
  const left = count('skipped');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${sums}>`,
    `  <testsuite name="${escaped(suite)}" ${sums}${left > 0 ? ` skipped="${left}"` : ''}>`,
    ...cases.map(writeCase),
    ...(remarks === '' ? [] : [`    <system-out>${escaped(remarks)}</system-out>`]),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
