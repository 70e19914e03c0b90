import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { Memo } from '../lib/memo';
import { createDerive } from '../document/derive';
import type { Document } from '../document/document';
import { resolveFlow } from '../document/resolve-flow';
import { PROXY_MODE_IDS } from '../kubernetes/mode-ids';
import { explore, makeTrace } from '../sim/explore';
import type { TcpFlags } from '../net/packet';
import type { Trace } from '../sim/trace';
import { listDecodes, makeCapture, findExchange, lookupBytes } from './capture';
import { inMode } from '../document/edits/proxy';
import { somePairs } from '../lib/testing/soaking';
import { FARTHER_WALKS } from './testing/farther-walks';
import { walkMade } from './testing/walks';

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
const ALL = somePairs(EXAMPLES, PROXY_MODE_IDS).flatMap(([{ document }, mode]) => walks(inMode(document(), mode)));

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

/** A header as tcpdump would name its ends, with what a tunnel carries in it. */
function headerAt(view: DataView, at: number): string {
  const ends = [12, 16].map((from) => [0, 1, 2, 3].map((byte) => view.getUint8(at + from + byte)).join('.'));
  const [protocol, l4] = [view.getUint8(at + 9), at + 20];
  if (protocol === 4) return `${ends.join('>')} ipip(${headerAt(view, l4)})`;
  const ports = [view.getUint16(l4), view.getUint16(l4 + 2)];
  const said = `${protocol === 6 ? 'tcp' : 'udp'} ${ends.map((end, side) => `${end}:${ports[side]}`).join('>')}`;
  const isVxlan = protocol === 17 && (ports[1] === 8472 || ports[1] === 4789);
  return isVxlan ? `${said} vxlan(${headerAt(view, l4 + 8 + 8 + 14)})` : said;
}

const isTunnel = (body: DataView): boolean => /vxlan|ipip/.test(headerAt(body, 20));

/** Comment of a block of the capture: the packet it holds. */
function commentOf({ body }: Block): string {
  const length = body.getUint32(12, true);
  const at = 20 + length + (-length & 3) + 8;
  return new TextDecoder().decode(new Uint8Array(body.buffer, body.byteOffset + at + 4, body.getUint16(at + 2, true)));
}

/** Each connection's packets in order, a header that stays said once. */
function headersOf(packets: readonly Block[]): readonly string[] {
  const lines: { readonly said: string; readonly headers: string[] }[] = [];
  for (const packet of packets) {
    const [said, header] = [commentOf(packet), headerAt(packet.body, 20)];
    const last = lines.at(-1);
    if (last?.said !== said) lines.push({ said, headers: [header] });
    else if (last.headers.at(-1) !== header) last.headers.push(header);
  }
  return lines.map(({ said, headers }) => `${said}: ${headers.join(' | ')}`);
}

/** Of each walk: devices, packets seen on them, and the headers of each connection in the order they are seen; `|`: rewritten. */
const SEEN: Readonly<
  Record<keyof typeof FARTHER_WALKS, readonly [devices: number, packets: number, headers: readonly string[]]>
> = {
  ingress: [
    9,
    26,
    [
      'request: tcp 172.18.0.250:45678>198.51.100.30:80 | tcp 10.244.0.1:41477>10.244.0.3:80',
      'reply: tcp 10.244.0.3:80>10.244.0.1:41477 | tcp 10.244.0.3:80>172.18.0.250:45678 | tcp 198.51.100.30:80>172.18.0.250:45678',
      'second request: tcp 10.244.0.3:50471>10.244.1.3:8080',
      'second reply: tcp 10.244.1.3:8080>10.244.0.3:50471',
    ],
  ],
  'ingress that answers 404': [
    5,
    15,
    [
      'request: tcp 172.18.0.250:45678>198.51.100.30:80 | tcp 10.244.0.1:41477>10.244.0.3:80',
      'reply: tcp 10.244.0.3:80>10.244.0.1:41477 | tcp 10.244.0.3:80>172.18.0.250:45678 | tcp 198.51.100.30:80>172.18.0.250:45678 | tcp 10.244.0.3:80>10.244.0.1:41477 | tcp 10.244.0.3:80>172.18.0.250:45678 | tcp 198.51.100.30:80>172.18.0.250:45678',
    ],
  ],
  gateway: [
    9,
    26,
    [
      'request: tcp 172.18.0.250:45678>198.51.100.31:80 | tcp 10.244.0.1:41477>10.244.0.4:10080',
      'reply: tcp 10.244.0.4:10080>10.244.0.1:41477 | tcp 10.244.0.4:10080>172.18.0.250:45678 | tcp 198.51.100.31:80>172.18.0.250:45678',
      'second request: tcp 10.244.0.4:50471>10.244.1.2:8080',
      'second reply: tcp 10.244.1.2:8080>10.244.0.4:50471',
    ],
  ],
  'ingress over eBPF': [
    6,
    12,
    [
      'request: tcp 172.18.0.250:45678>172.18.0.2:80',
      'reply: tcp 172.18.0.2:80>172.18.0.250:45678',
      'second request: tcp 10.244.0.1:50471>10.244.1.4:8080',
      'second reply: tcp 10.244.1.4:8080>10.244.0.1:50471',
    ],
  ],
  name: [
    10,
    24,
    [
      'lookup request: udp 10.244.0.2:40053>10.96.0.10:53 | udp 10.244.0.2:40053>10.244.1.2:53',
      'lookup reply: udp 10.244.1.2:53>10.244.0.2:40053 | udp 10.96.0.10:53>10.244.0.2:40053',
      'request: tcp 10.244.0.2:45678>10.110.182.19:80 | tcp 10.244.0.2:45678>10.244.0.4:8080',
      'reply: tcp 10.244.0.4:8080>10.244.0.2:45678 | tcp 10.110.182.19:80>10.244.0.2:45678',
    ],
  ],
  'name of a port': [
    10,
    24,
    [
      'lookup request: udp 10.244.0.2:40053>10.96.0.10:53 | udp 10.244.0.2:40053>10.244.1.2:53',
      'lookup reply: udp 10.244.1.2:53>10.244.0.2:40053 | udp 10.96.0.10:53>10.244.0.2:40053',
      'request: tcp 10.244.0.2:45678>10.110.182.19:80 | tcp 10.244.0.2:45678>10.244.0.4:8080',
      'reply: tcp 10.244.0.4:8080>10.244.0.2:45678 | tcp 10.110.182.19:80>10.244.0.2:45678',
    ],
  ],
  'name over eBPF': [
    8,
    20,
    [
      'lookup request: udp 10.244.0.2:40053>10.244.1.2:53',
      'lookup reply: udp 10.244.1.2:53>10.244.0.2:40053',
      'request: tcp 10.244.0.2:45678>10.244.0.4:8080',
      'reply: tcp 10.244.0.4:8080>10.244.0.2:45678',
    ],
  ],
  'name whose answer is cut off': [
    12,
    40,
    [
      'lookup request: udp 10.244.0.2:40053>10.96.0.10:53 | udp 10.244.0.2:40053>10.244.1.2:53',
      'lookup reply: udp 10.244.1.2:53>10.244.0.2:40053 | udp 10.96.0.10:53>10.244.0.2:40053',
      'lookup request: tcp 10.244.0.2:40054>10.96.0.10:53 | tcp 10.244.0.2:40054>10.244.0.3:53',
      'lookup reply: tcp 10.244.0.3:53>10.244.0.2:40054 | tcp 10.96.0.10:53>10.244.0.2:40054',
      'request: tcp 10.244.0.2:45678>10.244.1.14:8080',
      'reply: tcp 10.244.1.14:8080>10.244.0.2:45678',
    ],
  ],
  'name asked of the cache of the node': [
    10,
    32,
    [
      'lookup request: udp 10.244.0.2:40053>10.96.0.10:53',
      'lookup second request: tcp 172.18.0.2:1200>10.244.1.2:53',
      'lookup second reply: tcp 10.244.1.2:53>172.18.0.2:1200',
      'lookup reply: udp 10.96.0.10:53>10.244.0.2:40053',
      'request: tcp 10.244.0.2:45678>10.110.182.19:80 | tcp 10.244.0.2:45678>10.244.1.3:8080',
      'reply: tcp 10.244.1.3:8080>10.244.0.2:45678 | tcp 10.110.182.19:80>10.244.0.2:45678',
    ],
  ],
  'balancer that proxies': [
    6,
    14,
    [
      'request: tcp 172.18.0.250:45678>198.51.100.20:80',
      'reply: tcp 198.51.100.20:80>172.18.0.250:45678',
      'second request: tcp 172.18.0.249:50471>172.18.0.3:30361 | tcp 10.244.1.1:41477>10.244.1.3:8080',
      'second reply: tcp 10.244.1.3:8080>10.244.1.1:41477 | tcp 10.244.1.3:8080>172.18.0.249:50471 | tcp 172.18.0.3:30361>172.18.0.249:50471',
    ],
  ],
  'balancer with PROXY protocol': [
    6,
    14,
    [
      'request: tcp 172.18.0.250:45678>198.51.100.20:80',
      'reply: tcp 198.51.100.20:80>172.18.0.250:45678',
      'second request: tcp 172.18.0.249:50471>172.18.0.3:30361 | tcp 10.244.1.1:41477>10.244.1.3:8080',
      'second reply: tcp 10.244.1.3:8080>10.244.1.1:41477 | tcp 10.244.1.3:8080>172.18.0.249:50471 | tcp 172.18.0.3:30361>172.18.0.249:50471',
    ],
  ],
  'balancer that passes on': [
    6,
    12,
    [
      'request: tcp 172.18.0.250:45678>198.51.100.21:80 | tcp 172.18.0.250:45678>10.244.1.4:8080',
      'reply: tcp 10.244.1.4:8080>172.18.0.250:45678 | tcp 198.51.100.21:80>172.18.0.250:45678',
    ],
  ],
  'address a node announces': [
    5,
    10,
    [
      'request: tcp 172.18.0.250:45678>172.18.0.200:80 | tcp 172.18.0.250:45678>10.244.1.4:8080',
      'reply: tcp 10.244.1.4:8080>172.18.0.250:45678 | tcp 172.18.0.200:80>172.18.0.250:45678',
    ],
  ],
  'balancer with NAT that keeps the source': [
    6,
    14,
    [
      'request: tcp 172.18.0.250:45678>198.51.100.31:80 | tcp 172.18.0.250:45678>172.18.0.3:30371 | tcp 172.18.0.250:45678>10.244.1.3:8080',
      'reply: tcp 10.244.1.3:8080>172.18.0.250:45678 | tcp 172.18.0.3:30371>172.18.0.250:45678 | tcp 198.51.100.31:80>172.18.0.250:45678',
    ],
  ],
  'balancer with NAT that hides the source': [
    6,
    14,
    [
      'request: tcp 172.18.0.250:45678>198.51.100.32:80 | tcp 172.18.0.249:45678>172.18.0.3:30372 | tcp 172.18.0.249:45678>10.244.1.3:8080',
      'reply: tcp 10.244.1.3:8080>172.18.0.249:45678 | tcp 172.18.0.3:30372>172.18.0.249:45678 | tcp 198.51.100.32:80>172.18.0.250:45678',
    ],
  ],
  'balancer with NAT to Pods': [
    6,
    14,
    [
      'request: tcp 172.18.0.250:45678>198.51.100.33:80 | tcp 172.18.0.250:45678>10.244.1.3:8080',
      'reply: tcp 10.244.1.3:8080>172.18.0.250:45678 | tcp 198.51.100.33:80>172.18.0.250:45678',
    ],
  ],
  'VXLAN of Calico': [
    8,
    16,
    [
      'request: tcp 10.244.0.2:45678>10.110.182.19:80 | tcp 10.244.0.2:45678>10.244.1.2:8080 | udp 172.18.0.2:37267>172.18.0.3:4789 vxlan(tcp 10.244.0.2:45678>10.244.1.2:8080) | tcp 10.244.0.2:45678>10.244.1.2:8080',
      'reply: tcp 10.244.1.2:8080>10.244.0.2:45678 | udp 172.18.0.3:57486>172.18.0.2:4789 vxlan(tcp 10.244.1.2:8080>10.244.0.2:45678) | tcp 10.244.1.2:8080>10.244.0.2:45678 | tcp 10.110.182.19:80>10.244.0.2:45678',
    ],
  ],
  'VXLAN of flannel': [
    7,
    14,
    [
      'request: tcp 10.244.0.0:41477>10.244.1.3:8080 | udp 172.18.0.2:43124>172.18.0.3:8472 vxlan(tcp 10.244.0.0:41477>10.244.1.3:8080) | tcp 10.244.0.0:41477>10.244.1.3:8080',
      'reply: tcp 10.244.1.3:8080>10.244.0.0:41477 | udp 172.18.0.3:54849>172.18.0.2:8472 vxlan(tcp 10.244.1.3:8080>10.244.0.0:41477) | tcp 10.244.1.3:8080>10.244.0.0:41477',
    ],
  ],
  IPIP: [
    8,
    16,
    [
      'request: tcp 10.244.0.2:45678>10.110.182.19:80 | tcp 10.244.0.2:45678>10.244.1.3:8080 | 172.18.0.2>172.18.0.3 ipip(tcp 10.244.0.2:45678>10.244.1.3:8080) | tcp 10.244.0.2:45678>10.244.1.3:8080',
      'reply: tcp 10.244.1.3:8080>10.244.0.2:45678 | 172.18.0.3>172.18.0.2 ipip(tcp 10.244.1.3:8080>10.244.0.2:45678) | tcp 10.244.1.3:8080>10.244.0.2:45678 | tcp 10.110.182.19:80>10.244.0.2:45678',
    ],
  ],
  'a socket of eBPF': [
    6,
    12,
    ['request: tcp 10.244.0.2:45678>10.244.1.3:8080', 'reply: tcp 10.244.1.3:8080>10.244.0.2:45678'],
  ],
  'eBPF from outside': [
    6,
    12,
    [
      'request: tcp 172.18.0.250:45678>172.18.0.3:30080 | tcp 10.244.1.1:45678>10.244.0.4:8080',
      'reply: tcp 10.244.0.4:8080>10.244.1.1:45678 | tcp 172.18.0.3:30080>172.18.0.250:45678',
    ],
  ],
  'a virtual switch of Windows': [
    6,
    12,
    [
      'request: tcp 10.244.0.2:45678>10.110.182.19:80 | tcp 172.18.0.2:45678>10.244.1.3:8080',
      'reply: tcp 10.244.1.3:8080>172.18.0.2:45678 | tcp 10.110.182.19:80>10.244.0.2:45678',
    ],
  ],
  'a proxying process': [
    8,
    16,
    [
      'request: tcp 10.244.0.2:45678>10.110.182.19:80 | tcp 10.244.0.2:45678>10.244.0.1:34386',
      'reply: tcp 10.110.182.19:80>10.244.0.2:45678',
      'second request: tcp 172.18.0.2:50471>10.244.1.3:8080',
      'second reply: tcp 10.244.1.3:8080>172.18.0.2:50471',
    ],
  ],
};

const FARTHER = Object.entries(FARTHER_WALKS).map(
  ([id, document]) => [id as keyof typeof FARTHER_WALKS, walkMade(document).walked.trace] as const,
);

/** A walk to a name as the page saves it, its question with it. */
function nameCapture(id: keyof typeof FARTHER_WALKS): Uint8Array<ArrayBuffer> {
  const { flow, input, walked } = walkMade(FARTHER_WALKS[id]);
  const asking = { from: flow.from, name: input.flow.named?.name, memo: new Memo() };
  return makeCapture(walked.trace, findExchange(walked.document, asking));
}

test.each(FARTHER)(
  'every connection is in the file, in its order, each rewrite and tunnel with it: %s',
  (id, trace) => {
    const blocks = blocksOf(makeCapture(trace));
    const packets = blocks.filter(({ type }) => type === 6);
    const [devices, count, headers] = SEEN[id];
    expect(headersOf(packets)).toEqual(headers);
    expect([blocks.filter(({ type }) => type === 1).length, packets.length]).toEqual([devices, count]);
    const times = packets.map(({ body }) => body.getUint32(8, true));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  },
);

test('what Wireshark takes for plain UDP is told with the file, and only that', () => {
  const told = FARTHER.filter(([, trace]) => listDecodes(trace).length > 0);
  expect(told.map(([id, trace]) => [id, listDecodes(trace)])).toEqual([['VXLAN of flannel', ['udp.port==8472,vxlan']]]);
  for (const [, trace] of FARTHER) {
    const [section] = blocksOf(makeCapture(trace));
    const comment = new TextDecoder().decode(section?.body);
    expect(comment.includes('tshark -d udp.port==8472,vxlan')).toBe(listDecodes(trace).length > 0);
  }
});

const HAS_TSHARK = spawnSync('tshark', ['--version']).status === 0;
const CHECKS = ['ip', 'tcp', 'udp'].flatMap((name) => ['-o', `${name}.check_checksum:TRUE`]);

/** What tshark says of a file; it stands for all walks in it, a section each. */
function tshark(file: string, ...options: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('tshark', ['-r', file, ...options], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

/** Of each packet: what it is, what is malformed, and whether its checksums are right, 0 if not; `isWrong` of such a line. */
const EACH = ['frame.protocols', '_ws.malformed', 'ip.checksum.status', 'tcp.checksum.status', 'udp.checksum.status'];
const isWrong = (line: string): boolean => {
  const [, malformed = '', ...statuses] = line.split('\t');
  return malformed !== '' || statuses.length !== 3 || statuses.some((each) => each.split(',').includes('0'));
};

// Dissecting takes as long as the machine needs: one process for all files, and no hurry.
test.skipIf(!HAS_TSHARK)(
  'tshark reads every walk of every example in every mode, and finds no wrong checksum',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'capture-'));
    try {
      expect(ALL.length).toBeGreaterThan(40);
      const file = join(folder, 'walks.pcapng');
      const all = [...ALL, ...FARTHER.map(([, trace]) => trace)];
      const files = all.map((trace) => makeCapture(trace));
      const decodes = [...new Set(all.flatMap(listDecodes))].flatMap((each) => ['-d', each]);
      writeFileSync(file, Buffer.concat(files));
      const packets = files.flatMap(blocksOf).filter(({ type }) => type === 6).length;
      const fields = EACH.flatMap((field) => ['-e', field]);
      const lines = tshark(file, ...decodes, ...CHECKS, '-T', 'fields', ...fields)
        .replace(/\n$/, '')
        .split('\n');
      expect(lines).toHaveLength(packets);
      expect(lines.filter(isWrong)).toEqual([]);
      const inTunnel = files.flatMap(blocksOf).filter(({ type, body }) => type === 6 && isTunnel(body)).length;
      expect(inTunnel).toBeGreaterThan(10);
      const seen = lines.map((line) => line.split('\t')[0] ?? '').filter((each) => /vxlan|ip:ip/.test(each));
      expect(seen).toHaveLength(inTunnel);
      expect(new Set(seen)).toEqual(new Set(['raw:ip:udp:vxlan:eth:ethertype:ip:tcp', 'raw:ip:ip:tcp']));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  3_600_000,
);

const asksAndTells = (name: string, told: string, cut = 'False'): readonly string[] => [
  `Standard query 0x0001 ${name}\tFalse`,
  `Standard query response 0x0001 ${name}${told}\t${cut}`,
];

/** What tshark is to say of the packets of a question: each saying once, in their order, and whether it is truncated. */
const DNS: Readonly<Partial<Record<keyof typeof FARTHER_WALKS, readonly string[]>>> = {
  name: asksAndTells('A web.default.svc.cluster.local', ' A 10.110.182.19'),
  'name of a port': asksAndTells(
    'SRV _http._tcp.web.default.svc.cluster.local',
    ' SRV 0 100 80 web.default.svc.cluster.local A 10.110.182.19',
  ),
  'name over eBPF': asksAndTells('A web.default.svc.cluster.local', ' A 10.110.182.19'),
  'name whose answer is cut off': asksAndTells('A db.default.svc.cluster.local', ' (29)', 'True'),
  'name asked of the cache of the node': asksAndTells('A web.default.svc.cluster.local', ' A 10.110.182.19'),
};

describe.skipIf(!HAS_TSHARK)('tshark reads the question for a name and its answer', () => {
  /** What it says of each packet of each walk: a process takes longer to start than to read them all. */
  const read = (): ReadonlyMap<string, readonly string[]> => {
    const folder = mkdtempSync(join(tmpdir(), 'capture-'));
    const file = join(folder, 'walks.pcapng');
    const files = Object.keys(DNS).map((id) => nameCapture(id as keyof typeof FARTHER_WALKS));
    try {
      writeFileSync(file, Buffer.concat(files));
      const fields = ['_ws.col.Info', 'dns.flags.truncated', ...EACH].flatMap((field) => ['-e', field]);
      const lines = tshark(file, ...CHECKS, '-T', 'fields', ...fields)
        .replace(/\n$/, '')
        .split('\n');
      const counts = files.map((each) => blocksOf(each).filter(({ type }) => type === 6).length);
      expect(lines).toHaveLength(counts.reduce((sum, count) => sum + count, 0));
      return new Map(Object.keys(DNS).map((id, at) => [id, lines.splice(0, counts[at])]));
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  const all = HAS_TSHARK ? read() : new Map<string, readonly string[]>();

  test.each(Object.entries(DNS))('%s', (id, said) => {
    const packets = (all.get(id) ?? []).map((line) => line.split('\t'));
    expect(packets.filter(([, , ...each]) => isWrong(each.join('\t')))).toEqual([]);
    const lines = packets
      .filter(([, , protocols = '']) => protocols.includes(':dns'))
      .map(([info = '', cut = '']) => `${info}\t${cut}`)
      .map((line) => line.replaceAll(/(?: A 10\.[\d.]+){3,}/g, (found) => ` (${found.split(' A ').length - 1})`))
      .map((line) => line.replace(/\t1$/, '\tTrue').replace(/\t0$/, '\tFalse'));
    expect([...new Set(lines)]).toEqual(said);
  });
});

test('over TCP a message has its length before it, and what opens the connection carries none', () => {
  const { flow, input, walked } = walkMade(FARTHER_WALKS.name);
  const asking = { from: flow.from, name: input.flow.named?.name, memo: new Memo() };
  const exchange = findExchange(walked.document, asking);
  const leg = walked.trace.legs.find(({ lookup }) => lookup);
  const packet = leg?.hops[0]?.steps[0]?.packet;
  if (!exchange || !leg || !packet) throw new Error('no question');
  const over = (flags: TcpFlags) =>
    lookupBytes(exchange, leg, { ...packet, l4: { proto: 'tcp', sport: 40_054, dport: 53, flags, seq: 1, ack: 1 } });
  const datagram = lookupBytes(exchange, leg, packet);
  expect(over({ ack: true, psh: true })).toEqual([0, datagram?.length, ...(datagram ?? [])]);
  expect(over({ syn: true })).toBeUndefined();
  const { lookup: _lookup, ...own } = leg;
  expect(lookupBytes(exchange, own, packet)).toBeUndefined();
});

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
