import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KUBERNETES_YAML } from '../../../src/core/formats/kubernetes-yaml';
import { readObjectText } from '../../../src/core/formats/kubernetes/read';
import { withDefaults } from '../../../src/core/kubernetes/defaults';
import { readCiliumConfig, type CiliumConfig } from '../../../src/core/kubernetes/proxy/ebpf/cilium-config';
import type { CiliumInput, CiliumNodeAddress } from '../../../src/core/kubernetes/proxy/ebpf/context';
import type { NodeObject } from '../../../src/core/kubernetes/types';

/** One moment of an agent: the objects there are, and what is in its maps. */
export interface Fixture {
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
export function readFixture(folder: string, name: string): Fixture {
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
