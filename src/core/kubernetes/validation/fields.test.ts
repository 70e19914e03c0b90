import { describe, expect, it } from 'vitest';
import { KUBERNETES_YAML } from '../../formats/kubernetes-yaml';
import { HOSTILE } from '../../lib/testing/hostile';
import type { OtherObject } from '../types';
import { fieldProblems, formatPath } from './fields';
import { GRAMMARS, isBuilt, isRight, type GrammarId } from './grammars';
import { ruleDevice, printableName } from './printable';

/** What the API server and the kernel take, and what is wrong in a way that does no harm. */
const TEXTS: Readonly<Partial<Record<GrammarId, readonly [right: readonly string[], wrong: readonly string[]]>>> = {
  'dns-label': [
    ['web', 'a-1', '1web', 'a'.repeat(63)],
    ['Web', 'my_web', '-a', 'a'.repeat(64), 'a.b'],
  ],
  'dns-name': [
    ['node-1.example', 'a'.repeat(63)],
    ['Node', 'a..b', '.a'],
  ],
  'port-name': [
    ['http', 'a-1'],
    ['a--b', '123', 'sixteen-letters-'],
  ],
  'label-key': [
    ['app', 'app.kubernetes.io/name', 'A_b.c'],
    ['/a', 'a/', 'A.example/b', 'a/b/c'],
  ],
  'annotation-key': [['a', 'A.example/b'], ['a/b/c']],
  'label-value': [
    ['', 'v1.2_3-a'],
    ['-a', 'a.', 'a'.repeat(64)],
  ],
  device: [['eth0', 'br-1a2b', 'veth0.100', 'cali+x', 'a'.repeat(15)], []],
};

describe('grammars', () => {
  it.each(Object.entries(TEXTS) as [GrammarId, readonly [readonly string[], readonly string[]]][])(
    '%s',
    (id, [right, wrong]) => {
      for (const text of right) expect([text, isRight(id, text), isBuilt(id, text)]).toEqual([text, true, true]);
      for (const text of wrong) expect([text, isRight(id, text), isBuilt(id, text)]).toEqual([text, false, true]);
    },
  );

  it('none takes a text that ends a line or acts on a terminal, none but free text takes what a shell or a rule would act on', () => {
    for (const id of Object.keys(GRAMMARS) as GrammarId[]) {
      for (const text of HOSTILE) {
        const isFree = id === 'line' || id === 'word' || id === 'object-name';
        if (isFree && !/[\p{Cc}\u2028]/u.test(text)) continue;
        expect([id, text, isBuilt(id, text)]).toEqual([id, text, false]);
      }
    }
  });

  it('a device is called as the kernel lets it be (dev_valid_name)', () => {
    for (const text of ['', '.', '..', 'a b', 'a/b', 'a:b', 'sixteen-letters-', '한국어장치이'])
      expect(isRight('device', text), text).toBe(false);
  });
});

describe('fields', () => {
  it('says each by its path', () => {
    const bad = 'a\nb';
    const object = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: bad, namespace: bad, labels: { [bad]: 'x', ok: bad }, annotations: { ok: bad } },
      spec: {
        selector: { app: bad },
        externalIPs: ['192.0.2.1', bad],
        ports: [{ port: 80, name: bad, targetPort: bad }],
      },
    } as unknown as OtherObject;
    expect(fieldProblems(object).map(({ path }) => formatPath(path))).toEqual([
      'metadata.name',
      'metadata.namespace',
      `metadata.labels.${bad}`,
      'metadata.labels.ok',
      'spec.selector.app',
      'spec.externalIPs[1]',
      'spec.ports[0].name',
      'spec.ports[0].targetPort',
    ]);
  });

  it('roles keep their colons, scripts and annotations their lines', () => {
    const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'system:node' } };
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'a', annotations: { note: 'one\ntwo' } },
      spec: { containers: [{ name: 'a', image: 'registry.example:5000/a@sha256:00', args: ['-c', 'a\nb'] }] },
    };
    expect([role, pod].flatMap((object) => fieldProblems(object as unknown as OtherObject))).toEqual([]);
  });

  it.each([
    ['Ingress', 'networking.k8s.io/v1', { spec: { rules: [{ host: 'a\nb' }] } }],
    ['NetworkPolicy', 'networking.k8s.io/v1', { spec: { podSelector: { matchLabels: { a: 'b\nc' } } } }],
    ['StatefulSet', 'apps/v1', { spec: { template: { metadata: { labels: { a: 'b\nc' } } } } }],
    ['ConfigMap', 'v1', { metadata: { name: 'a b' } }],
  ])('a manifest leaves a %s out and says why', (kind, apiVersion, more) => {
    const text = JSON.stringify({ apiVersion, kind, metadata: { name: 'a' }, ...more });
    const read = KUBERNETES_YAML.parse(text);
    expect(read.ok && read.value.value.cluster.others).toBeFalsy();
    const said = read.ok ? read.value.diagnostics : read.error;
    expect(said.map(({ severity, message }) => [severity, message.id.replace(/\.[^.]+$/, '')])).toContainEqual([
      'error',
      'document.field',
    ]);
  });
});

describe('a name in a rule', () => {
  it('is itself where it is one, else spelled out, and never two names alike', () => {
    expect(printableName('default/web:http')).toBe('default/web:http');
    expect(printableName('a b')).toBe('a_x20_b');
    expect(ruleDevice('br-1a2b')).toBe('br-1a2b');
    expect(new Set(HOSTILE.map(printableName)).size).toBe(HOSTILE.length);
    for (const text of HOSTILE) {
      expect(printableName(text)).toMatch(/^[\w.:/-]{1,60}$/);
      expect(isRight('device', ruleDevice(text))).toBe(true);
    }
  });
});
