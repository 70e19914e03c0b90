import { describe, expect, it } from 'vitest';
import { findOfServices } from '../service-findings';
import { EMPTY_CLUSTER } from '../../../kubernetes/build';
import type { ServiceObject } from '../../../kubernetes/types';
import { findKnown } from './find-known';
import { findMade } from './find-made';

const find = (text: string) => findMade([{ text }]);
const ids = (text: string): readonly string[] => find(text).map(({ id }) => id);
const fenced = (yaml: string): string => `\`\`\`yaml\n${yaml}\`\`\`\n`;

describe('one object at two times', () => {
  const SERVICE = (fields: string): string =>
    fenced(`apiVersion: v1\nkind: Service\nmetadata:\n  name: till\n  namespace: shop\nspec:\n${fields}`);
  const told = (before: string, after: string) =>
    find(`This does not work:\n${SERVICE(before)}\nThis works:\n${SERVICE(after)}`)[0];

  it.each([
    ['  externalTrafficPolicy: Local\n', '  externalTrafficPolicy: Cluster\n', 'policy'],
    ['  selector: {app: till}\n', '  selector: {app: desk}\n', 'endpoints'],
    ['  type: ClusterIP\n', '  type: NodePort\n', 'type'],
    ['  ports: [{port: 80}]\n', '  ports: [{port: 80, targetPort: 8080}]\n', 'podPort'],
    ['  ports: [{port: 80}]\n', '  ports: [{port: 81}]\n', 'ports'],
    ['  externalName: 192.0.2.4\n', '  externalName: till.example\n', 'name'],
    ['  trafficDistribution: x\n', '  trafficDistribution: y\n', 'untold'],
  ])('%s', (before, after, effect) => {
    const finding = told(before, after);
    expect([finding?.id, finding?.severity, finding?.says.values?.['effect']]).toEqual([
      'object-times',
      'warning',
      effect,
    ]);
  });

  it('the change as a command, where no list is in it', () => {
    const finding = told('  externalTrafficPolicy: Local\n', '  type: NodePort\n');
    expect(finding?.says.values?.['changes']).toBe('spec.externalTrafficPolicy Local → –; spec.type – → NodePort');
    expect(finding?.next.values?.['patch']).toBe(
      `kubectl -n shop patch service till --type=merge -p '{"spec":{"externalTrafficPolicy":null,"type":"NodePort"}}'`,
    );
    expect(told('  ports: [{port: 80}]\n', '  ports: [{port: 81}]\n')?.next.values?.['patch']).toBe('none');
    expect(told('  a: "1"\n', '  a: 2\n')?.next.values?.['patch']).toBe('none');
  });
});

describe('one number for two protocols', () => {
  const HEADER = 'NAME   TYPE       CLUSTER-IP   EXTERNAL-IP   PORT(S)                     AGE';
  const listed = (ports: string): string =>
    `$ kubectl get svc till\n${HEADER}\ntill   NodePort   10.96.3.3    <none>        ${ports}   4m\n`;
  const OLD = '80:30080/TCP,80:30080/UDP';
  const between = (command: string, ports: string, words = ''): string =>
    `${words}\n\`\`\`\n${listed(OLD)}$ ${command}\n${listed(ports)}\`\`\`\n`;

  it('of which an apply changed one', () => {
    const finding = find(between('kubectl apply -f till.yaml', '80:30180/TCP,80:30080/UDP'))[0];
    expect([finding?.id, finding?.says.values?.['by'], finding?.next.values?.['file']]).toEqual([
      'twin-ports',
      'listings',
      'till.yaml',
    ]);
  });

  it.each([
    ['both', between('kubectl apply -f till.yaml', '80:30180/TCP,80:30180/UDP')],
    ['by the server', between('kubectl apply --server-side -f till.yaml', '80:30180/TCP,80:30080/UDP')],
    ['replaced', between('kubectl replace -f till.yaml', '80:30180/TCP,80:30080/UDP')],
    [
      'two numbers',
      between('kubectl apply -f till.yaml', '80:30180/TCP,81:30080/UDP').replace(OLD, '80:30080/TCP,81:30080/UDP'),
    ],
  ])('is no finding: %s', (_how, text) => expect(ids(text)).not.toContain('twin-ports'));

  it('by the words alone', () => {
    const words = (said: string): string => `${said}\n\n\`\`\`\n$ kubectl apply -f till.yaml\n${listed(OLD)}\`\`\`\n`;
    expect(find(words('The UDP port is missing.'))[0]?.says.values?.['by']).toBe('words');
    expect(ids(words('All is well.'))).toEqual([]);
  });
});

describe('pools of MetalLB', () => {
  const pool = (allocation: string): string =>
    fenced(
      `apiVersion: metallb.io/v1beta1\nkind: IPAddressPool\nmetadata:\n  name: lan\nspec:\n  addresses: [192.0.2.0/28]\n${allocation}`,
    );
  it('with a priority that select nobody', () => {
    const finding = find(`### MetalLB Version\n\nv0.14.8\n\n${pool('  serviceAllocation: {priority: 4}\n')}`)[0];
    expect([finding?.id, finding?.says.values?.['version']]).toEqual(['pool-allocation', '0.14.8']);
    // A shell takes braces and quotation marks apart.
    expect(finding?.next?.values?.['patch']).toMatch(/^'\{.*\}'$/);
  });
  it.each(['', '  serviceAllocation: {namespaces: [shop]}\n', '  serviceAllocation: {serviceSelectors: [{}]}\n'])(
    'are taken: %s',
    (allocation) => expect(ids(pool(allocation))).toEqual([]),
  );
});

describe('labels of a chart', () => {
  const service = (selector: string): string =>
    fenced(`kind: Service\nmetadata:\n  name: till\nspec:\n  selector:\n${selector}`);
  const workload = (labels: string): string =>
    fenced(
      `kind: Deployment\nspec:\n  selector:\n    matchLabels:\n      app: till\n  template:\n    metadata:\n      labels:\n${labels}    spec: {}\n`,
    );
  const VALUES = '    {{- toYaml .Values.labels | nindent 4 }}\n';
  const OWN = '        {{- toYaml .Values.labels | nindent 8 }}\n';

  it.each([
    ['a template beside a literal', service(VALUES) + workload('        app: till\n'), '.Values.labels'],
    [
      'a literal beside a template',
      service('    app: desk\n') + workload('        app: {{ .Chart.Name }}\n'),
      'app: desk',
    ],
    [
      'a key that is not there',
      service('    tier: {{ .Values.tier }}\n') + workload('        app: till\n'),
      'tier: {{ .Values.tier }}',
    ],
  ])('%s', (_how, text, lack) => {
    const finding = find(text)[0];
    expect([finding?.id, finding?.says.values?.['lack']]).toEqual(['template-labels', lack]);
  });

  it.each([
    ['the same on both sides', service(VALUES) + workload(OWN)],
    ['from two places', service(VALUES) + workload('        {{- include "till.labels" . | nindent 8 }}\n')],
    [
      'one of several that are there',
      service('    app: {{ .Chart.Name }}\n') + workload('        app: {{ .Chart.Name }}\n        tier: a\n'),
    ],
    ['no template at all', service('    app: desk\n') + workload('        app: till\n')],
    ['two Services', service(VALUES) + service('    app: till\n') + workload('        app: till\n')],
  ])('are no finding: %s', (_how, text) => expect(ids(text)).toEqual([]));

  it('by the words alone', () => {
    const words =
      'Changing the labels of the helm chart breaks the Service selector\nThe endpoints are empty: <none>\n';
    expect(findKnown([{ text: words }]).map(({ id }) => id)).toContain('known-chart-labels');
    expect(findKnown([{ text: words.replace('helm chart', 'manifest') }]).map(({ id }) => id)).not.toContain(
      'known-chart-labels',
    );
  });
});

it('an Endpoints object that holds no more', () => {
  const text = (state: string): string =>
    `metadata:\n  annotations:\n    endpoints.kubernetes.io/over-capacity: ${state}\n`;
  expect(findKnown([{ text: text('truncated') }]).map(({ id, severity }) => [id, severity])).toEqual([
    ['known-endpoints-cut', 'error'],
  ]);
  expect(findKnown([{ text: text('warning') }])).toEqual([]);
});

it('an address as an external name, with the objects that do for it', () => {
  const service = (externalName: string): ServiceObject => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'till', namespace: 'shop' },
    spec: { type: 'ExternalName', externalName, ports: [{ name: 'web', port: 80 }] },
  });
  const of = (name: string) => findOfServices({ ...EMPTY_CLUSTER, services: [service(name)] });
  expect(of('192.0.2.4').map(({ id }) => id)).toEqual(['external-name-address']);
  expect(String(of('fd00::4')[0]?.next.values?.['yaml'])).toContain(
    "addressType: IPv6\nports: [{name: web, port: 80}]\nendpoints: [{addresses: ['fd00::4']}]",
  );
  expect(of('till.example')).toEqual([]);
});
