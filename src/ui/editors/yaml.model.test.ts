import { describe, expect, it } from 'vitest';
import { emptyDocument, type Document } from '../../core/document/document';
import { changeKubeProxy } from '../../core/document/edits/cluster';
import { applyYaml, formatYaml, readYaml, showsSame } from './yaml.model';

function typed(document: Document, text: string): Document {
  const { manifest } = readYaml(text);
  return manifest ? applyYaml(document, manifest) : document;
}

describe("kube-proxy's configuration in the YAML", () => {
  const told = changeKubeProxy(emptyDocument(), {
    featureGates: { TopologyAwareHints: false },
    ipvs: { scheduler: 'lc' },
    conntrack: { tcpBeLiberal: true },
  });

  it('stands there whole, and read again it is no edit', () => {
    const text = formatYaml(told);
    for (const part of ['kind: KubeProxyConfiguration', 'scheduler: lc', 'TopologyAwareHints: false'])
      expect(text).toContain(part);
    expect(showsSame(typed(told, text), told)).toBe(true);
    expect(typed(told, text)).toBe(told);
  });

  it('is taken from there, its mode too; a text without one changes nothing of it', () => {
    const next = typed(
      told,
      formatYaml(told).replace('scheduler: lc', 'scheduler: sh').replace('mode: iptables', 'mode: ipvs'),
    );
    expect([next.mode, next.kubeProxy.ipvs?.scheduler]).toEqual(['ipvs', 'sh']);
    expect(typed(told, '').kubeProxy).toBe(told.kubeProxy);
  });

  it('with a value that cannot be meant is refused where it stands', () => {
    const { manifest, diagnostics } = readYaml(formatYaml(told).replace('mode: iptables', 'mode: iptable'));
    expect(manifest).toBeUndefined();
    expect(diagnostics[0]?.message).toMatchObject({ id: 'document.manifest.type', values: { field: 'mode' } });
    expect(diagnostics[0]?.span?.line).toBeGreaterThan(1);
  });
});

describe('kube-proxy as a process of a node in the YAML', () => {
  const WEB =
    'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n';
  const NODE = (name: string, words = ''): string =>
    `---\napiVersion: v1\nkind: Node\nmetadata: {name: ${name}${words}}\nstatus: {addresses: [{type: InternalIP, address: 172.18.0.${name.length}}]}\n`;
  const OFF = ", annotations: {rulewalk/kube-proxy-runs: 'off', note: kept}";
  const running = typed(emptyDocument(), `${WEB}${NODE('a')}${NODE('bb')}`);

  it('is stopped where a Node says so, with what it saw until then, and runs again where none does', () => {
    const stopped = typed(running, `${WEB.replaceAll('web', 'later')}${NODE('a', OFF)}${NODE('bb')}`);
    expect(Object.keys(stopped.stopped ?? {})).toEqual(['a']);
    expect(stopped.stopped?.['a']?.services.map(({ metadata }) => metadata.name)).toContain('web');
    expect(stopped.cluster.nodes[0]?.metadata.annotations?.['note']).toBe('kept');
    const text = formatYaml(stopped);
    expect(text).toMatch(/rulewalk\/kube-proxy-runs: "?off/);
    const again = typed(stopped, text);
    expect(again).toEqual(stopped);
    expect(typed(again, text)).toBe(again);
    expect(typed(stopped, text.replace(/rulewalk\/kube-proxy-runs: "?off"?/, 'other: word')).stopped).toBeUndefined();
    expect(typed(stopped, text.replace(/(rulewalk\/kube-proxy-runs: "?)off/, '$1on')).stopped).toBeUndefined();
  });

  it('of a Node that comes with the text saw what comes with it', () => {
    const fresh = typed(emptyDocument(), `${WEB}${NODE('a', OFF)}`);
    expect(fresh.stopped?.['a']?.services.map(({ metadata }) => metadata.name)).toContain('web');
  });
});
