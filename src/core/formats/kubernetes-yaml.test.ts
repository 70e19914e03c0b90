import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KUBERNETES_YAML, makeManifest, type Manifest } from './kubernetes-yaml';
import type { Diagnostic } from './format';

function read(text: string): { value: Manifest; diagnostics: readonly Diagnostic[] } {
  const parsed = KUBERNETES_YAML.parse(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}

/** `line:column phrase` of every message, of a text that may fail as a whole. */
function said(text: string): string[] {
  const parsed = KUBERNETES_YAML.parse(text);
  const diagnostics = parsed.ok ? parsed.value.diagnostics : parsed.error;
  return diagnostics.map(({ span, message }) => `${span?.line ?? 0}:${span?.column ?? 0} ${message.id}`);
}

const WEB = `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: NodePort
  selector: {app: web}
  ports:
  - port: 80
    targetPort: http
    nodePort: 30080
`;

describe('reading', () => {
  it('sorts objects of several documents and Lists by kind', () => {
    const { value, diagnostics } = read(`${WEB}---
# only a comment
---
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: node1}}
- {apiVersion: v1, kind: Pod, metadata: {name: a}}
---
kind: PodList
apiVersion: v1
items:
- metadata: {name: b, namespace: shop}
  spec: {nodeName: node1}
`);
    expect(diagnostics).toEqual([]);
    expect(value.names).toEqual(['Service default/web', 'Node node1', 'Pod default/a', 'Pod shop/b']);
    expect(value.cluster.pods[1]).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'b', namespace: 'shop' },
      spec: { nodeName: 'node1' },
    });
  });

  it.each([
    ['yes is a boolean', 'publishNotReadyAddresses: yes', { publishNotReadyAddresses: true }],
    ['a date is a text', 'x: 2026-01-01', { x: '2026-01-01' }],
    ['12:30 is a text', 'x: 12:30', { x: '12:30' }],
    ['017 is octal', 'x: 017', { x: 15 }],
    ['null is not set', 'selector: null', {}],
  ])('reads as kubectl: %s', (_, line, spec) => {
    const { value } = read(
      `{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {${line}}}`.replace('{apiV', '\n{apiV'),
    );
    expect(value.cluster.services[0]?.spec).toEqual(spec);
  });

  it.each(['EventList', 'ReplicaSetList', 'ConfigMapList', 'NodeList', 'NetworkPolicyList', 'ServiceList'])(
    'items of a %s leave out their kind, as in Go’s JSON',
    (kind) => {
      const items = [{ metadata: { name: 'a', namespace: 'b' } }];
      const { value } = read(JSON.stringify({ kind, apiVersion: 'v1', metadata: {}, items }));
      const { nodes, services, others = [] } = value.cluster;
      const all = [...nodes, ...services, ...others];
      expect(all.every((object) => typeof object.kind === 'string' && object.apiVersion === 'v1')).toBe(true);
    },
  );

  it('merges and follows aliases', () => {
    const { value } = read(
      `kind: Pod\napiVersion: v1\nmetadata:\n  name: a\n  labels: &l {app: x}\n  annotations:\n    <<: *l\n    b: c\n`,
    );
    expect(value.cluster.pods[0]?.metadata.annotations).toEqual({ app: 'x', b: 'c' });
  });

  it('reads JSON, and its positions when asked', () => {
    const json = '{"kind":"Service","apiVersion":"v1",\n "metadata":{"name":"web"},\n "spec":{"ports":[{"port":80}]}}';
    const { value } = read(json);
    expect(value.cluster.services).toHaveLength(1);
    expect(value.spanOf('Service default/web spec.ports[0].port')).toMatchObject({ line: 3, column: 20 });
  });

  it('makes slices of Endpoints, unless slices speak for the Service', () => {
    const endpoints =
      'kind: Endpoints\napiVersion: v1\nmetadata: {name: web}\nsubsets:\n- addresses: [{ip: 10.0.0.1, nodeName: node1}]\n  notReadyAddresses: [{ip: 10.0.0.2}]\n  ports: [{port: 8080}]\n';
    const slice =
      'kind: EndpointSlice\napiVersion: discovery.k8s.io/v1\nmetadata: {name: web-x, labels: {kubernetes.io/service-name: web}}\naddressType: IPv4\n';
    const { value } = read(endpoints);
    expect(value.cluster.endpointSlices[0]).toMatchObject({
      addressType: 'IPv4',
      ports: [{ name: '', protocol: 'TCP', port: 8080 }],
      endpoints: [
        { addresses: ['10.0.0.1'], conditions: { ready: true }, nodeName: 'node1' },
        { addresses: ['10.0.0.2'], conditions: { ready: false } },
      ],
    });
    expect(said(endpoints)).toEqual(['0:0 document.manifest.endpoints']);
    expect(read(`${endpoints}---\n${slice}`).value.cluster.endpointSlices).toHaveLength(1);
    expect(said(`${endpoints}---\n${slice}`)).toEqual(['0:0 document.manifest.endpoints-unused']);
  });

  it('keeps fields and kinds it does not know, and prints them back', () => {
    const ingress = 'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: i\nspec:\n  rules: []\n';
    const text = 'apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: i\nspec:\n  rules: []\n';
    const { value, diagnostics } = read(`${WEB}  strange: [1, {a: b}]\n---\n${text}---\n${ingress}`);
    expect(diagnostics.map(({ code, path }) => [code, path])).toEqual([['irrelevant', 'Job default/i']]);
    const printed = KUBERNETES_YAML.print(value);
    expect(printed).toContain('strange:\n  - 1\n  - a: b\n');
    expect(printed).toContain(text);
    expect(printed).toContain(ingress);
  });
});

describe('errors and their places', () => {
  it.each([
    ['a: [1,\nb: 2', ['2:1 document.manifest.yaml']],
    ['a: "x\nb: y', ['2:5 document.manifest.yaml']],
    ['\ta: 1', ['1:1 document.manifest.yaml']],
    ['hello', ['1:1 document.manifest.not-object']],
    ['- 1\n- 2', ['1:1 document.manifest.not-object']],
    ['metadata: {name: a}', ['1:1 document.manifest.no-kind']],
    ['kind: Pod\nmetadata:\n  name: 12\n', ['3:3 document.manifest.type']],
    ['kind: Pod\nmetadata: {}\n', ['2:1 document.manifest.type']],
    ['apiVersion: v1\nkind: Pod\n', ['1:1 formats.manifest.cut-off']],
    [WEB.replace('port: 80', 'port: http'), ['9:5 document.manifest.type']],
    [WEB.replace('port: 80', 'port: 8.5'), ['9:5 document.manifest.type']],
    [WEB.replace('NodePort', 'nodeport'), ['6:3 document.manifest.type']],
    [`${WEB}  type: ClusterIP\n`, ['12:3 document.manifest.duplicate-key']],
    ['kind: Pod\n? {a: b}\n: 1\n', ['2:3 document.manifest.key']],
    [`${WEB}---\n${WEB}`, ['16:3 document.manifest.twice']],
    ['{"kind": "Pod",\n "metadata": }', ['2:2 document.manifest.type']],
  ])('says where: %j', (text, messages) => {
    expect(said(text)).toEqual(messages);
  });

  it('leaves out what has an error and keeps the rest', () => {
    const { value, diagnostics } = read(
      `${WEB}---\nkind: Service\nmetadata: {name: bad}\nspec: {ports: [{port: x}]}\n`,
    );
    expect(value.cluster.services.map(({ metadata }) => metadata.name)).toEqual(['web']);
    expect(diagnostics[0]).toMatchObject({ severity: 'error', path: 'Service default/bad spec.ports[0].port' });
  });

  it('points at the parent of what is not written', () => {
    const { value } = read(WEB);
    expect(value.spanOf('Service default/web spec.ports[0].nodePort')).toMatchObject({ line: 11, column: 5 });
    expect(value.spanOf('Service default/web spec.externalIPs')).toMatchObject({ line: 5, column: 1 });
    expect(value.spanOf('Service default/other')).toBeUndefined();
  });

  it.each([
    ['open brackets', '['.repeat(200_000)],
    ['closed brackets', '['.repeat(3000) + ']'.repeat(3000)],
    ['dashes', '- '.repeat(5000)],
    ['indentation', Array.from({ length: 2000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['question marks', '? '.repeat(2000)],
    ['JSON', '{"a":'.repeat(5000) + '1' + '}'.repeat(5000)],
    ['many keys', Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join('\n')],
    ['an alias bomb', bomb()],
  ])('survives %s', (_, text) => {
    expect(said(text).length).toBeGreaterThan(0);
  });

  it('never throws', () => {
    const pieces = fc.constantFrom(
      'kind: ',
      'Service',
      '\n',
      '  ',
      '- ',
      '{',
      '}',
      '[',
      ']',
      ': ',
      '&a ',
      '*a',
      '"',
      "'",
      '|',
      '#',
      '---',
      '?',
      'ports',
      '80',
      '!!str ',
      '<<',
      ',',
      '\t',
      '%YAML 1.1',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (words) => {
        KUBERNETES_YAML.parse(words.join(''));
      }),
      { numRuns: 500 },
    );
  });
});

function bomb(): string {
  const levels = Array.from({ length: 12 }, (_, i) =>
    i === 0
      ? 'a0: &a0 [x,x,x,x,x,x,x,x,x,x]'
      : `a${i}: &a${i} [${Array(10)
          .fill(`*a${i - 1}`)
          .join(',')}]`,
  );
  return levels.join('\n');
}

describe('printing', () => {
  it('is stable: print, read, print', () => {
    const { value } = read(WEB);
    const printed = KUBERNETES_YAML.print(value);
    expect(printed).toBe(`apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  ports:
  - nodePort: 30080
    port: 80
    targetPort: http
  selector:
    app: web
  type: NodePort
`);
    expect(KUBERNETES_YAML.print(read(printed).value)).toBe(printed);
  });

  it('leaves out what only the server writes', () => {
    const noise =
      '  resourceVersion: "5"\n  managedFields: []\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: "{}"\n';
    expect(KUBERNETES_YAML.print(read(WEB.replace('  name: web\n', `  name: web\n${noise}`)).value)).toBe(
      KUBERNETES_YAML.print(read(WEB).value),
    );
  });

  it('quotes whatever YAML 1.1 would read as something else', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'yes',
        'on',
        '12:30',
        '2026-01-01',
        '0x1f',
        '1e3',
        '017',
        '~',
        'null',
        '1_0',
        '.5',
        '<<',
        '- a',
        'a: b',
        '#',
        '',
      ),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'y', 'no', '1'), text), (annotations) => {
        const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', annotations }, spec: {} } as const;
        const printed = KUBERNETES_YAML.print(
          makeManifest({ nodes: [], pods: [pod], deployments: [], services: [], endpointSlices: [] }),
        );
        expect(read(printed).value.cluster.pods).toEqual([pod]);
      }),
    );
  });
});

describe('detecting', () => {
  it.each([
    [WEB, 0.95],
    ['{"apiVersion": "v1", "kind": "List", "items": []}', 0.95],
    ['*nat\n:PREROUTING ACCEPT [0:0]\nCOMMIT\n', 0],
    ['default via 10.0.0.1 dev eth0', 0],
  ])('%j', (text, score) => {
    expect(KUBERNETES_YAML.detect(text)).toBe(score);
  });
});

it.each([
  ['networking.k8s.io/v1', 'NetworkPolicy', undefined],
  ['v1', 'Namespace', undefined],
  ['networking.k8s.io/v1', 'Ingress', undefined],
  ['projectcalico.org/v3', 'GlobalNetworkPolicy', 'formats.manifest.other-policy'],
  ['projectcalico.org/v3', 'NetworkPolicy', 'formats.manifest.other-policy'],
  ['cilium.io/v2', 'CiliumClusterwideNetworkPolicy', 'formats.manifest.other-policy'],
  ['apps/v1', 'StatefulSet', 'formats.manifest.workload'],
  ['v1', 'ReplicationController', 'formats.manifest.workload'],
  ['policy/v1', 'PodDisruptionBudget', 'document.manifest.other-kind'],
])('what is said of an object of %s, %s', (apiVersion, kind, remark) => {
  const read = KUBERNETES_YAML.parse(`apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: x}\n`);
  const said = read.ok ? read.value.diagnostics.map(({ message: { id } }) => id) : ['not read'];
  expect(said).toEqual(remark === undefined ? [] : [remark]);
});

it('a workload that the API server refuses is said to make no Pods', () => {
  const text = (labels: string): string =>
    `apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: x}\nspec: {selector: {matchLabels: {app: x}}, template: {metadata: {labels: {${labels}}}}}\n`;
  const said = (labels: string): readonly string[] => {
    const read = KUBERNETES_YAML.parse(text(labels));
    return read.ok ? read.value.diagnostics.map(({ message: { id } }) => id) : ['not read'];
  };
  expect(said('app: y')).toEqual(['formats.manifest.refused-workload']);
  expect(said('app: x')).toEqual(['formats.manifest.workload']);
});

it('what kubeadm keeps of kube-proxy and the cluster has a part', () => {
  const map = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
  const daemons =
    'apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: p}\nspec: {template: {spec: {containers: [{image: "k/kube-proxy:v1.30.0"}]}}}\n';
  const read = KUBERNETES_YAML.parse([map('kube-proxy'), map('kubeadm-config'), daemons, map('mine')].join('---\n'));
  const said = read.ok ? read.value.diagnostics.map(({ path }) => path) : [];
  expect(said).toEqual(['ConfigMap default/mine']);
});

it('a field that no kube-proxy has is named, those it has are not', () => {
  const text =
    'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ipvs\nipvs: {schedular: lc, strictARP: true}\nclientConnection: {qps: 5}\nfoo: {bar: 1}\n';
  const read = KUBERNETES_YAML.parse(text);
  const said = read.ok
    ? read.value.diagnostics.map(({ message, span }) => [message.values?.['field'], span?.line])
    : [];
  expect(said).toEqual([
    ['ipvs.schedular', 4],
    ['foo.bar', 6],
  ]);
});

it.each([
  ['by a label', '{matchLabels: {team: a}}', '', true],
  ['by an expression', '{matchExpressions: [{key: team, operator: Exists}]}', '', true],
  ['by its name', '{matchLabels: {kubernetes.io/metadata.name: shop}}', '', false],
  ['any', '{}', '', false],
  [
    'by a label, with Namespaces',
    '{matchLabels: {team: a}}',
    '---\napiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n',
    false,
  ],
])('a policy that chooses Namespaces %s asks for them where they are missing', (_by, selector, more, asks) => {
  const policy = `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: p}\nspec: {podSelector: {}, ingress: [{from: [{namespaceSelector: ${selector}}]}]}\n`;
  const read = KUBERNETES_YAML.parse(policy + more);
  const said = read.ok ? read.value.diagnostics.map(({ message: { id } }) => id) : ['not read'];
  expect(said).toEqual(asks ? ['formats.manifest.no-namespaces'] : []);
});
