import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { createDerive } from '../document/derive';
import type { Document } from '../document/document';
import { resolveFlow } from '../document/resolve-flow';
import { PROXY_MODE_IDS } from '../kubernetes/mode-ids';
import { explore, makeTrace } from '../sim/explore';
import type { Trace } from '../sim/trace';
import { makeCapture } from './capture';
import { inMode } from './in-mode';

/** The first walks of every flow of a document. */
function walks(document: Document, most = 1): Trace[] {
  const { network } = createDerive()(document);
  return document.flows.slice(0, 2).flatMap((flow) => {
    const sent = resolveFlow(document, network, flow);
    if (!sent.ok) return [];
    const input = { network, flow: sent.value, seed: 1 };
    return explore({ ...input, limit: most })
      .outcomes.slice(0, most)
      .map((outcome) => makeTrace(input, outcome));
  });
}

interface Block {
  readonly type: number;
  readonly body: DataView;
}

/** The blocks of a file; both lengths of each are the same and fill the file. */
function blocksOf(file: Uint8Array<ArrayBuffer>): Block[] {
  const view = new DataView(file.buffer);
  const blocks: Block[] = [];
  for (let at = 0; at < file.length;) {
    const length = view.getUint32(at + 4, true);
    expect(view.getUint32(at + length - 4, true)).toBe(length);
    expect(length % 4).toBe(0);
    blocks.push({ type: view.getUint32(at, true), body: new DataView(file.buffer, at + 8, length - 12) });
    at += length;
  }
  return blocks;
}

const [web] = EXAMPLES;
const ALL = EXAMPLES.flatMap(({ document }) => PROXY_MODE_IDS.flatMap((mode) => walks(inMode(document(), mode))));

test('each device a packet passes is an interface; the rewrite is seen between two of them', () => {
  const walk = (web ? walks(web.document(), 10) : []).find(({ legs }) =>
    legs.some(({ hops }) => hops[0]?.netns === 'default/client' && hops.some(({ netns }) => netns === 'node2')),
  );
  expect(walk).toBeDefined();
  if (!walk) return;
  const blocks = blocksOf(makeCapture(walk));
  const names = blocks
    .filter(({ type }) => type === 1)
    .map(({ body }) =>
      new TextDecoder().decode(new Uint8Array(body.buffer, body.byteOffset + 12, body.getUint16(10, true))),
    );
  expect(names.length).toBe(new Set(names).size);
  expect(names).toEqual(expect.arrayContaining(['default/client/eth0', 'node1/eth0', 'node2/eth0']));
  const packets = blocks.filter(({ type }) => type === 6);
  const ends = packets.map(({ body }) => {
    const at = 20;
    const address = (from: number): string => [0, 1, 2, 3].map((byte) => body.getUint8(at + from + byte)).join('.');
    return `${names[body.getUint32(0, true)] ?? ''} ${address(12)} > ${address(16)}`;
  });
  const service = web?.document().cluster.services.find(({ metadata }) => metadata.name === 'web')?.spec.clusterIP;
  expect(service).toMatch(/^10\./);
  expect(ends[0]).toContain(`> ${service}`);
  expect(ends.at(-1)).toContain(`${service} > `);
  expect(ends.filter((end) => end.startsWith('node1/eth0') && end.includes(service ?? '-'))).toEqual([]);
  expect(packets.length).toBe(16);
});

/** What tshark says of a file; it stands for all walks in it, a section each. */
function tshark(file: string, ...options: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('tshark', ['-r', file, ...options], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

// Dissecting takes as long as the machine needs: one process for all files, and no hurry.
test.skipIf(spawnSync('tshark', ['--version']).status !== 0)(
  'tshark reads every walk of every example in every mode, and finds no wrong checksum',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'capture-'));
    const checks = ['ip', 'tcp', 'udp'].flatMap((name) => ['-o', `${name}.check_checksum:TRUE`]);
    const bad = '_ws.malformed || ip.checksum.status == 0 || tcp.checksum.status == 0 || udp.checksum.status == 0';
    try {
      expect(ALL.length).toBeGreaterThan(40);
      const file = join(folder, 'walks.pcapng');
      const files = ALL.map(makeCapture);
      writeFileSync(file, Buffer.concat(files));
      const packets = files.flatMap(blocksOf).filter(({ type }) => type === 6).length;
      expect(tshark(file, '-T', 'fields', '-e', 'frame.number').trim().split('\n')).toHaveLength(packets);
      expect(tshark(file, ...checks, '-Y', bad)).toBe('');
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  3_600_000,
);

test('every walk of every example in every mode is a file of whole blocks', () => {
  for (const walk of ALL) {
    // A system call that fails sends nothing.
    const isSent = walk.legs.some(({ hops }) =>
      hops.some(({ steps }) => steps.some(({ kind }) => kind === 'transmit')),
    );
    const count = blocksOf(makeCapture(walk)).filter(({ type }) => type === 6).length;
    expect(count > 0).toBe(isSent);
  }
});
