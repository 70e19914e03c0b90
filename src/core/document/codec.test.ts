import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { checkDocument, decodeDocument, upgrade, type Upgraders } from './codec';
import { encodeDocument, emptyDocument } from './document';
import type { Script } from './script';

describe('a document', () => {
  it.each([['nothing', emptyDocument()] as const, ...EXAMPLES.map((e) => [e.id, e.document()] as const)])(
    'comes back as it was: %s',
    (_, document) => {
      expect(decodeDocument(encodeDocument(document))).toEqual({ ok: true, value: document });
    },
  );

  it('keeps fields it does not know', () => {
    const later = { ...emptyDocument(), note: 'kept' };
    expect(decodeDocument(encodeDocument(later))).toEqual({ ok: true, value: later });
  });

  it.each([
    ['', 'document.codec.not-json'],
    ['[]', 'document.codec.not-document'],
    ['"text"', 'document.codec.not-document'],
    ['{}', 'document.codec.no-version'],
    ['{"version":"1"}', 'document.codec.no-version'],
    ['{"version":0}', 'document.codec.no-version'],
    ['{"version":2}', 'document.codec.newer'],
    ['{"version":1}', 'document.codec.invalid'],
  ])('that is none says why: %s', (text, id) => {
    expect(decodeDocument(text)).toMatchObject({ ok: false, error: { id } });
  });

  it.each([
    [{ seed: 'x' }, 'seed'],
    [{ mode: 7 }, 'mode'],
    [{ flows: [{ id: 'a' }] }, 'flows.0.from'],
    [
      {
        cluster: {
          ...emptyDocument().cluster,
          services: [{ kind: 'Service', metadata: { name: 'a' }, spec: { ports: 'x' } }],
        },
      },
      'cluster.services.0',
    ],
    [
      { cluster: { ...emptyDocument().cluster, pods: [{ kind: 'Node', metadata: { name: 'a' } }] } },
      'cluster.pods.0.kind',
    ],
    [{ pasted: { texts: [{ id: 'a' }], facts: {} } }, 'pasted.texts.0.title'],
  ])('with a wrong part says where: %j', (wrong, path) => {
    expect(checkDocument({ ...emptyDocument(), ...wrong })).toMatchObject({
      ok: false,
      error: { id: 'document.codec.invalid', values: { path } },
    });
  });
});

describe('upgrading', () => {
  const upgraders: Upgraders = {
    2: (old) => ({ ...old, name: old['title'], title: undefined }),
    3: (old) => ({ ...old, steps: 3 }),
  };

  it('goes version by version', () => {
    expect(upgrade({ version: 1, title: 'a' }, upgraders, 3)).toEqual({
      ok: true,
      value: { version: 3, name: 'a', title: undefined, steps: 3 },
    });
    expect(upgrade({ version: 2, name: 'b' }, upgraders, 3)).toMatchObject({
      value: { version: 3, name: 'b', steps: 3 },
    });
  });

  it('says when it cannot', () => {
    expect(upgrade({ version: 4 }, upgraders, 3)).toMatchObject({ error: { id: 'document.codec.newer' } });
    expect(upgrade({ version: 3 }, upgraders, 4)).toMatchObject({ error: { id: 'document.codec.no-upgrader' } });
  });
});

describe('a mode nobody here knows', () => {
  const known = 'iptables, ipvs, nftables, userspace, ebpf, kernelspace';

  it.each([
    ['the document has', { mode: 'tun' }, 'tun'],
    ['its kube-proxy is configured with', { kubeProxy: { mode: 'tproxy' } }, 'tproxy'],
  ])('is refused by its name: %s', (_where, change, mode) => {
    const read = checkDocument({ ...emptyDocument(), ...change });
    expect(read).toEqual({ ok: false, error: { id: 'document.mode.missing', values: { mode, known } } });
  });

  it('is not what none at all is', () => {
    const { mode: _mode, ...without } = emptyDocument();
    expect(checkDocument(without)).toMatchObject({ error: { id: 'document.codec.invalid' } });
  });
});

describe('a script', () => {
  const script: Script = {
    duration: 60_000,
    events: [
      { at: 0, do: 'change-selector', service: 'default/web', selector: { app: 'web' } },
      { at: 5000, do: 'fail-readiness', pod: 'default/web', forMs: 3000 },
    ],
    clients: [{ flow: 'f1', perSecond: 20, sends: 'one-socket' }],
    delays: { preStop: 5000, minSync: 0 },
    lag: { node2: 700 },
  };

  it('is a part of the document', () => {
    const document = { ...emptyDocument(), script };
    expect(decodeDocument(encodeDocument(document))).toEqual({ ok: true, value: document });
  });

  it.each([
    [{ ...script, duration: 1e9 }, 'script.duration'],
    [{ ...script, events: [{ at: 0, do: 'explode' }] }, 'script.events.0.do'],
    [{ ...script, events: [{ at: 0, do: 'scale', deployment: 'a', replicas: 1e6 }] }, 'script.events.0.replicas'],
    [{ ...script, delays: { minSync: -1 } }, 'script.delays.minSync'],
    [{ ...script, clients: [{ flow: 'f1', perSecond: 1e6, sends: 'new' }] }, 'script.clients.0.perSecond'],
    [{ ...script, duration: 3_600_000, clients: [{ flow: 'f1', perSecond: 100, sends: 'new' }] }, 'script'],
  ])('beyond its limits is refused where it is: %j', (value, path) => {
    expect(checkDocument({ ...emptyDocument(), script: value })).toMatchObject({
      ok: false,
      error: { id: 'document.codec.invalid', values: { path } },
    });
  });
});
