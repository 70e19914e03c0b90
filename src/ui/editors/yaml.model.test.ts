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
