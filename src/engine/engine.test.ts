import { describe, expect, it } from 'vitest';
import { add, formatFraction, parseFraction, ZERO } from '../core/lib/fraction';
import { EXAMPLES } from '../content/examples';
import type { Document } from '../core/document/document';
import { scaleDeployment, setPodReady } from '../core/document/edits/pods';
import { changeServicePort } from '../core/document/edits/services';
import { KUBERNETES_YAML, makeManifest } from '../core/formats/kubernetes-yaml';
import { formatIp } from '../core/net/ip';
import type { RunResult } from './protocol';
import { engineAtHand, exampleDocument, opened, readSaid } from './testing/engine';

describe('the default example', () => {
  const engine = opened(exampleDocument());
  it.each([
    [
      'a Pod calls the Service',
      'flow-1',
      [
        '1/3 DELIVERED default/web from 10.244.0.2 answered',
        '1/3 DELIVERED default/web from 10.244.0.2 answered',
        '1/3 DELIVERED default/web from 10.244.0.2 answered',
      ],
    ],
    [
      'a client calls the node port of node2: masqueraded, by the wire or by the bridge',
      'flow-2',
      [
        '1/3 DELIVERED default/web from 172.18.0.3 answered',
        '1/3 DELIVERED default/web from 10.244.1.1 answered',
        '1/3 DELIVERED default/web from 10.244.1.1 answered',
      ],
    ],
    [
      'a Pod calls its own Service: itself only masqueraded',
      'flow-3',
      [
        '1/3 DELIVERED default/web from 10.244.1.3 answered',
        '1/3 DELIVERED default/web from 10.244.1.1 answered',
        '1/3 DELIVERED default/web from 10.244.1.3 answered',
      ],
    ],
    ['a Pod calls a Pod on the other node', 'flow-4', ['1 DELIVERED default/web from 10.244.0.2 answered']],
    ['a Pod calls the empty Service', 'flow-5', ['1 REJECTED filter KUBE-SERVICES 1']],
  ])('%s', (_, flow, outcomes) => {
    expect(readSaid(engine.run(flow))).toEqual(outcomes);
  });

  it('lets the reply come back un-NATed to the caller', () => {
    const reply = engine.run('flow-1').trace.legs.find(({ role }) => role === 'reply');
    const last = reply?.hops.at(-1)?.steps.at(-1);
    expect(reply?.disposition).toMatchObject({ kind: 'DELIVERED', netns: 'default/client' });
    const clusterIP = exampleDocument().cluster.services.find(({ metadata }) => metadata.name === 'web')?.spec
      .clusterIP;
    expect(last && formatIp(last.packet.src)).toBe(clusterIP);
  });

  it('shows what the seed picks, or what is asked for', () => {
    const picks = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => opened({ ...exampleDocument(), seed }).run('flow-1').shown);
    expect(new Set(picks)).toEqual(new Set([0, 1, 2]));
    for (const outcome of [0, 1, 2]) {
      const result = engine.run('flow-1', { outcome });
      expect(result.shown).toBe(outcome);
      expect(result.trace.legs[0]?.disposition).toEqual(result.outcomes[outcome]?.disposition);
    }
    expect(engine.run('flow-1', { outcome: 99 }).shown).toBe(engine.run('flow-1').shown);
  });

  it('says when a flow is not there', () => {
    expect(readSaid(engine.run('flow-99'))).toEqual(['document.flow.none']);
  });
});

/** Examples that are about what is found, or leave something to be assumed. */
const FOUND: Readonly<Record<string, readonly string[]>> = {
  'cni-config': ['kubernetes.validate.cni-silent'],
  'rule-writers': [
    'kubernetes.writers.docker-forward',
    'kubernetes.writers.firewalld-forward',
    'kubernetes.writers.flushed',
    'kubernetes.writers.leftover',
  ],
  'kuard-2019': ['kubernetes.validate.balancer-name'],
};

describe('every example', () => {
  it.each(EXAMPLES.map(({ id }) => [id] as const))('%s opens without a finding and all its odds sum to one', (id) => {
    const document = exampleDocument(id);
    const engine = engineAtHand();
    const opened = engine.open(document);
    expect(opened.diagnostics.map(({ message }) => message.id)).toEqual(FOUND[id] ?? []);
    // A worker hands it to the page.
    structuredClone(opened.netns);
    for (const flow of document.flows) {
      const { outcomes, problem, truncated } = engine.run(flow.id);
      const count = outcomes.length;
      const odds = outcomes.map(({ probability }) => probability ?? '?');
      // An HTTPRoute has weights.
      const equal = flow.to.kind === 'route' ? odds : outcomes.map(() => (count === 1 ? '1' : `1/${count}`));
      expect(problem ? count : odds).toEqual(problem ? 0 : equal);
      if (!problem) expect(formatFraction(odds.map(parseFraction).reduce(add, ZERO))).toBe('1');
      expect(truncated).toBe(false);
    }
  });

  it.each([
    [
      'traffic-policy-local',
      'flow-1',
      ['1/2 DELIVERED default/web from 172.18.0.250 answered', '1/2 DELIVERED default/web from 172.18.0.250 answered'],
    ],
    ['traffic-policy-local', 'flow-2', ['1 DROPPED filter KUBE-EXTERNAL-SERVICES 1']],
    ['source-ip-lost', 'flow-1', ['1 DELIVERED default/web from 172.18.0.3 answered']],
    ['load-balancer-source-ranges', 'flow-2', ['1 DROPPED filter KUBE-PROXY-FIREWALL 1']],
    ['docker-forward-drop', 'flow-1', ['1 DROPPED filter FORWARD policy']],
    ['docker-forward-drop', 'flow-2', ['1 DROPPED filter FORWARD policy']],
    ['docker-forward-drop', 'flow-3', ['1 DELIVERED default/web from 172.18.0.2 answered']],
    ['headless-and-externalname', 'flow-2', ['document.flow.headless']],
    ['headless-and-externalname', 'flow-3', ['document.flow.external-name']],
  ])('%s %s', (id, flow, outcomes) => {
    expect(readSaid(opened(exampleDocument(id)).run(flow))).toEqual(outcomes);
  });
});

describe('the same document and seed', () => {
  it('give the same trace, in another engine and after other documents', () => {
    const one = opened(exampleDocument()).run('flow-2');
    const other = engineAtHand();
    other.open(exampleDocument('ten-endpoints'));
    other.run('flow-1');
    other.open(structuredClone(exampleDocument()));
    expect(other.run('flow-2')).toEqual(one);
  });
});

describe('after an edit', () => {
  const web = { namespace: 'default', name: 'web' };
  it('the walk follows replicas, readiness and ports', () => {
    const engine = engineAtHand();
    const before = exampleDocument();
    const run = (document: Document): RunResult => {
      engine.open(document);
      return engine.run('flow-1');
    };
    expect(run(before).outcomes).toHaveLength(3);
    expect(run(scaleDeployment(before, web, 5)).outcomes).toHaveLength(5);
    const pod = before.cluster.pods.find(({ metadata }) => metadata.name.startsWith('web-'));
    const unready = setPodReady(before, { namespace: 'default', name: pod?.metadata.name ?? '' }, false);
    expect(run(unready).outcomes).toHaveLength(2);
    expect(readSaid(run(changeServicePort(before, web, 0, { port: 8080 })))).toHaveLength(3);
    expect(readSaid(run(scaleDeployment(before, web, 0)))).toEqual(['1 REJECTED filter KUBE-SERVICES 2']);
  });
});

describe('findings', () => {
  it('point into the text of the object', () => {
    const document = changeServicePort(exampleDocument(), { namespace: 'default', name: 'web' }, 0, {
      nodePort: 70_000,
    });
    const { diagnostics } = engineAtHand().open(document);
    const found = diagnostics.find(({ path }) => path === 'Service default/web spec.ports[0].nodePort');
    expect(found).toMatchObject({ severity: 'error', code: 'invalid' });
    const text = KUBERNETES_YAML.print(makeManifest(document.cluster));
    const parsed = KUBERNETES_YAML.parse(text);
    const span = parsed.ok ? parsed.value.value.spanOf(found?.path ?? '') : undefined;
    expect(span && text.slice(span.start, span.end)).toBe('nodePort: 70000');
  });

  it('name a mode that is not built', () => {
    const mode = 'tproxy' as string as Document['mode'];
    const bench = engineAtHand().open({ ...exampleDocument(), mode });
    expect(bench.diagnostics).toMatchObject([{ code: 'not-simulated', message: { id: 'document.mode.missing' } }]);
    expect(bench.rules).toEqual([]);
  });
});
