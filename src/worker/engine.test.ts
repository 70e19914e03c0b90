import { describe, expect, it } from 'vitest';
import { EXAMPLES, exampleById } from '../content/examples';
import { emptyDocument } from '../core/document/defaults';
import type { Document } from '../core/document/document';
import { addFlow, changeFlow } from '../core/document/edits/flows';
import { addPasted } from '../core/document/edits/pasted';
import { scaleDeployment, setPodReady } from '../core/document/edits/pods';
import { changeServicePort } from '../core/document/edits/services';
import { KUBERNETES_YAML, manifestOf } from '../core/formats/kubernetes-yaml';
import { formatIp } from '../core/net/ip';
import { createEngine } from './engine';
import type { Engine, RulesView, RunResult } from './protocol';

function example(id = 'web-two-nodes'): Document {
  const found = exampleById(id);
  if (!found) throw new Error(id);
  return found.document();
}

function opened(document: Document): Engine {
  const engine = createEngine();
  engine.open(document);
  return engine;
}

/** `1/3 DELIVERED default/web-x from 10.244.0.2 answered`, names without their random ends. */
function said({ outcomes, problem }: RunResult): string[] {
  if (problem) return [problem.id];
  return outcomes.map(({ probability, disposition, answered, arrived }) => {
    const end = 'to' in disposition ? disposition.to : 'by' in disposition ? disposition.by : '';
    const from = arrived ? ` from ${formatIp(arrived.src)}` : '';
    return `${probability} ${disposition.kind} ${end.replace(/-[a-z0-9]{5}$/, '')}${from}${answered ? ' answered' : ''}`;
  });
}

/** The lines of a rules view, cut by its offsets as the page does. */
function linesOf({ text, offsets }: RulesView): string[] {
  return [...offsets].map((start, index) => text.slice(start, (offsets[index + 1] ?? text.length) - 1));
}

describe('the default example', () => {
  const engine = opened(example());
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
    expect(said(engine.run(flow))).toEqual(outcomes);
  });

  it('lets the reply come back un-NATed to the caller', () => {
    const reply = engine.run('flow-1').trace.legs.find(({ role }) => role === 'reply');
    const last = reply?.hops.at(-1)?.steps.at(-1);
    expect(reply?.disposition).toMatchObject({ kind: 'DELIVERED', netns: 'default/client' });
    const clusterIP = example().cluster.services.find(({ metadata }) => metadata.name === 'web')?.spec.clusterIP;
    expect(last && formatIp(last.packet.src)).toBe(clusterIP);
  });

  it('shows what the seed picks, or what is asked for', () => {
    const picks = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => opened({ ...example(), seed }).run('flow-1').shown);
    expect(new Set(picks)).toEqual(new Set([0, 1, 2]));
    for (const outcome of [0, 1, 2]) {
      const result = engine.run('flow-1', { outcome });
      expect(result.shown).toBe(outcome);
      expect(result.trace.legs[0]?.disposition).toEqual(result.outcomes[outcome]?.disposition);
    }
    expect(engine.run('flow-1', { outcome: 99 }).shown).toBe(engine.run('flow-1').shown);
  });

  it('says when a flow is not there', () => {
    expect(said(engine.run('flow-99'))).toEqual(['document.flow.none']);
  });
});

describe('every example', () => {
  it.each(EXAMPLES.map(({ id }) => [id] as const))('%s opens without a finding and all its odds sum to one', (id) => {
    const document = example(id);
    const engine = createEngine();
    expect(engine.open(document).diagnostics).toEqual([]);
    for (const flow of document.flows) {
      const { outcomes, problem, truncated } = engine.run(flow.id);
      const count = outcomes.length;
      expect(problem ? count : outcomes.map(({ probability }) => probability)).toEqual(
        problem ? 0 : outcomes.map(() => (count === 1 ? '1' : `1/${count}`)),
      );
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
    expect(said(opened(example(id)).run(flow))).toEqual(outcomes);
  });
});

describe('the same document and seed', () => {
  it('give the same trace, in another engine and after other documents', () => {
    const one = opened(example()).run('flow-2');
    const other = createEngine();
    other.open(example('ten-endpoints'));
    other.run('flow-1');
    other.open(structuredClone(example()));
    expect(other.run('flow-2')).toEqual(one);
  });
});

describe('after an edit', () => {
  const web = { namespace: 'default', name: 'web' };
  it('the walk follows replicas, readiness and ports', () => {
    const engine = createEngine();
    const before = example();
    const run = (document: Document): RunResult => {
      engine.open(document);
      return engine.run('flow-1');
    };
    expect(run(before).outcomes).toHaveLength(3);
    expect(run(scaleDeployment(before, web, 5)).outcomes).toHaveLength(5);
    const pod = before.cluster.pods.find(({ metadata }) => metadata.name.startsWith('web-'));
    const unready = setPodReady(before, { namespace: 'default', name: pod?.metadata.name ?? '' }, false);
    expect(run(unready).outcomes).toHaveLength(2);
    expect(said(run(changeServicePort(before, web, 0, { port: 8080 })))).toHaveLength(3);
    expect(said(run(scaleDeployment(before, web, 0)))).toEqual(['1 REJECTED filter KUBE-SERVICES 2']);
  });
});

describe('rules', () => {
  const engine = createEngine();
  const bench = engine.open(example());
  const view = engine.rules('node1', 'ipv4');
  const lines = linesOf(view);

  it('are cut by offsets and chains', () => {
    expect(view.text.split('\n').slice(0, -1)).toEqual(lines);
    expect(view.chains.length).toBeGreaterThan(20);
    for (const { name, firstLine, length } of view.chains) {
      for (let i = 0; i < length; i++) expect(lines[firstLine + i]).toMatch(new RegExp(`^-A ${name}( |$)`));
      expect(lines[firstLine + length] ?? '').not.toMatch(new RegExp(`^-A ${name} `));
    }
  });

  it('are written as iptables-save prints them', () => {
    const clusterIP = example().cluster.services.find(({ metadata }) => metadata.name === 'web')?.spec.clusterIP;
    expect(lines).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^-A KUBE-SERVICES -d ${clusterIP}/32 -p tcp -m comment --comment "default/web:http cluster IP" -m tcp --dport 80 -j KUBE-SVC-`,
        ),
      ),
    );
  });

  it('are announced by the bench', () => {
    expect(bench.rules.map(({ netns, family }) => `${netns} ${family}`)).toEqual(['node1 ipv4', 'node2 ipv4']);
    expect(bench.rules[0]?.chains).toEqual(view.chains.filter(({ hook }) => hook !== undefined));
    expect(bench.rules[0]?.services).toEqual(
      Object.fromEntries(view.chains.flatMap(({ name, service }) => (service === undefined ? [] : [[name, service]]))),
    );
    expect(bench.rules[0]?.ruleCount).toBe(lines.filter((line) => line.startsWith('-A ')).length);
  });

  it('know their owner, Service, hook and origin', () => {
    const svc = view.chains.find(({ name, service }) => name.startsWith('KUBE-SVC-') && service === 'default/web:http');
    expect(svc).toMatchObject({ table: 'nat', owner: 'kube-proxy', length: 4 });
    expect(view.chains.find(({ table, name }) => table === 'nat' && name === 'PREROUTING')).toMatchObject({
      hook: 'PREROUTING',
    });
    const ref = { kind: 'rule', table: 'nat', chain: svc?.name ?? '', index: 0 } as const;
    expect(engine.origin('node1', 'ipv4', ref)).toMatchObject({ kind: 'Service', namespace: 'default', name: 'web' });
    expect(engine.origin('node1', 'ipv4', { ...ref, index: 99 })).toBeUndefined();
  });

  it('are found by what made them: a port of a Service, each with its field', () => {
    const parts = engine.parts('node1', 'ipv4', { namespace: 'default', serviceName: 'web', index: 0 });
    const fields = new Set(parts.flatMap(({ origin }) => (origin ? [origin.field] : [])));
    expect([...fields]).toContain('spec.clusterIP');
    expect(parts.filter(({ at }) => at.kind === 'chain' && at.chain.startsWith('KUBE-SEP-'))).toHaveLength(3);
    expect(engine.parts('node1', 'ipv4', { namespace: 'default', serviceName: 'web', index: 9 })).toEqual([]);
    expect(engine.parts('client', 'ipv4', { namespace: 'default', serviceName: 'web' })).toEqual([]);
  });

  it('are empty where there are none', () => {
    expect(engine.rules('client', 'ipv4')).toMatchObject({ text: '', chains: [] });
  });
});

describe('explaining', () => {
  it.each(EXAMPLES.map(({ id }) => [id] as const))('agrees with every step of every flow of %s', (id) => {
    const document = example(id);
    const engine = opened(document);
    let asked = 0;
    for (const { id: flow } of document.flows) {
      const { trace } = engine.run(flow);
      for (const [leg, { hops }] of trace.legs.entries()) {
        for (const [hop, { steps }] of hops.entries()) {
          for (const [step, data] of steps.entries()) {
            const at = { leg, hop, step };
            if (data.kind === 'rule') {
              expect(engine.explainRule(flow, at, data.ref).matched).toBe(true);
              asked++;
            } else if (data.kind === 'skip') {
              for (let index = data.from; index <= data.to; index++) {
                const { table, chain } = data;
                const { matched, tests } = engine.explainRule(flow, at, { table, chain, index });
                expect({ matched, last: tests.at(-1)?.matched }).toEqual({ matched: false, last: false });
                asked++;
              }
            }
          }
        }
      }
    }
    expect(asked).toBeGreaterThan(20);
  });

  it('does not guess where there is nothing to explain', () => {
    const engine = opened(example());
    engine.run('flow-1');
    const ref = { table: 'nat', chain: 'KUBE-SERVICES', index: 0 } as const;
    expect(engine.explainRule('flow-1', { leg: 0, hop: 0, step: 0 }, ref)).toEqual({
      ref,
      matched: 'unknown',
      tests: [],
    });
    expect(engine.explainRule('flow-9', { leg: 0, hop: 0, step: 0 }, ref).matched).toBe('unknown');
    expect(engine.explainRule('flow-1', { leg: 9, hop: 9, step: 9 }, ref).matched).toBe('unknown');
  });
});

describe('findings', () => {
  it('point into the text of the object', () => {
    const document = changeServicePort(example(), { namespace: 'default', name: 'web' }, 0, { nodePort: 70_000 });
    const { diagnostics } = createEngine().open(document);
    const found = diagnostics.find(({ path }) => path === 'Service default/web spec.ports[0].nodePort');
    expect(found).toMatchObject({ severity: 'error', code: 'invalid' });
    const text = KUBERNETES_YAML.print(manifestOf(document.cluster));
    const parsed = KUBERNETES_YAML.parse(text);
    const span = parsed.ok ? parsed.value.value.spanOf(found?.path ?? '') : undefined;
    expect(span && text.slice(span.start, span.end)).toBe('nodePort: 70000');
  });

  it('name a mode that is not built', () => {
    const mode = 'kernelspace' as string as Document['mode'];
    const bench = createEngine().open({ ...example(), mode });
    expect(bench.diagnostics).toMatchObject([{ code: 'not-simulated', message: { id: 'document.mode.missing' } }]);
    expect(bench.rules).toEqual([]);
  });
});

describe('a pasted node', () => {
  const built = opened(example());
  const clusterIP = example().cluster.services.find(({ metadata }) => metadata.name === 'web')?.spec.clusterIP ?? '';
  const dump = built.rules('node1', 'ipv4').text;
  const bare = addPasted(emptyDocument(), [{ title: 'node1', text: dump }]);
  const document = addFlow(bare, {
    from: { kind: 'interface', device: 'cni0', address: '10.244.0.2' },
    to: { kind: 'address', address: clusterIP },
    protocol: 'tcp',
    port: 80,
  });
  const engine = createEngine();
  const bench = engine.open(document);

  it('has the rules that were pasted, line for line', () => {
    const rules = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('-A '));
    expect(rules(engine.rules(bench.rules[0]?.netns ?? '', 'ipv4').text).toSorted()).toEqual(rules(dump).toSorted());
  });

  it('says what was found and what was assumed', () => {
    expect(bench.found).toContainEqual(
      expect.objectContaining({ name: 'default/web:http', address: clusterIP, port: 80, nodePort: 30_080 }),
    );
    expect(bench.assumptions.length).toBeGreaterThan(0);
    expect(bench.suggested?.map(({ to }) => to)).toContain(clusterIP);
    expect(bench.texts).toHaveLength(1);
  });

  it('sends a packet through exactly those rules, with the same odds', () => {
    const result = engine.run('flow-1');
    expect(result.outcomes.map(({ probability, disposition }) => `${probability} ${disposition.kind}`)).toEqual([
      '1/3 DELIVERED',
      '1/3 DELIVERED',
      '1/3 DELIVERED',
    ]);
    const chains = (trace: typeof result.trace): string[] =>
      trace.legs.flatMap(({ hops }) =>
        hops.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'rule' ? [step.ref.chain] : []))),
      );
    expect(chains(result.trace).slice(0, 4)).toEqual(chains(built.run('flow-1').trace).slice(0, 4));
  });

  it('refuses flows of the built cluster, and the cluster refuses its', () => {
    const mixed = {
      ...document,
      flows: [
        ...example()
          .flows.slice(0, 1)
          .map((flow) => ({ ...flow, id: 'c' })),
        ...document.flows,
      ],
    };
    expect(said(opened(mixed).run('c'))).toEqual(['document.flow.other-subject']);
    expect(said(opened({ ...mixed, subject: 'cluster' }).run('flow-1'))).toEqual(['document.flow.other-subject']);
  });

  it.each([
    [{ device: 'eth9', address: '10.0.0.1' }, 'document.flow.no-device'],
    [{ device: 'cni0', address: '' }, 'document.flow.no-source'],
    [{ device: 'cni0', address: 'x' }, 'document.flow.bad-address'],
  ])('says what a flow lacks: %j', (from, id) => {
    const flow = changeFlow(document, 'flow-1', { from: { kind: 'interface', ...from } });
    expect(said(opened(flow).run('flow-1'))).toEqual([id]);
  });

  it.each([
    '',
    'hello',
    '*nat\n:BROKEN',
    '-A',
    'kind: Service',
    '\0\0',
    '['.repeat(10_000),
    '*nat\n-A PREROUTING -j PREROUTING\nCOMMIT',
  ])('takes any text: %j', (text) => {
    const odd = addFlow(addPasted(emptyDocument(), [{ title: 'x', text }]), {
      from: { kind: 'interface', address: '10.0.0.1' },
      to: { kind: 'address', address: '10.0.0.2' },
      protocol: 'tcp',
      port: 80,
    });
    const one = createEngine();
    expect(one.open(odd).texts).toHaveLength(1);
    expect(one.run('flow-1').flowId).toBe('flow-1');
  });
});
