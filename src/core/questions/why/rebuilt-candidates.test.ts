import { describe, expect, it } from 'vitest';
import { createSpeaker } from '../../../content/phrases';
import { derivePasted } from '../../document/derive-pasted';
import { createDeriveWith } from '../../document/derive-cluster';
import { emptyDocument, type Document, type Flow } from '../../document/document';
import { addPasted } from '../../document/edits/pasted';
import { nodeText } from '../reconstruct/testing/node-text';
import { applyChange } from './candidate';
import { whatFlips, type Flips } from './what-flips';

const say = createSpeaker('en');

function whyOf(document: Document): Flips {
  const steps = whatFlips({ document, flowId: 'f' }, createDeriveWith(derivePasted));
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value!;
}

/** A packet from outside to a nodePort of the pasted worker-1. */
function pasted(text: string, port: number): Document {
  const from: Flow['from'] = { kind: 'interface', device: 'eth0', address: '192.0.2.9' };
  const flow: Flow = { id: 'f', from, to: { kind: 'address', address: '172.18.0.3' }, protocol: 'tcp', port };
  return { ...addPasted(emptyDocument('node'), [{ title: 'text', text }]), flows: [flow] };
}

describe('what mends a pasted node for longer than a sync is a field of an object', () => {
  it.each(['iptables', 'ipvs', 'nftables'] as const)('%s: the source of what comes from outside is kept', (mode) => {
    const document = pasted(nodeText(mode), 30_080);
    const { causes, found, through, before } = whyOf(document);
    expect(through).toBe(true);
    expect(before.sources).not.toContain('192.0.2.9');
    expect(say(causes[0]!.says)).toMatch(/^The receiver sees \S+ instead of 192\.0\.2\.9/);
    const first = found.find(({ effect }) => effect === 'source');
    expect(first && say(first.says)).toMatch(/^Service default\/\S+: externalTrafficPolicy → Local$/);
    expect(first?.after.sources).toEqual(['192.0.2.9']);
    expect(first?.note).toBeDefined();
    const applied = applyChange(document, first!.change);
    expect(applied.subject).toBe('cluster');
    expect(whyOf(applied).before.sources).toEqual(['192.0.2.9']);
  });

  it.each(['iptables', 'nftables'] as const)('%s: no endpoint of the node, and the policy is Local', (mode) => {
    const document = pasted(nodeText(mode, '1.30', true), 30_081);
    const { causes, found, through } = whyOf(document);
    expect(through).toBe(false);
    expect(say(causes[0]!.says)).toMatch(/no endpoint on this node, and its traffic policy is Local/);
    const first = found.find(({ effect }) => effect === 'flips');
    expect(first && say(first.says)).toMatch(/^Service default\/\S+: externalTrafficPolicy → Cluster$/);
    expect(whyOf(applyChange(document, first!.change)).through).toBe(true);
  });
});
