import { describe, expect, it } from 'vitest';
import { createBench } from './store';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

async function deflated(
  bytes: Uint8Array<ArrayBuffer>,
  format: 'gzip' | 'deflate-raw',
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

interface Packed {
  readonly name: string;
  readonly text: string;
  /** Of tar: the kind of a head (`0`, `L`, `x`, `5`); of ZIP: encrypted. */
  readonly kind?: string;
}

/** A tar file as `tar --format=ustar` writes it. */
function tar(...files: readonly Packed[]): Uint8Array<ArrayBuffer> {
  const parts = files.map(({ name, text, kind = '0' }) => {
    const body = bytesOf(text);
    const block = new Uint8Array(512 + Math.ceil(body.length / 512) * 512);
    block.set(bytesOf(name), 0);
    block.set(bytesOf(body.length.toString(8).padStart(11, '0')), 124);
    block.set(bytesOf(kind), 156);
    block.set(bytesOf('ustar\u000000'), 257);
    block.set(body, 512);
    return [...block];
  });
  return new Uint8Array([...parts.flat(), ...new Uint8Array(1024)]);
}

const number = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) % 256);

/** A ZIP file with a directory, each file deflated. */
async function zip(...files: readonly Packed[]): Promise<Uint8Array<ArrayBuffer>> {
  const heads: number[] = [];
  const directory: number[] = [];
  for (const { name, text, kind } of files) {
    const [title, body] = [bytesOf(name), await deflated(bytesOf(text), 'deflate-raw')];
    const shared = [
      ...number(kind === 'encrypted' ? 1 : 0, 2),
      ...number(8, 2),
      ...number(0, 8),
      ...number(body.length, 4),
      ...number(text.length, 4),
      ...number(title.length, 2),
    ];
    const at = heads.length;
    heads.push(...number(0x04034b50, 4), ...number(20, 2), ...shared, ...number(0, 2), ...title, ...body);
    directory.push(...number(0x02014b50, 4), ...number(20, 2), ...number(20, 2), ...shared, ...number(0, 12));
    directory.push(...number(at, 4), ...title);
  }
  const end = [...number(0x06054b50, 4), ...number(0, 4), ...number(files.length, 2), ...number(files.length, 2)];
  return new Uint8Array([
    ...heads,
    ...directory,
    ...end,
    ...number(directory.length, 4),
    ...number(heads.length, 4),
    ...number(0, 2),
  ]);
}

async function received(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ texts: string[]; unreadable: readonly string[] }> {
  const bench = createBench();
  await bench.getState().actions.receiveFiles([new File([bytes], name)]);
  const { texts, unreadable } = bench.getState().inbox;
  return { texts: texts.map(({ title, text }) => `${title}: ${text}`), unreadable };
}

const RULES = '*filter\nCOMMIT\n';
const POD = 'kind: Pod\n';
const FILES = [
  { name: 'node-a/iptables.txt', text: RULES },
  { name: 'ns/pods.yaml', text: POD },
  { name: 'ns/services.json', text: '{"kind":"Service"}' },
];
const TEXTS = [
  `: ---\n# ns/pods.yaml\n${POD}\n---\n# ns/services.json\n{"kind":"Service"}`,
  `node-a/iptables.txt: ${RULES}`,
];

describe('archives that come in', () => {
  it.each([
    ['a.tar', () => Promise.resolve(tar(...FILES))],
    ['a.tgz', () => deflated(tar(...FILES), 'gzip')],
    ['a.tar.gz', () => deflated(tar({ name: 'ns', text: '', kind: '5' }, ...FILES), 'gzip')],
    ['a.zip', () => zip({ name: 'ns/', text: '' }, ...FILES)],
  ])('%s: its files are texts, its objects one', async (name, make) => {
    expect(await received(name, await make())).toEqual({ texts: [`${name}${TEXTS[0]}`, TEXTS[1]], unreadable: [] });
  });

  it('a single file is itself', async () => {
    expect(await received('rules.txt.gz', await deflated(bytesOf(RULES), 'gzip'))).toEqual({
      texts: [`rules.txt: ${RULES}`],
      unreadable: [],
    });
    expect(await received('rules.tar', bytesOf(RULES))).toEqual({ texts: [`rules.tar: ${RULES}`], unreadable: [] });
  });

  it('long names are whole, as pax and as GNU tar write them', async () => {
    const long = `${'d/'.repeat(70)}rules.txt`;
    for (const head of [
      { name: 'x', text: `${long.length + 10} path=${long}\n`, kind: 'x' },
      { name: '././@LongLink', text: `${long}\u0000`, kind: 'L' },
    ]) {
      const { texts } = await received('a.tar', tar(head, { name: 'cut', text: RULES }, { name: 'b', text: 'b' }));
      expect(texts).toEqual([`${long}: ${RULES}`, 'b: b']);
    }
  });

  it('what is damaged, encrypted, or no text is named, and the rest stands', async () => {
    const binary = tar({ name: 'core.bin', text: '\u0000\u0001' }, { name: 'rules.txt', text: RULES });
    expect(await received('a.tar', binary)).toEqual({
      texts: [`rules.txt: ${RULES}`],
      unreadable: ['a.tar: core.bin'],
    });
    const locked = await zip({ name: 'key.txt', text: 'k', kind: 'encrypted' }, { name: 'rules.txt', text: RULES });
    expect(await received('a.zip', locked)).toEqual({ texts: [`rules.txt: ${RULES}`], unreadable: ['a.zip: key.txt'] });
    const cut = (await deflated(bytesOf(RULES.repeat(100)), 'gzip')).subarray(0, 20);
    expect((await received('a.txt.gz', new Uint8Array(cut))).unreadable).toEqual(['a.txt.gz']);
    const whole = await zip(...FILES);
    for (let length = 0; length < whole.length; length += 7) {
      const { texts, unreadable } = await received('a.zip', whole.slice(0, length));
      expect(texts).toEqual([]);
      expect(unreadable).toEqual(length === 0 ? [] : ['a.zip']);
    }
  });
});
