import { expect, it } from 'vitest';
import { WEB_TWO_NODES } from '../../../content/examples/web-two-nodes';
import { portsLike, serviceNamed } from './parts.model';

const { cluster } = WEB_TWO_NODES.document();

it.each([
  ['', 3, ['default/kubernetes 0', 'kube-system/kube-dns 0', 'kube-system/kube-dns 1']],
  ['KUBE-DNS', 9, ['kube-system/kube-dns 0', 'kube-system/kube-dns 1']],
  ['dns-tcp', 9, ['kube-system/kube-dns 1']],
  ['no such', 9, []],
])('ports like %j, at most %i', (typed, most, lines) => {
  const found = portsLike(cluster, typed, most).map(
    ({ wanted: { namespace, serviceName, index } }) => `${namespace}/${serviceName} ${index}`,
  );
  expect(found.toSorted()).toEqual([...lines].toSorted());
});

it('finds a Service in its namespace only', () => {
  expect(serviceNamed(cluster, { namespace: 'default', serviceName: 'web' })?.metadata.name).toBe('web');
  expect(serviceNamed(cluster, { namespace: 'kube-system', serviceName: 'web' })).toBeUndefined();
});
