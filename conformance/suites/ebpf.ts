import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printLbMaps } from '../../src/core/kubernetes/proxy/ebpf/print-lb-maps';
import { syncLbMaps } from '../../src/core/kubernetes/proxy/ebpf/sync-lb-maps';
import { directories } from './compiler/recordings';
import { newTally, projectFolder, type Suite, type SuiteResult, type Tally } from './suite';
import { printL3n4 } from '../../src/core/kubernetes/proxy/ebpf/addresses';
import type { Frontend } from '../../src/core/kubernetes/proxy/ebpf/frontends';
import { KUBERNETES_YAML } from '../../src/core/formats/kubernetes-yaml';
import { readObjectText } from '../../src/core/formats/kubernetes/read';
import { withDefaults } from '../../src/core/kubernetes/defaults';
import { readCiliumConfig, type CiliumConfig } from '../../src/core/kubernetes/proxy/ebpf/cilium-config';
import type { CiliumInput, CiliumNodeAddress } from '../../src/core/kubernetes/proxy/ebpf/context';
import type { NodeObject } from '../../src/core/kubernetes/types';

const PROJECT = 'conformance/recordings/ebpf';

function count(tally: Tally, id: string, expected: readonly string[], here: readonly string[]): void {
  tally.total++;
  const differs = difference(expected, here);
  if (differs === '' && expected.length === here.length) tally.passed++;
  else tally.failures.push({ id, diff: differs || '    as many times the same line' });
}

function replay(fixtures: readonly Fixture[]): SuiteResult[] {
  const [maps, ids, frontends] = [newTally(), newTally(), newTally()];
  for (const { name, input, config, expected, frontends: table, hasIds } of fixtures) {
    const compiled = syncLbMaps(input);
    const dump = printLbMaps(compiled, config);
    if (expected !== undefined) count(maps, name, withoutIds(expected), withoutIds(dump));
    if (expected !== undefined && hasIds) count(ids, name, linesOf(expected), linesOf(dump));
    if (table === undefined) continue;
    const { columns, rows } = frontendRows(table);
    count(frontends, name, rows, rowsOf(compiled.frontends, columns));
  }
  return [
    { name: 'maps', skipped: 0, ...maps },
    { name: 'numbers of an empty agent', skipped: 0, ...ids },
    { name: 'frontends', skipped: 0, ...frontends },
  ];
}

/** Load balancer maps of Cilium agents: one folder a moment, objects in, dumps out. */
export const EBPF_SUITE: Suite = {
  name: 'ebpf',
  run: (dir = projectFolder(PROJECT)) => {
    const places = [
      dir,
      join(dir, 'ebpf'),
      join(dir, 'fixtures'),
      join(dir, 'cilium/fixtures'),
      join(dir, 'corpus/cilium/fixtures'),
    ];
    const found = places.map((place) =>
      directories(place).filter((name) => existsSync(join(place, name, 'input.yaml'))),
    );
    const at = found.findIndex((names) => names.length > 0);
    const place = places[at];
    if (place === undefined) return [];
    const fixtures = (found[at] ?? []).map((name) => readFixture(join(place, name), name));
    return replay(fixtures).filter(({ total }) => total > 0);
  },
};

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** A dump with numbers replaced by what they stand for, sorted: numbers depend on what the agent did before. */
export function withoutIds(dump: string): string[] {
  const lines = linesOf(dump);
  const frontends = new Map<string, string>();
  const backends = new Map<string, string>();
  for (const line of lines) {
    const [, id = '', address = ''] = /^(?:SVC|BE): ID=(\d+) ADDR=(\S+)/.exec(line) ?? [];
    if (line.startsWith('BE:')) backends.set(id, address);
    else if (/^SVC:.* SLOT=0 /.test(line)) frontends.set(id, address);
  }
  const named = lines.map((line) => {
    const isBackend = line.startsWith('BE:');
    return line
      .replace(/\bBEID=(\d+)/, (_, id: string) => `BEID=${backends.get(id) ?? '?'}`)
      .replace(/(?<=INNER=\[).*(?=\])/, (inner) => innerText(inner, backends))
      .replace(/\bID=(\d+)/, (_, id: string) => (isBackend ? '' : `ID=${id === '0' ? 0 : (frontends.get(id) ?? '?')}`));
  });
  return named.toSorted();
}

const innerText = (inner: string, backends: ReadonlyMap<string, string>): string =>
  inner
    .split(', ')
    .map((each) => each.replace(/^\d+/, (id) => backends.get(id) ?? '?'))
    .toSorted()
    .join(', ');

/** A few lines: what one has and the other has not. */
function difference(expected: readonly string[], here: readonly string[]): string {
  const missing = expected.filter((line) => !here.includes(line)).map((line) => `    upstream: ${line}`);
  const extra = here.filter((line) => !expected.includes(line)).map((line) => `    here:     ${line}`);
  return [...missing, ...extra].slice(0, 12).join('\n');
}

type Row = Readonly<Record<string, string>>;

const TYPES = /^(?:ClusterIP|NodePort|LoadBalancer|ExternalIPs|HostPort|LocalRedirect)$/;
const ADDRESS = /^\S+:\d+\/(?:TCP|UDP|SCTP|ANY)(?:\/i)?,?$/;

/** One row of the table: cells are told apart by what they look like, since empty ones leave no trace. */
function readRow(line: string, columns: ReadonlySet<string>): Row {
  const [address = '', ...words] = line.trim().split(/\s+/);
  const row: Record<string, string> = { Address: address };
  for (const word of words) {
    if (ADDRESS.test(word)) row['Backends'] = `${row['Backends'] ?? ''}${word.replace(',', '')} `;
    else if (word === '+') break;
    else if (TYPES.test(word)) row['Type'] = word;
    else if (word.includes('/')) row['ServiceName'] = word;
    else if (columns.has('Status') && /^(?:Done|Pending|Error)$/.test(word)) continue;
    else row['PortName'] = word;
  }
  return row;
}

const COLUMNS = ['Address', 'Type', 'ServiceName', 'PortName', 'Backends'];

/** The rows of `db/show frontends`, with the columns it shows. */
function frontendRows(table: string): { readonly columns: readonly string[]; readonly rows: readonly string[] } {
  const [head = '', ...lines] = linesOf(table);
  const columns = new Set(head.trim().split(/\s+/));
  const shown = COLUMNS.filter((column) => columns.has(column));
  const rows = lines.map((line) => {
    const row = readRow(line, columns);
    return shown.map((column) => row[column]?.trim() ?? '').join(' | ');
  });
  return { columns: shown, rows: rows.toSorted() };
}

/** More backends than the table shows: `+ 4 more ...`. */
const SHOWN = 5;

/** The same rows of the compiler's frontends. */
function rowsOf(frontends: readonly Frontend[], columns: readonly string[]): string[] {
  const rows = frontends.map((frontend) => {
    const cells: Row = {
      Address: printL3n4(frontend),
      Type: frontend.type,
      ServiceName: frontend.serviceName,
      PortName: frontend.portName,
      Backends: frontend.backends.slice(0, SHOWN).map(printL3n4).join(' '),
    };
    return columns.map((column) => cells[column] ?? '').join(' | ');
  });
  return rows.toSorted();
}

/** One moment of an agent: the objects there are, and what is in its maps. */
interface Fixture {
  readonly name: string;
  readonly input: CiliumInput;
  readonly config: CiliumConfig;
  /** Sorted dump of the maps. */
  readonly expected?: string;
  /** Table of frontends with their backends. */
  readonly frontends?: string;
  /** The agent was empty before and nothing was taken away, so that numbers can be compared too. */
  readonly hasIds: boolean;
}

const textOf = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** A dump of a development version is of the release before it; what is newer than all has the newest. */
function releaseOf(source: string): string {
  if (/newer than/.test(source)) return '1.20';
  const [, minor, development] = /VERSION 1\.(\d+)[.\d]*(-dev)?/.exec(source) ?? [];
  return minor === undefined ? '1.20' : `1.${Number(minor) - (development ? 1 : 0)}`;
}

/** `--bpf-lb-mode=dsr --enable-service-topology`. */
function flagsIn(steps: string): Record<string, string> {
  const found: Record<string, string> = {};
  const [, line = ''] = /agent flags: (.*)/.exec(steps) ?? [];
  for (const [, name = '', value = 'true'] of line.matchAll(/--([\w-]+)(?:=(\S+))?/g)) found[name] = value;
  const [, size] = /maglev table size: (\d+)/.exec(steps) ?? [];
  return { ...found, ...(size ? { 'bpf-lb-maglev-table-size': size } : {}) };
}

/** The last words of each step of a kind. */
const stepsOf = (steps: string, command: string): string[][] =>
  [...steps.matchAll(new RegExp(`^\\s*${command} (.*)$`, 'gm'))].map(([, words = '']) => words.trim().split(/\s+/));

function nodeOf(name: string, steps: string): NodeObject {
  const labels = Object.fromEntries(
    (stepsOf(steps, 'test/set-node-labels').at(-1) ?? []).map((pair) => pair.split('=')),
  );
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, spec: {}, status: {} };
}

/** Backends whose last verdict is that they do not answer, if their Service has not been made anew since. */
function unhealthyIn(steps: string): string[] {
  const verdicts = new Map(
    stepsOf(steps, 'test/update-backend-health').map(([service, address, ok]) => [`${service} ${address}`, ok]),
  );
  return [...verdicts].filter(([, ok]) => ok === 'false').map(([backend]) => backend);
}

/** Rows of the agent's table of node addresses: documents without a kind. */
function addressesIn(text: string): CiliumNodeAddress[] {
  return readObjectText(text).documents.flatMap(({ value }) => {
    const row = value as Readonly<Record<string, unknown>> | null;
    if (typeof row?.['addr'] !== 'string' || 'kind' in row) return [];
    return [{ address: row['addr'], nodePort: row['nodeport'] === true }];
  });
}

/** Reads a folder of `input.yaml`, `STEPS`, `SOURCE` and what was dumped. */
function readFixture(folder: string, name: string): Fixture {
  const [steps, source] = [textOf(join(folder, 'STEPS')) ?? '', textOf(join(folder, 'SOURCE')) ?? ''];
  const yaml = textOf(join(folder, 'input.yaml')) ?? '';
  const parsed = KUBERNETES_YAML.parse(yaml);
  const [, node = 'testnode'] = /node name: (\S+)/.exec(steps) ?? [];
  const { config } = readCiliumConfig(flagsIn(steps));
  const empty = { nodes: [], pods: [], deployments: [], services: [], endpointSlices: [] };
  const cluster = withDefaults(parsed.ok ? parsed.value.value.cluster : empty);
  const own = cluster.nodes.some(({ metadata }) => metadata.name === node) ? [] : [nodeOf(node, steps)];
  const [expected, frontends] = [textOf(join(folder, 'expected.txt')), textOf(join(folder, 'frontends.txt'))];
  return {
    name,
    config,
    input: {
      cluster: { ...cluster, nodes: [...cluster.nodes, ...own] },
      node,
      config,
      release: releaseOf(source),
      nodeAddresses: addressesIn(yaml),
      unhealthy: unhealthyIn(steps),
    },
    hasIds: /IDs as allocated/.test(steps) && !/^\s*(?:k8s\/(?:update|delete)|db\/delete) /m.test(steps),
    ...(expected === undefined ? {} : { expected }),
    ...(frontends === undefined ? {} : { frontends }),
  };
}
