import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { decodeDocument } from '../../core/document/codec';
import { addPasted } from '../../core/document/edits/pasted';
import { addFlow } from '../../core/document/edits/cluster';
import { encodeDocument } from '../../core/document/document';
import { exampleTitled, isAsShipped, shippedAs } from './edited.model';

const CLUSTERS = EXAMPLES.filter((example) => example.document().subject === 'cluster');
const PASTED = EXAMPLES.filter((example) => example.document().subject === 'pasted');

describe('an example on the bench', () => {
  it.each(EXAMPLES)(
    '$id is as shipped in both languages, after a reload and in another mode',
    ({ title, document }) => {
      for (const locale of ['en', 'ko'] as const) {
        const opened = document(locale);
        const shipped = exampleTitled(title[locale])?.document();
        expect(shipped).toBeDefined();
        if (!shipped) return;
        const again = decodeDocument(encodeDocument(opened));
        expect(isAsShipped(opened, shipped)).toBe(true);
        expect(again.ok && isAsShipped(again.value, shipped)).toBe(true);
        expect(isAsShipped({ ...opened, mode: 'nftables', release: '1.31', seed: 99 }, shipped)).toBe(true);
      }
    },
  );

  it('is not made again where the page began with it, in whichever language', () => {
    for (const example of EXAMPLES) {
      const begun = example.document('ko');
      expect(EXAMPLES.filter((each) => shippedAs(each, begun) === begun)).toEqual([example]);
    }
  });

  it.each(CLUSTERS)('$id is edited by one flow more, one object less, another setting', ({ document }) => {
    const shipped = document();
    const { cluster, settings, kubeProxy } = shipped;
    const nodes = cluster.nodes.map((node, index) => (index > 0 ? node : { ...node, spec: { unschedulable: true } }));
    const edits = [
      addFlow(shipped, {
        from: { kind: 'external' },
        to: { kind: 'address', address: '10.0.0.1' },
        protocol: 'tcp',
        port: 1,
      }),
      { ...shipped, cluster: { ...cluster, services: cluster.services.slice(1) } },
      { ...shipped, cluster: { ...cluster, nodes } },
      { ...shipped, settings: { ...settings, clusterDomain: 'other' } },
      { ...shipped, kubeProxy: { ...kubeProxy, iptables: { masqueradeAll: true } } },
    ];
    expect(edits.map((edited) => isAsShipped(edited, shipped))).toEqual(edits.map(() => false));
  });

  it.each(PASTED)('$id is edited by one text more', ({ document }) => {
    const shipped = document();
    expect(isAsShipped(addPasted(shipped, [{ title: 'a', text: 'b' }]), shipped)).toBe(false);
  });
});
