import { describe, expect, it } from 'vitest';
import { WEB_TWO_NODES } from '../content/examples/web-two-nodes';
import { scaleDeployment } from '../core/document/edits/pods';
import { createEngine } from './engine';
import type { PaneSpec } from './protocol';

const DOCUMENT = WEB_TWO_NODES.document();
const FLOW = DOCUMENT.flows[1]!.id;
const IPTABLES: PaneSpec = { mode: 'iptables', release: '1.30' };
const IPVS: PaneSpec = { mode: 'ipvs', release: '1.30' };

describe('comparing on the opened document', () => {
  it('gives a pane for each mode, and follows an edit', () => {
    const engine = createEngine();
    engine.open(DOCUMENT);
    const counts = (): number[] => engine.compare([IPTABLES, IPVS], FLOW).panes.map(({ outcomes }) => outcomes.length);
    expect(counts()).toEqual([3, 3]);
    engine.open(scaleDeployment(DOCUMENT, { namespace: 'default', name: 'web' }, 4));
    expect(counts()).toEqual([4, 4]);
  });

  it('walks a pane like the bench itself', () => {
    const engine = createEngine();
    engine.open({ ...DOCUMENT, mode: 'ipvs' });
    const alone = engine.run(FLOW, { outcome: 1 }).trace;
    expect(engine.compare([IPVS, IPTABLES], FLOW, 1).panes[0]?.trace).toEqual(alone);
  });

  it('says why in each pane when the flow cannot be sent, or a release has no such mode', () => {
    const engine = createEngine();
    engine.open(DOCUMENT);
    const { panes, moments } = engine.compare([IPTABLES, IPVS], 'no such flow');
    expect(panes.map(({ problem }) => problem?.id)).toEqual(['document.flow.none', 'document.flow.none']);
    expect(moments).toEqual([]);
  });

  it('computes four panes at most', () => {
    const engine = createEngine();
    engine.open(DOCUMENT);
    const many = Array.from({ length: 9 }, (_, at): PaneSpec => ({ mode: 'iptables', release: `1.${20 + at}` }));
    expect(engine.compare(many, FLOW).panes).toHaveLength(4);
  });
});
