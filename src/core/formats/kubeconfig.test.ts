import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { detectFormats } from '.';
import { KUBECONFIG } from './kubeconfig';
import { KUBERNETES_YAML } from './kubernetes-yaml';
import { withoutKeys } from './kubernetes/keys';
import { readText } from '../paste/read-text';

const ADMIN = `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: LS0tLS1CRUdJTg==
    server: https://10.0.0.1:6443
  name: kubernetes
contexts:
- context:
    cluster: kubernetes
    user: kubernetes-admin
  name: kubernetes-admin@kubernetes
current-context: kubernetes-admin@kubernetes
kind: Config
preferences: {}
users:
- name: kubernetes-admin
  user:
    client-certificate-data: LS0tLS1DRVJU
    client-key-data: LS0tLS1LRVk=
`;
const noteOf = (text: string) => {
  const read = KUBECONFIG.parse(text);
  return read.ok ? read.value.diagnostics[0]?.message : undefined;
};

describe('a kubeconfig', () => {
  it('is what it is, and its servers are read', () => {
    expect(detectFormats(ADMIN)[0]?.id).toBe('kubeconfig');
    const read = KUBECONFIG.parse(ADMIN);
    expect(read.ok && read.value.value[0]?.servers).toEqual(['https://10.0.0.1:6443']);
    expect(noteOf(ADMIN)).toMatchObject({ id: 'formats.kubeconfig.keys', values: { count: 2 } });
  });

  it('says how many keys were taken out', () => {
    const kept = withoutKeys(ADMIN);
    expect(kept).not.toMatch(/LS0tLS1LRVk|LS0tLS1DRVJU/);
    expect(noteOf(kept)).toMatchObject({ id: 'formats.kubeconfig.taken-out', values: { count: 2 } });
    expect(withoutKeys(kept)).toBe(kept);
  });

  it('is no object of the API, alone and beside one', () => {
    const service = 'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { ports: [{ port: 80 }] }\n';
    const formats = (text: string) => readText({ id: 'a', title: 'a', text }).pieces.map(({ format }) => format);
    expect(formats(ADMIN)).toEqual(['kubeconfig']);
    expect(formats(`${service}---\n${ADMIN}`)).toEqual(['kubeconfig', 'kubernetes-yaml']);
    const inside = `apiVersion: v1\nkind: ConfigMap\ndata:\n  kubeconfig.conf: |-\n${ADMIN.replaceAll(/^/gm, '    ')}\n`;
    expect(formats(inside)).not.toContain('kubeconfig');
  });

  it('has no key left as JSON, on one line or on many', () => {
    const users = [{ name: 'a', user: { token: 'sesame', 'client-key-data': 'LS0tLS1LRVk=' } }];
    const config = { kind: 'Config', apiVersion: 'v1', users };
    for (const blanks of [undefined, 2, 4]) {
      const kept = withoutKeys(JSON.stringify(config, undefined, blanks));
      expect(kept).not.toMatch(/sesame|LS0t/);
      expect(JSON.parse(kept)).toMatchObject({ kind: 'Config', users: [{ name: 'a' }] });
      expect(withoutKeys(kept)).toBe(kept);
    }
    const pod = JSON.stringify({ kind: 'Pod', spec: { token: 'stays' } });
    expect(withoutKeys(pod)).toBe(pod);
  });

  it.each([
    ['maps in braces', 'kind: Config\nusers: [{name: a, user: {client-key-data: LS0tLS1LRVk=, token: sesame}}]\n'],
    ['all of it in braces', '{kind: Config, users: [{name: a, user: {token: \'sesame\', password: "LS0tLS1" }}]}'],
    [
      'a text on lines of its own',
      'kind: Config\nusers:\n- user:\n    token: >-\n      sesame\n      LS0tLS1\n  name: a\n',
    ],
    [
      'single quotes',
      "kind: 'Config'\nusers:\n- user:\n    'token': 'sesame'\n    password: LS0tLS1, {sesame}\n  name: a\n",
    ],
  ])('has no key left: %s', (_form, text) => {
    const kept = withoutKeys(text);
    expect(kept).not.toMatch(/sesame|LS0t/);
    expect(parse(kept)).toMatchObject({ kind: 'Config', users: [{ name: 'a' }] });
    expect(withoutKeys(kept)).toBe(kept);
    expect(withoutKeys(text.replace('Config', 'Pod').replace('client-key-data', 'key'))).toContain('sesame');
  });

  it('counts the keys of maps in braces', () => {
    const text = 'apiVersion: v1\nkind: Config\nusers: [{name: a, user: {client-key-data: LS0tLS1LRVk=}}]\n';
    expect(noteOf(text)).toMatchObject({ id: 'formats.kubeconfig.keys', values: { count: 1 } });
    expect(noteOf(withoutKeys(text))).toMatchObject({ id: 'formats.kubeconfig.taken-out', values: { count: 1 } });
  });

  it('is kept out of a cluster that is made of the same text, and so is what a Secret holds', () => {
    const secret =
      'apiVersion: v1\nkind: Secret\nmetadata: { name: tls }\ndata: { key: c2VzYW1l }\nstringData: { pin: open }\n';
    const service = 'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { ports: [{ port: 80 }] }\n';
    const read = KUBERNETES_YAML.parse([ADMIN, secret, service].join('---\n'));
    if (!read.ok) throw new Error('not read');
    const { value, diagnostics } = read.value;
    expect(value.cluster.others).toEqual([{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'tls' } }]);
    expect(JSON.stringify(value.cluster)).not.toMatch(/LS0tLS1|c2VzYW1l|open/);
    expect(diagnostics.map(({ message: { id } }) => id)).toEqual([
      'formats.manifest.kubeconfig',
      'formats.manifest.secret',
    ]);
  });
});
