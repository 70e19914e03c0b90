import { describe, expect, it } from 'vitest';
import { WEB_TWO_NODES } from '../content/examples/web-two-nodes';
import { addPasted } from '../core/document/edits/pasted';
import { scaleDeployment } from '../core/document/edits/pods';
import type { Document } from '../core/document/document';
import { SOAKING } from '../core/lib/testing/soaking';
import { Cancelled, Client, NoEngine, type EngineClient, type OpenPort } from './client';
import { engineFailure } from './failure';
import type { ToEngine } from './messages';
import { engineAtHand, inlineClient } from './testing/engine';
import { fakeWorkers } from './testing/fake-worker';

const DOCUMENT = WEB_TWO_NODES.document();
const scaled = (replicas: number): Document =>
  scaleDeployment(DOCUMENT, { namespace: 'default', name: 'web' }, replicas);
const kindOf = (message: ToEngine): string => ('kind' in message ? message.kind : 'cancel');
const RULES = { netns: 'node1', family: 'ipv4' } as const;

const clients: [string, () => EngineClient][] = [
  ['on the page', inlineClient],
  ['in a worker', () => new Client(fakeWorkers().open)],
];

describe.each(clients)('an engine %s', (_, make) => {
  it('answers as the questions do, after an edit, too', async () => {
    const client = make();
    const engine = engineAtHand();
    for (const document of [DOCUMENT, scaled(4)]) {
      expect(await client.ask('open', { document })).toEqual(engine.open(document));
      const run = await client.ask('run', { flowId: 'flow-1', outcome: 1 });
      expect(run).toEqual(engine.run('flow-1', { outcome: 1 }));
      expect(await client.ask('rules', { ...RULES, lines: [[0, 10_000]] })).toEqual(engine.rules('node1', 'ipv4'));
    }
  });

  it('answers what is about the bench in the order it was asked, others meanwhile', async () => {
    const client = make();
    const pasted = addPasted(DOCUMENT, [{ title: 'a', text: '*filter\n:FORWARD DROP [0:0]\nCOMMIT\n' }]);
    const [cluster, , node, linted] = await Promise.all([
      client.ask('open', { document: DOCUMENT }),
      client.ask('open', { document: pasted }),
      client.ask('rules', RULES),
      client.ask('lint', { pasted: pasted.pasted }),
    ]);
    expect(cluster.netns.map(({ id }) => id)).toContain('node1');
    expect(node.chains).toEqual([]);
    expect(Array.isArray(linted)).toBe(true);
  });

  it('keeps what stayed as it was the same object, for whom it tells', async () => {
    const client = make();
    const before = await client.ask('open', { document: DOCUMENT });
    const rules = await client.ask('rules', RULES);
    expect(await client.ask('rules', RULES)).toBe(rules);
    const after = await client.ask('open', { document: { ...DOCUMENT, title: 'x' } });
    expect(after.netns).toBe(before.netns);
  });

  it('says how far it is, and what broke', async () => {
    const client = make();
    const said: number[] = [];
    const question = { release: '1.33', sizes: SOAKING ? [1, 10, 100, 400] : [1, 10, 40], endpoints: 2 };
    const curves = await client.ask('cost', question, { onProgress: (progress) => said.push(progress) });
    expect(curves.length).toBeGreaterThan(2);
    expect(said.every((each, at) => each >= (said[at - 1] ?? 0) && each <= 1)).toBe(true);
    await expect(client.ask('redact', { document: undefined as never, seed: '' })).rejects.toThrow(/undefined/);
  });

  it('stops what nobody waits for, and the next question is answered', async () => {
    const client = make();
    const abort = new AbortController();
    const work = client.ask('cost', { release: '1.33', sizes: [5000], endpoints: 2 }, { signal: abort.signal });
    abort.abort();
    await expect(work).rejects.toBeInstanceOf(Cancelled);
    expect(await client.ask('open', { document: DOCUMENT })).toBeDefined();
    await expect(
      client.ask('cost', { release: '1.33', sizes: [1], endpoints: 2 }, { signal: abort.signal }),
    ).rejects.toBeInstanceOf(Cancelled);
  });
});

describe('cancelling', () => {
  it('rejects what waits, and the next question finds a fresh engine with the last good document', async () => {
    const workers = fakeWorkers();
    const client = new Client(workers.open);
    await client.ask('open', { document: DOCUMENT });
    const waiting = client.ask('open', { document: scaled(4) });
    client.cancel();
    await expect(waiting).rejects.toBeInstanceOf(Cancelled);
    expect((await client.ask('run', { flowId: 'flow-1' })).outcomes).toHaveLength(3);
    expect(workers.started()).toBe(2);
  });
});

describe('a worker that dies', () => {
  it('is started again with what it had, what waited is answered, and it is told', async () => {
    let isDeadly = true;
    const workers = fakeWorkers((message) => (kindOf(message) === 'explain' && isDeadly ? 'dies' : undefined));
    const client = new Client(workers.open);
    let told = 0;
    client.onRestart(() => told++);
    await client.ask('open', { document: scaled(4) });
    const { trace } = await client.ask('run', { flowId: 'flow-1', outcome: 2 });
    const leg = trace.legs[0]!;
    const hop = leg.hops.findIndex(({ steps }) => steps.some(({ kind }) => kind === 'rule'));
    const step = leg.hops[hop]!.steps.findIndex(({ kind }) => kind === 'rule');
    const data = leg.hops[hop]!.steps[step]!;
    if (data.kind !== 'rule') throw new Error('no rule');
    const explained = client.ask('explain', { flowId: 'flow-1', at: { leg: 0, hop, step }, ref: data.ref });
    while (workers.started() < 2) await Promise.resolve();
    isDeadly = false;
    // The walk that was shown is known to the new one, too.
    expect(await explained.catch(() => undefined)).toMatchObject({ matched: true });
    expect(workers.started()).toBe(2);
    expect(told).toBe(1);
    expect((await client.ask('run', { flowId: 'flow-1' })).outcomes).toHaveLength(4);
  });

  it('gives up a question that kills it again, and answers the others', async () => {
    const workers = fakeWorkers((message) => (kindOf(message) === 'lint' ? 'dies' : undefined));
    const client = new Client(workers.open);
    await client.ask('open', { document: DOCUMENT });
    await expect(client.ask('lint', { pasted: DOCUMENT.pasted })).rejects.toThrow('the worker ended');
    expect(workers.started()).toBe(2);
    expect((await client.ask('run', { flowId: 'flow-1' })).outcomes).toHaveLength(3);
  });

  it('does not come back to a document that kills it', async () => {
    let isDeadly = false;
    const workers = fakeWorkers((message) => (kindOf(message) === 'open' && isDeadly ? 'dies' : undefined));
    const client = new Client(workers.open);
    await client.ask('open', { document: DOCUMENT });
    isDeadly = true;
    workers.kill();
    await expect(client.ask('open', { document: scaled(9) })).rejects.toThrow('the worker ended');
    isDeadly = false;
    expect((await client.ask('open', { document: scaled(5) })).netns.length).toBeGreaterThan(0);
  });

  it('is not started again before there is a question', async () => {
    const workers = fakeWorkers();
    const client = new Client(workers.open);
    await client.ask('open', { document: DOCUMENT });
    workers.kill();
    expect(workers.started()).toBe(1);
    expect((await client.ask('run', { flowId: 'flow-1' })).outcomes).toHaveLength(3);
    expect(workers.started()).toBe(2);
  });
});

describe('where no worker', () => {
  const refused: OpenPort = () => {
    throw new DOMException('no', 'SecurityError');
  };
  const silent: OpenPort = ({ die }) => {
    setTimeout(() => die('the worker did not start'), 1);
    return { post: () => undefined, end: () => undefined };
  };
  it.each([
    ['may be made', refused],
    ['starts', silent],
  ])('%s, what is asked is refused with a reason, each time', async (_, open) => {
    const client = new Client(open);
    client.onRestart(() => expect.unreachable());
    for (const _again of [1, 2]) {
      const thrown: unknown = await client.ask('open', { document: DOCUMENT }).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(NoEngine);
      expect(engineFailure(thrown)?.id).toBe('engine.none');
    }
  });
});
