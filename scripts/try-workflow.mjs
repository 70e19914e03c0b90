// Runs the steps of docs/ci/rulewalk.yml, and of action.yml that it uses, as a runner of GitHub does: with bash, on a checkout of
// two commits, with the package that was packed in place of a release.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';

/** A workload and its Service, as people keep them: without addresses and without a state. */
const manifests = (port) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, ports: [{ containerPort: 8080 }] }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: client, namespace: shop }
spec:
  replicas: 1
  selector: { matchLabels: { app: client } }
  template:
    metadata: { labels: { app: client } }
    spec: { containers: [{ name: client }] }
---
apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec: { selector: { app: web }, ports: [{ port: 80, targetPort: ${port} }] }
`;
const STATEMENTS = 'shop/client -> shop/web\nnever outside -> shop/web\n';

/** The value of every `${{ }}` that the sample and the action use. */
function filled(text, values) {
  return text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name) => values[name] ?? '');
}

/** Lines `name=value` of a file of the runner. */
const outputs = (path) =>
  Object.fromEntries(
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** A checkout of two commits, the second of which is the change. */
function makeCheckout(checkout, change, run) {
  const git = (...words) =>
    run('git', ['-C', checkout, '-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...words]);
  mkdirSync(join(checkout, 'manifests/shop'), { recursive: true });
  git('init', '-q');
  for (const port of [8080, change]) {
    writeFileSync(join(checkout, 'manifests/shop/web.yaml'), manifests(port));
    writeFileSync(join(checkout, 'shop.reach'), STATEMENTS);
    git('add', '.');
    git('commit', '-q', '--allow-empty', '-m', String(port));
  }
}

/** The steps of the workflow on a change; the exit code of each that ran, and what the job's summary holds. */
function runWorkflow({ root, folder, tarball, run }, change) {
  const checkout = join(folder, `checkout-${change}`);
  const temp = join(folder, `runner-${change}`);
  mkdirSync(temp, { recursive: true });
  makeCheckout(checkout, change, run);
  const files = { GITHUB_OUTPUT: join(temp, 'output'), GITHUB_STEP_SUMMARY: join(temp, 'summary') };
  for (const path of Object.values(files)) writeFileSync(path, '');
  const release = {
    PACKAGE: pathToFileURL(tarball).href,
    SUM: createHash('sha256').update(readFileSync(tarball)).digest('hex'),
  };
  const bash = (script, env) =>
    run('bash', ['-e', '-o', 'pipefail', '-c', `cd '${checkout}'\n${script}`], {
      env: { ...files, RUNNER_TEMP: temp, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, ...env },
    });
  const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')).runs.steps[0];
  const { steps } = parse(readFileSync(join(root, 'docs/ci/rulewalk.yml'), 'utf8')).jobs.packets;
  const values = {};
  const codes = [];
  for (const { id, run: script, uses = '', env, with: inputs = {} } of steps) {
    if (script === undefined && !uses.includes('/rulewalk@')) continue;
    const asked = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`inputs.${name}`, value]));
    const own = script === undefined ? action : { run: script, env };
    const set = Object.entries({ ...own.env, ...(own.env?.SUM ? release : {}) });
    const ran = bash(
      filled(own.run, values),
      Object.fromEntries(set.map(([name, value]) => [name, filled(value, asked)])),
    );
    codes.push(ran.code);
    for (const [name, value] of Object.entries(outputs(files.GITHUB_OUTPUT)))
      values[`steps.${id}.outputs.${name}`] ??= value;
  }
  const summary = readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8');
  return { codes, summary, junit: readFileSync(join(checkout, 'reach.xml'), 'utf8') };
}

/**
 * Runs the sample workflow on a change that harms nothing, and on one that does.
 *
 * @param {{ root: string, folder: string, tarball: string, run: Function, hold: Function }} tools
 */
export function tryWorkflow(tools) {
  const { hold } = tools;
  const good = runWorkflow(tools, 8080);
  hold(
    'the sample workflow passes a change that harms nothing',
    good.codes.every((code) => code === 0),
    JSON.stringify(good),
  );
  const bad = runWorkflow(tools, 9090);
  hold(
    'it fails one that does',
    bad.codes.slice(0, 2).every((code) => code === 0) && bad.codes[2] === 1,
    JSON.stringify(bad),
  );
  hold('its report says which statement broke', bad.junit.includes('<failure') && good.junit.includes('failures="0"'));
}
