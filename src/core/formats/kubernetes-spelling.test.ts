import { describe, expect, it } from 'vitest';
import { finished } from '../lib/scan';
import { readManifest } from './kubernetes-yaml';

const object = (kind: string, spec: string, { version = 'v1', meta = '' } = {}): string =>
  `apiVersion: ${version}\nkind: ${kind}\nmetadata: {name: web, namespace: shop${meta}}\nspec: ${spec}\n---\napiVersion: v1\nkind: Node\nmetadata: {name: n1}\n`;

/** The last words of what is said, with the path and what is meant; and how many Services stay. */
function read(text: string) {
  const result = finished(readManifest(text));
  const diagnostics = result.ok ? result.value.diagnostics : result.error;
  return {
    services: result.ok ? result.value.value.cluster.services.length : 0,
    said: diagnostics.map(({ severity, message, path }) =>
      [severity, message.id.split('.').at(-1), path, message.values?.['meant'] ?? ''].join(' ').trim(),
    ),
  };
}

const PORT = '{ports: [{port: 80}]}';

describe('a kind that the API does not have', () => {
  it.each([
    ['Servce', 'v1', 'Service'],
    ['Pdo', 'v1', 'Pod'],
    ['Deploymnet', 'apps/v1', 'Deployment'],
    ['NetworkPolcy', 'networking.k8s.io/v1', 'NetworkPolicy'],
  ])('%s of %s: %s is meant', (kind, version, meant) =>
    expect(read(object(kind, PORT, { version })).said).toEqual([`error kind-meant ${kind} shop/web kind ${meant}`]),
  );

  it.each([
    ['Services', 'example.org/v1'],
    ['ServiceAccount', 'v1'],
    ['Secret', 'v1'],
    ['IngressClass', 'networking.k8s.io/v1'],
    ['PodDisruptionBudget', 'policy/v1'],
  ])('is not %s of %s', (kind, version) =>
    expect(read(object(kind, PORT, { version })).said.join()).not.toContain('kind-meant'),
  );
});

describe('a field that the API does not have', () => {
  it.each([
    ['Service', '{ports: [{port: 80, targetport: 8080}]}', 'spec.ports[0].targetport targetPort'],
    ['Service', '{ports: [{port: 80, nodeprt: 30080}]}', 'spec.ports[0].nodeprt nodePort'],
    ['Service', '{selektor: {app: web}, ports: [{port: 80}]}', 'spec.selektor selector'],
    ['Pod', '{contaners: [{name: c}]}', 'spec.contaners containers'],
    [
      'Pod',
      '{containers: [{name: c, ports: [{containerport: 80, containerPort: 80}]}]}',
      'spec.containers[0].ports[0].containerport containerPort',
    ],
  ])('of a %s %s: %s', (kind, spec, said) =>
    expect(read(object(kind, spec)).said).toContain(`warning field-meant ${kind} shop/web ${said}`),
  );

  it('is none of those that walks do not ask for', () => {
    const spec = '{ipFamily: IPv4, topologyKeys: [], ports: [{port: 80}]}';
    expect(
      read(object('Service', spec, { meta: ', generation: 3, finalizers: [], resourceVersion: "7"' })).said,
    ).toEqual([]);
    expect(
      read(object('Pod', '{hostPID: true, hostUsers: false, nodeSelector: {}, priority: 0, containers: []}')).said,
    ).toEqual([]);
  });

  it('is in nothing that the API server printed', () =>
    expect(read(object('Service', '{ports: [{port: 80, targetport: 8080}]}', { meta: ', uid: a' })).said).toEqual([]));
});

describe('what an API server refuses of a Service', () => {
  it.each([
    ['{clusterIP: 10.96.0.300, ports: [{port: 80}]}', 0, ['error cluster-ip Service shop/web spec.clusterIP']],
    ['{clusterIPs: [10.96.0], ports: [{port: 80}]}', 0, ['error cluster-ip Service shop/web spec.clusterIPs[0]']],
    ['{clusterIP: None, ports: [{port: 80}]}', 1, []],
    ['{clusterIP: "fd00::10", ports: [{port: 80}]}', 1, []],
    ['{ports: [{port: 80, nodePort: 8080}]}', 1, ['warning node-port-range Service shop/web spec.ports[0].nodePort']],
    ['{ports: [{port: 80, nodePort: 32767}]}', 1, []],
  ])('%s', (spec, services, said) => {
    const { said: all, services: kept } = read(object('Service', spec));
    expect(all).toEqual(said);
    if (said[0]?.startsWith('warning') ?? true) expect(kept).toBe(services);
  });

  it('but for a range that its flags tell, and what it printed itself', () => {
    const spec = '{ports: [{port: 80, nodePort: 8080}]}';
    const flags = `---\nkind: ConfigMap\nmetadata: {name: kubeadm-config, namespace: kube-system}\ndata: {ClusterConfiguration: "apiServer: {extraArgs: {service-node-port-range: 8000-9000}}"}\n`;
    expect(read(object('Service', spec) + flags).said.join()).not.toContain('node-port-range');
    expect(read(object('Service', spec, { meta: ', uid: a' })).said).toEqual([]);
  });
});
