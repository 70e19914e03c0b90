import { expect, it } from 'vitest';
import { writeJunit } from './junit';
import { ranCommand } from './testing/run-command';

it('a report says what failed and what could not be said, and is XML whatever names hold', () => {
  const failure = 'a <b> & "c"\nd\u0000';
  const cases = [
    { name: '1: holds', file: 'x.reach', line: 1 },
    { name: '2: <never>', file: 'x.reach', line: 2, failure },
    { name: '3', file: 'x.reach', line: 3, error: 'not known' },
  ];
  expect(writeJunit('s', cases, 'rests')).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="3" failures="1" errors="1">
  <testsuite name="s" tests="3" failures="1" errors="1">
    <testcase classname="x.reach" name="1: holds"/>
    <testcase classname="x.reach" name="2: &lt;never&gt;"><failure message="a &lt;b&gt; &amp; &quot;c&quot;">x.reach:2: a &lt;b&gt; &amp; &quot;c&quot;&#10;d\ufffd</failure></testcase>
    <testcase classname="x.reach" name="3"><error message="not known">x.reach:3: not known</error></testcase>
    <system-out>rests</system-out>
  </testsuite>
</testsuites>
`);
});

/** What each element may hold (junit-10.xsd of Jenkins' xUnit plugin). */
const ALLOWED: Readonly<Record<string, { readonly in: string; readonly attributes: readonly string[] }>> = {
  testsuites: { in: '', attributes: ['name', 'time', 'tests', 'failures', 'errors'] },
  testsuite: { in: 'testsuites', attributes: ['name', 'tests', 'failures', 'errors', 'skipped', 'time', 'timestamp'] },
  testcase: { in: 'testsuite', attributes: ['name', 'time', 'classname', 'group'] },
  failure: { in: 'testcase', attributes: ['type', 'message'] },
  error: { in: 'testcase', attributes: ['type', 'message'] },
  skipped: { in: 'testcase', attributes: ['type', 'message'] },
  'system-out': { in: 'testsuite', attributes: [] },
};

/** What is not as the schema has it. */
function faultsOf(xml: string): readonly string[] {
  const open: string[] = [''];
  const faults: string[] = [];
  for (const [tag, end, name = '', attributes = '', empty] of xml.matchAll(
    /<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*) ?(\/?)>/g,
  )) {
    if (end) {
      if (open.pop() !== name) faults.push(tag);
      continue;
    }
    const names = [...attributes.matchAll(/ ([a-z]+)=/g)].map(([, each = '']) => each);
    const allowed = ALLOWED[name];
    const isFine =
      allowed !== undefined && allowed.in === open.at(-1) && names.every((each) => allowed.attributes.includes(each));
    if (!isFine) faults.push(tag);
    if (!empty) open.push(name);
  }
  return [...faults, ...open.slice(1)];
}

it('a report is as the schema of JUnit has it', async () => {
  const { out } = await ranCommand(['always', 'shop.reach', 'cluster.yaml', '--junit', '--coverage']);
  expect(faultsOf(out)).toEqual([]);
  expect(faultsOf(out.replace('classname=', 'file='))).not.toEqual([]);
  expect(out.match(/<testcase /g)?.length).toBeGreaterThan(10);
});

it('statements end with 0, 1 or 2, and their report and table say the same', async () => {
  const [json, junit, table] = await Promise.all([
    ranCommand(['always', 'shop.reach', 'cluster.yaml', '--json']),
    ranCommand(['always', 'shop.reach', 'cluster.yaml', '--junit']),
    ranCommand(['always', 'shop.reach', 'cluster.yaml', '--markdown']),
  ]);
  expect(json.code).toBe(1);
  const { statements } = JSON.parse(json.out) as { statements: { state: string }[] };
  expect(statements.map(({ state }) => state)).toEqual(['holds', 'holds', 'broken', 'unread']);
  expect(junit.out).toContain('tests="4" failures="1" errors="1"');
  expect(table.out.split('\n').filter((line) => line.startsWith('| ')).length).toBe(statements.length + 2);
});

it('says which classes of packets no statement is about, in each form', async () => {
  const call = ['always', 'all.reach', 'cluster.yaml', '--coverage'];
  const files = { 'all.reach': 'client -> web\nnever outside -> client\n10.250.0.0/16 -> web\n' };
  const [json, junit, table] = await Promise.all(
    ['--json', '--junit', '--markdown'].map((form) => ranCommand([...call, form], { files })),
  );
  const { coverage } = JSON.parse(json?.out ?? '') as {
    coverage: { flows: number; touched: number; untouched: { from: string; to: string; asks: string }[] };
  };
  const names = coverage.untouched.map(({ from, to, asks }) => `${from} -> ${to} ${asks}`);
  expect(coverage.touched).toBeGreaterThan(0);
  expect(coverage.touched).toBeLessThan(coverage.flows);
  // Somebody asks a Pod by its own address: no statement is about that but the one of the client.
  expect(names.some((name) => name.includes('shop/web-1'))).toBe(true);
  expect(names.filter((name) => name.startsWith('outside') && name.includes('shop/client'))).toEqual([]);
  expect(junit?.out).toContain(`skipped="${names.length}"`);
  expect(table?.out.split('\n').filter((line) => line.startsWith('| ')).length).toBe(3 + 2 + names.length + 2);
});
