import { describe, expect, it } from 'vitest';
import { createSpeaker } from '../../../content/phrases';
import { createDerive } from '../../document/derive';
import { createDeriveWith } from '../../document/derive-cluster';
import { derivePasted } from '../../document/derive-pasted';
import { emptyDocument, type Document, type Flow } from '../../document/document';
import { addFlow, replaceCluster } from '../../document/edits/cluster';
import { changeNodeSettings } from '../../document/edits/nodes';
import { buildCluster, node, pod, service } from '../../kubernetes/build';
import type { OtherObject } from '../../kubernetes/types';
import { whatFlips, type Flips } from './what-flips';

const HTTP = { name: 'c', ports: [{ name: 'http', containerPort: 8080 }] };
const CLUSTER = buildCluster(
  node('node-a', { addresses: ['192.168.10.11'], podCIDRs: ['10.244.1.0/24'] }),
  pod('web', { node: 'node-a', ips: ['10.244.1.5'], labels: { app: 'web' }, containers: [HTTP] }),
  pod('client', { node: 'node-a', ips: ['10.244.1.9'], containers: [{ name: 'c' }] }),
  service('web', { clusterIP: '10.96.50.10', selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] }),
);
const policy = (spec: object): OtherObject =>
  ({ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'closed' }, spec }) as OtherObject;
const FROM_CLIENT: Flow['from'] = { kind: 'pod', namespace: 'default', name: 'client' };
const TO: Readonly<Record<string, Flow['to']>> = {
  service: { kind: 'service', namespace: 'default', name: 'web', via: 'clusterIP' },
  pod: { kind: 'pod', namespace: 'default', name: 'web' },
};

function ask(spec: object, to: 'service' | 'pod'): Flips | undefined {
  const empty: Document = { ...emptyDocument(), release: '1.33' };
  const bench = replaceCluster(empty, { ...CLUSTER, others: [policy(spec)] });
  const sent = {
    from: FROM_CLIENT,
    to: TO[to] as Flow['to'],
    protocol: 'tcp',
    port: to === 'pod' ? 8080 : 80,
  } as const;
  const document = addFlow(changeNodeSettings(bench, { layout: 'routed', writers: ['calico'] }), sent);
  const steps = whatFlips({ document, flowId: document.flows[0]?.id ?? '' }, createDeriveWith(derivePasted));
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

const say = createSpeaker('en');

describe('policy or Service?', () => {
  it.each([
    [
      'service',
      { podSelector: { matchLabels: { app: 'web' } } },
      'Policy: default/closed selects default/web, and none of its ingress rules lets 10.244.1.9 in. The Service default/web is not to blame: it had sent the packet on to its Pod already.',
    ],
    [
      'pod',
      { podSelector: { matchLabels: { app: 'web' } } },
      'Policy: default/closed selects default/web, and none of its ingress rules lets 10.244.1.9 in.',
    ],
    [
      'pod',
      { podSelector: {}, policyTypes: ['Egress'] },
      'Policy: default/closed selects default/client, and none of its egress rules lets it reach 10.244.1.5.',
    ],
  ] as const)('to the %s, %j', (to, spec, says) => {
    const flips = ask(spec, to);
    expect(flips?.causes.map((cause) => say(cause.says))[0]).toBe(says);
    expect(flips?.found.map((tried) => `${tried.effect} ${say(tried.says)}`)).toContain(
      'flips NetworkPolicy default/closed is gone',
    );
  });

  it('is not asked of a cluster where nobody drops', () => {
    expect(createDerive()(emptyDocument()).findings).toEqual([]);
    expect(ask({ podSelector: {}, ingress: [{}] }, 'service')?.causes.map(({ about }) => about)).not.toContain(
      'policies',
    );
  });
});
