import { describe, expect, it, vi } from 'vitest';
import { EXAMPLES } from '../content/examples';
import { WEB_TWO_NODES } from '../content/examples/web-two-nodes';
import { addPasted } from '../core/document/edits/pasted';
import { FARTHER_WALKS } from '../core/story/testing/farther-walks';
import { walkMade, walkShown } from '../core/story/testing/walks';
import { COMFORTABLE_LINK, decodeLink, encodeLink, MAX_LINK, readView } from './link';

const DOCUMENT = WEB_TWO_NODES.document();

async function linkOf(text = ''): Promise<string> {
  const link = await encodeLink({ document: { ...DOCUMENT, title: text }, view: {} });
  if (!link.ok) throw new Error(link.error.id);
  return link.value;
}

async function errorOf(hash: string): Promise<string | undefined> {
  const read = await decodeLink(hash);
  return read && !read.ok ? read.error.id : undefined;
}

async function deflated(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return Buffer.from(await new Response(stream).arrayBuffer()).toString('base64url');
}

describe('a link', () => {
  it('with a name that would be a rule is refused, with its field', async () => {
    const name = 'web"\nCOMMIT\n*filter\n:INPUT ACCEPT [0:0]\n-I INPUT 1 -j ACCEPT\nCOMMIT\n*nat\n# "';
    const [first, ...others] = DOCUMENT.cluster.services;
    const named = { ...first, metadata: { ...first?.metadata, name } } as typeof first;
    const cluster = { ...DOCUMENT.cluster, services: [named, ...others] } as typeof DOCUMENT.cluster;
    const link = await encodeLink({ document: { ...DOCUMENT, cluster }, view: {} });
    const read = link.ok ? await decodeLink(link.value) : undefined;
    expect(read).toMatchObject({
      ok: false,
      error: { id: 'document.field.dns-label', values: { field: 'cluster.services[0].metadata.name' } },
    });
  });

  it('brings back document and view', async () => {
    const view = { flowId: 'flow-2', playhead: 12.5, selection: { kind: 'node', name: 'node1' } } as const;
    const document = { ...DOCUMENT, title: '웹 서비스 ⚙' };
    const link = await encodeLink({ document, view });
    expect(link.ok && link.value).toMatch(/^#1\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/);
    expect(await decodeLink(link.ok ? link.value : '')).toEqual({ ok: true, value: { document, view } });
  });

  it.each(EXAMPLES.map((example) => [example.id, example] as const))('is comfortable for %s', async (_, example) => {
    const link = await encodeLink({ document: example.document(), view: { flowId: 'flow-1', playhead: 3 } });
    expect(link.ok && link.value.length).toBeLessThan(COMFORTABLE_LINK / 3);
  });

  it.each(Object.entries(FARTHER_WALKS))('brings the same walk back: %s', async (_, make) => {
    const sent = walkMade(make).walked;
    const { document } = sent;
    const link = await encodeLink({ document, view: { flowId: document.flows[0]?.id ?? '', playhead: 3 } });
    expect(link.ok && link.value.length).toBeLessThan(COMFORTABLE_LINK / 2);
    const read = await decodeLink(link.ok ? link.value : '');
    if (!read?.ok) throw new Error('no document');
    expect(read.value.view).toEqual({ flowId: document.flows[0]?.id, playhead: 3 });
    expect(sent.trace.legs.length).toBeGreaterThan(1);
    expect(walkShown(read.value.document).walked.trace).toEqual(sent.trace);
  });

  it('is refused above the limit', async () => {
    let noise = '';
    for (let i = 1, x = 1; i < 60_000; i++)
      noise += String.fromCharCode(33 + ((x = (x * 48_271) % 2_147_483_647) % 90));
    const document = addPasted(DOCUMENT, [{ title: 'x', text: noise }]);
    const link = await encodeLink({ document, view: {} });
    expect(link.ok ? link.value.length : link.error.values).toMatchObject({ limit: MAX_LINK });
  });

  it('is not even tried for a whole dump', async () => {
    const document = addPasted(DOCUMENT, [{ title: 'x', text: '-A INPUT\n'.repeat(1_000_000) }]);
    const compression = vi.fn();
    vi.stubGlobal('CompressionStream', compression);
    expect(await encodeLink({ document, view: {} })).toMatchObject({
      ok: false,
      error: { id: 'document.link.too-large' },
    });
    expect(compression).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  it('is none without a hash', async () => {
    expect(await decodeLink('')).toBeUndefined();
    expect(await decodeLink('#')).toBeUndefined();
  });

  it.each([
    ['#hello', 'document.link.broken'],
    ['#1', 'document.link.broken'],
    ['#1.', 'document.link.broken'],
    ['#1.!!!', 'document.link.broken'],
    ['#1.AAAA', 'document.link.broken'],
    ['#2.AAAA', 'document.codec.newer'],
    ['#99999.AAAA', 'document.codec.newer'],
  ])('that is broken or newer says so: %s', async (hash, id) => {
    expect(await errorOf(hash)).toBe(id);
  });

  it.each([
    ['null', 'document.codec.not-document'],
    ['{}', 'document.codec.no-version'],
    ['{"version":2}', 'document.codec.newer'],
    ['{"version":1}', 'document.codec.invalid'],
    ['{"version":', 'document.codec.not-json'],
    [`{"version":1,"x":${'['.repeat(200)}${']'.repeat(200)}}`, 'document.codec.not-document'],
  ])('with odd content says so: %s', async (json, id) => {
    expect(await errorOf(`#1.${await deflated(json)}.`)).toBe(id);
  });

  it('cut anywhere is an error, never an exception', async () => {
    const whole = (await linkOf('cut')).replace(/\.[^.]*$/, '');
    for (let length = 4; length < whole.length; length += 37) {
      expect(await errorOf(whole.slice(0, length))).toBeDefined();
    }
  });

  it('does not inflate a bomb', async () => {
    expect(await errorOf(`#1.${await deflated('0'.repeat(60_000_000))}`)).toBe('document.limit.inflated');
  });
});

describe('the view of a link', () => {
  it.each([
    ['{"flowId":"a","playhead":2,"extra":1}', { flowId: 'a', playhead: 2 }],
    ['{"time":{"at":8147,"client":0}}', { time: { at: 8147, client: 0 } }],
    ['{"time":{"at":1e9}}', {}],
    ['{"time":{"at":5,"client":-1}}', {}],
    ['{"flowId":7,"playhead":-1,"selection":{"kind":"pod","name":"a"}}', {}],
    [
      '{"selection":{"kind":"pod","name":"a","namespace":"b"}}',
      { selection: { kind: 'pod', name: 'a', namespace: 'b' } },
    ],
    ['[]', {}],
    ['nonsense', {}],
    [undefined, {}],
  ])('%s', (json, view) => {
    expect(readView(json)).toEqual(view);
  });
});
