import { expose } from 'comlink';
import { describe, expect, it } from 'vitest';
import { WEB_TWO_NODES } from '../content/examples/web-two-nodes';
import { Cancelled, inlineClient, withFallback, workerClient, type EngineClient } from './client';
import { createEngine } from './engine';
import { patched } from './patched-engine';
import type { Engine } from './protocol';

/** A Worker of this thread: two ends of a channel, so that messages are really cloned. */
function fakeWorker(engine: Engine): Worker {
  const { port1, port2 } = new MessageChannel();
  expose(patched(engine), port2);
  port2.start();
  port1.start();
  const dead = { now: false };
  return Object.assign(new EventTarget(), {
    postMessage: (message: unknown, transfer: Transferable[]) => !dead.now && port1.postMessage(message, transfer),
    addEventListener: (type: string, listener: EventListener) =>
      type === 'message' ? port1.addEventListener('message', listener) : undefined,
    removeEventListener: (type: string, listener: EventListener) => port1.removeEventListener(type, listener),
    terminate: () => {
      dead.now = true;
      port1.close();
      port2.close();
    },
  }) as unknown as Worker;
}

const clients: [string, () => EngineClient][] = [
  ['inline', () => inlineClient(createEngine)],
  ['in a worker', () => workerClient(() => fakeWorker(createEngine()))],
];

describe.each(clients)('%s', (_, make) => {
  it('answers as the engine does', async () => {
    const client = make();
    const engine = createEngine();
    const document = WEB_TWO_NODES.document();
    expect(await client.open(document)).toEqual(engine.open(document));
    expect(await client.run('flow-1', { outcome: 1 })).toEqual(engine.run('flow-1', { outcome: 1 }));
    expect(await client.rules('node1', 'ipv4')).toEqual(engine.rules('node1', 'ipv4'));
    client.cancel();
  });
});

describe('cancelling', () => {
  it('rejects what is waiting, and the next call starts afresh with the last good document', async () => {
    let made = 0;
    const client = workerClient(() => {
      made++;
      return fakeWorker(createEngine());
    });
    const document = WEB_TWO_NODES.document();
    await client.open(document);
    const waiting = client.run('flow-1');
    client.cancel();
    await expect(waiting).rejects.toBeInstanceOf(Cancelled);
    expect((await client.run('flow-1')).outcomes).toHaveLength(3);
    expect(made).toBe(2);
    client.cancel();
  });
});

describe('without a worker', () => {
  const silent = (): Worker => {
    const target = new EventTarget();
    setTimeout(() => target.dispatchEvent(new Event('error')), 1);
    return Object.assign(target, { postMessage: () => undefined, terminate: () => undefined }) as unknown as Worker;
  };
  const refused = (): Worker => {
    throw new DOMException('no', 'SecurityError');
  };
  it.each([
    ['that starts', silent],
    ['that may be made', refused],
  ])('%s the same engine answers on the page', async (_, make) => {
    const client = withFallback(workerClient(make), () => inlineClient(createEngine));
    const document = WEB_TWO_NODES.document();
    expect(await client.open(document)).toEqual(createEngine().open(document));
    expect((await client.run('flow-1')).outcomes).toHaveLength(3);
  });

  it('a fault of the engine is not taken for that', async () => {
    const engine = { ...createEngine(), run: () => Promise.reject(new Error('boom')) as never };
    const client = withFallback(
      inlineClient(() => engine),
      () => inlineClient(createEngine),
    );
    await expect(client.run('flow-1')).rejects.toThrow('boom');
  });
});
