import { expect, it } from 'vitest';
import { createDerive } from '../../document/derive';
import { emptyDocument } from '../../document/document';
import { replaceCluster } from '../../document/edits/cluster';
import { Memo } from '../../lib/memo';
import { buildCluster, node, pod } from '../build';
import type { ContainerPort, PodObject } from '../types';
import { admittedByNode } from './host-ports';

const wanting = (name: string, ...ports: readonly Partial<ContainerPort>[]): PodObject =>
  pod(name, {
    node: 'node1',
    ips: [`10.244.1.${name.length}`],
    containers: [{ name: 'c', ports: ports.map((port) => ({ containerPort: 80, ...port })) }],
  });

it.each([
  ['the same port', [{ hostPort: 81 }], [{ hostPort: 81 }], true],
  ['another port', [{ hostPort: 81 }], [{ hostPort: 82 }], false],
  ['another protocol', [{ hostPort: 81 }], [{ hostPort: 81, protocol: 'UDP' }], false],
  ['two addresses', [{ hostPort: 81, hostIP: '127.0.0.1' }], [{ hostPort: 81, hostIP: '172.18.0.2' }], false],
  ['one address and any', [{ hostPort: 81, hostIP: '127.0.0.1' }], [{ hostPort: 81 }], true],
  ['one of two', [{ hostPort: 81 }], [{ hostPort: 82 }, { hostPort: 81 }], true],
] as const)('a Pod whose hostPort another has is not admitted: %s', (_case, first, second, isTwice) => {
  const pods = [wanting('a', ...first), wanting('bb', ...second)];
  const { mappings = [], twice = [] } = admittedByNode(pods, new Memo()).get('node1') ?? {};
  expect(mappings.map(({ pod: { name } }) => name)).toEqual(isTwice ? ['a'] : ['a', ...second.map(() => 'bb')]);
  expect(twice.map((each) => [each.pod.name, each.first.name, each.port])).toEqual(isTwice ? [['bb', 'a', 81]] : []);
});

it('no rule leads to it, and its node says so', () => {
  const cluster = buildCluster(
    node('node1', { addresses: ['172.18.0.2'], podCIDRs: ['10.244.1.0/24'] }),
    wanting('a', { hostPort: 81 }),
    wanting('bb', { hostPort: 81 }),
  );
  const { findings } = createDerive()(replaceCluster(emptyDocument(), cluster));
  const said = findings.filter(({ message: { id } }) => id === 'kubernetes.writers.host-port-twice');
  expect(said.map(({ message: { values } }) => values)).toEqual([
    { node: 'node1', pod: 'default/bb', first: 'default/a', port: 81 },
  ]);
});
