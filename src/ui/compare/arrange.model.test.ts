import { namePort } from './pane.model';
import { describe, expect, it } from 'vitest';
import { TRAFFIC_POLICY_LOCAL } from '../../content/examples/traffic-policy-local';
import { WEB_TWO_NODES } from '../../content/examples/web-two-nodes';
import type { Document } from '../../core/document/document';
import type { PaneSpec } from '../../engine/protocol';
import { inKeyOrder } from '../shell/bench/mode.model';
import { arrange, type Arrangement } from './compare.model';
import { keepDocument, paneTitles, titleText, withPolicy } from './pane.model';
import { engineAtHand } from '../../engine/testing/engine';

const LOCAL = TRAFFIC_POLICY_LOCAL.document();
const OFFERS = inKeyOrder(engineAtHand().open(LOCAL).modes);

/** `iptables 1.30 node1 external=Local`, a pane a line; `-`: there is nothing to arrange. */
function arranged(kind: Arrangement, flow: number, document = LOCAL, before?: Document): string[] {
  const panes = arrange(kind, { offers: OFFERS, document, flow: document.flows[flow], before });
  return panes?.map(told) ?? ['-'];
}

function told({ mode, release, node, policy, document }: PaneSpec): string {
  const kind = policy?.external ? `external=${policy.external}` : policy && `internal=${policy.internal}`;
  return [mode, release, node, kind, document].filter((each) => each !== undefined).join(' ');
}

describe('panes that belong together', () => {
  it.each<readonly [Arrangement, number, readonly string[]]>([
    ['modes', 0, ['iptables 1.30', 'ipvs 1.30', 'nftables 1.30']],
    ['releases', 0, ['iptables 1.30', 'iptables 1.31']],
    ['policies', 0, ['iptables 1.30 external=Cluster', 'iptables 1.30 external=Local']],
    ['policies', 3, ['iptables 1.30 internal=Cluster', 'iptables 1.30 internal=Local']],
    ['nodes', 0, ['iptables 1.30 node1', 'iptables 1.30 node2']],
    ['nodes', 3, ['iptables 1.30 node1', 'iptables 1.30 node2']],
    ['edit', 0, ['-']],
    ['pasted', 0, ['-']],
    ['policies', 99, ['-']],
    ['nodes', 99, ['-']],
  ])('%s of flow %i', (kind, flow, panes) => {
    expect(arranged(kind, flow)).toEqual(panes);
  });

  it('are the newest release and the one before, where there is no next', () => {
    const newest = OFFERS[0]!.releases.at(-1)!.release;
    const [first, second] = arranged('releases', 0, { ...LOCAL, release: newest });
    expect(second).toBe(`iptables ${newest}`);
    expect(first).not.toBe(second);
  });

  it('are the document before an edit, in its own mode, and after it', () => {
    expect(arranged('edit', 0, { ...LOCAL, mode: 'ipvs' }, LOCAL)).toEqual(['iptables 1.30 before', 'ipvs 1.30']);
  });
});

describe('names of panes', () => {
  const named = (panes: readonly PaneSpec[]) =>
    paneTitles(panes, { offers: OFFERS, documents: { '': LOCAL }, titles: { '': 'the bench' } }).map(titleText);
  const iptables: PaneSpec = { mode: 'iptables', release: '1.30' };

  it('say what panes differ in, and nothing else', () => {
    expect(named([iptables, { mode: 'ipvs', release: '1.30' }])).toEqual(['iptables', 'IPVS']);
    expect(named([iptables, { ...iptables, release: '1.20' }])).toEqual(['1.30', '1.20']);
    expect(named(['node1', 'node2'].map((node) => ({ ...iptables, node })))).toEqual(['node1', 'node2']);
    const flow = LOCAL.flows[0]!;
    const policies = (['Cluster', 'Local'] as const).map((policy) => withPolicy(iptables, flow, policy));
    expect(named(policies)).toEqual(['Cluster', 'Local']);
    expect(withPolicy(policies[0]!, flow, undefined)).toEqual(iptables);
  });

  it('are never empty', () => {
    expect(named([iptables, iptables])).toEqual(['iptables · 1.30', 'iptables · 1.30']);
    expect(named([iptables, { ...iptables, node: 'node2' }])).toEqual(['iptables', 'node2']);
  });
});

describe('documents of panes', () => {
  it('are kept once under a key of their own; examples are known by their id', () => {
    const web = WEB_TWO_NODES.document();
    const first = keepDocument({}, '', LOCAL);
    const again = keepDocument(first.documents, '', LOCAL);
    const second = keepDocument(again.documents, '', web);
    expect([first.key, again.key, second.key]).toEqual(['own:1', 'own:1', 'own:2']);
    expect(keepDocument({}, 'example:ten', web)).toEqual({ documents: {}, key: 'example:ten' });
  });
});

describe('a Service port', () => {
  const document = WEB_TWO_NODES.document();

  it('is called by its number, and by its protocol where the number is not enough', () => {
    for (const { metadata, spec } of document.cluster.services)
      for (const [index, { port, protocol }] of (spec.ports ?? []).entries()) {
        const twice = spec.ports!.filter((each) => each.port === port).length > 1;
        const named = namePort({ namespace: metadata.namespace ?? 'default', serviceName: metadata.name, index }, [
          document,
        ]);
        expect(named).toEqual({
          service: `${metadata.namespace ?? 'default'}/${metadata.name}`,
          port: twice ? `${port}/${protocol ?? 'TCP'}` : String(port),
        });
      }
    expect(namePort({ namespace: 'kube-system', serviceName: 'kube-dns', index: 0 }, [document]).port).toBe('53/UDP');
    expect(namePort({ namespace: 'default', serviceName: 'gone', index: 1 }, [document]).port).toBeUndefined();
  });
});
