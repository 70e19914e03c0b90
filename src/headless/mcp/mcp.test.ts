import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../command/call';
import { openRoot } from './rooted';
import { createMcpServer, PROTOCOL_VERSIONS } from './server';
import { listTools } from './tools';

const TESTDATA = fileURLToPath(new URL('../testdata', import.meta.url));
let place = '';

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'rulewalk-mcp-'));
  mkdirSync(join(place, 'root', 'nodes'), { recursive: true });
  for (const name of readdirSync(TESTDATA)) {
    const folder = name === 'worker-1.txt' ? join(place, 'root', 'nodes') : join(place, 'root');
    writeFileSync(join(folder, name), readFileSync(join(TESTDATA, name)));
  }
  writeFileSync(join(place, 'secret.txt'), 'secret');
  mkdirSync(join(place, 'root-beside'));
  writeFileSync(join(place, 'root-beside', 'secret.txt'), 'secret');
  symlinkSync(join(place, 'secret.txt'), join(place, 'root', 'link.txt'));
  symlinkSync(place, join(place, 'root', 'up'));
  writeFileSync(join(place, 'root', '--config=x.txt'), 'an option?');
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

type Answer = {
  readonly id?: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
};

/** A client by the book: one line a message, initialize and its notification first. */
async function connect() {
  const files = await openRoot(join(place, 'root'));
  const tools = listTools(files, (words, terminal) => runCommand(words, { terminal }));
  const server = createMcpServer({ version: '0.1.0', instructions: '', tools });
  let id = 0;
  const send = async (message: unknown): Promise<Answer | undefined> => {
    const line = await server(typeof message === 'string' ? message : JSON.stringify(message));
    return line === undefined ? undefined : (JSON.parse(line) as Answer);
  };
  const ask = (method: string, params: object = {}) => send({ jsonrpc: '2.0', id: ++id, method, params });
  const open = async () => {
    const client = { name: 'test', version: '1' };
    const found = await ask('initialize', {
      protocolVersion: PROTOCOL_VERSIONS[0],
      capabilities: {},
      clientInfo: client,
    });
    await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return found;
  };
  const call = async (name: string, input: object) => {
    const { result, error } = (await ask('tools/call', { name, arguments: input })) ?? {};
    return { error, isError: result?.['isError'], data: result?.['structuredContent'] as Record<string, unknown> };
  };
  return { send, ask, open, call };
}

describe('the protocol', () => {
  it('begins with initialize, and speaks a version the client speaks', async () => {
    const { ask, open, send } = await connect();
    expect((await ask('tools/list'))?.error?.code).toBe(-32_600);
    expect((await ask('ping'))?.result).toEqual({});
    expect((await ask('initialize', {}))?.error?.code).toBe(-32_602);
    expect((await open())?.result).toMatchObject({ protocolVersion: '2025-06-18', capabilities: { tools: {} } });
    const old = await ask('initialize', { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: {} });
    expect(old?.result?.['protocolVersion']).toBe('2024-11-05');
    expect(await send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })).toBeUndefined();
  });

  it.each([
    ['{', -32_700, null],
    ['[]', -32_600, null],
    ['{"id":1,"method":"ping"}', -32_600, 1],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600, null],
    ['{"jsonrpc":"2.0","id":2,"method":"ping","params":[1]}', -32_602, 2],
    ['{"jsonrpc":"2.0","id":"a","method":"resources/list"}', -32_601, 'a'],
    ['{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"rm"}}', -32_602, 3],
    ['{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"walk","arguments":{"file":"x"}}}', -32_602, 4],
  ])('answers %s with an error of JSON-RPC', async (line, code, id) => {
    const { open, send } = await connect();
    await open();
    const answer = await send(line);
    expect([answer?.error?.code, answer?.id]).toEqual([code, id]);
  });

  it('lists its tools with what they take', async () => {
    const { open, ask } = await connect();
    await open();
    const tools = (await ask('tools/list'))?.result?.['tools'] as { name: string; inputSchema: { type: string } }[];
    expect(tools.map(({ name }) => name)).toEqual([
      'read',
      'walk',
      'why',
      'reach',
      'changes',
      'compile',
      'explain',
      'drift',
    ]);
    expect(tools.every(({ inputSchema }) => inputSchema.type === 'object')).toBe(true);
  });
});

describe('the tools', () => {
  it.each([
    ['walk', { files: ['dns.txt'], to: 'kube-system/kube-dns:dns' }, 0],
    ['why', { files: ['cluster.yaml'], from: 'shop/client', to: 'shop/web:http' }, 0],
    ['reach', { files: ['cluster.yaml'] }, 0],
    ['changes', { files: ['cluster.yaml'], from: 'ipvs@1.35', to: 'nftables@1.35' }, 0],
    ['compile', { files: ['cluster.yaml'], node: 'worker-1' }, 0],
    ['explain', { files: ['*.txt'] }, undefined],
    ['drift', { files: ['cluster.yaml', 'nodes/*.txt'] }, 1],
  ])('%s answers as its verb does, with what it rests on', async (name, input, code) => {
    const { open, call } = await connect();
    await open();
    const { data, error } = await call(name, input);
    expect(error).toBeUndefined();
    if (code !== undefined) expect(data['code']).toBe(code);
    expect((data['restsOn'] as unknown[]).length).toBeGreaterThan(0);
    expect(data['answer']).not.toBe('');
  });

  it('says what is not known instead of an answer', async () => {
    const { open, call } = await connect();
    await open();
    const { data } = await call('drift', { files: ['cluster.yaml', 'dns.txt'] });
    expect(data).toMatchObject({ code: 2, meaning: 'cannot be said' });
  });

  it('reads lines of a file', async () => {
    const { open, call } = await connect();
    await open();
    expect((await call('read', {})).data['files']).toContain('nodes/worker-1.txt');
    const { data } = await call('read', { file: 'shop.reach', from: 2, count: 1 });
    expect(data).toMatchObject({ text: 'Pods -> web', from: 2 });
  });

  it.each([
    '../secret.txt',
    '../root-beside/secret.txt',
    '/etc/passwd',
    'link.txt',
    'up/secret.txt',
    'nodes',
    '',
    '.',
    'nodes/../../secret.txt',
  ])('reads nothing by %s', async (path) => {
    const { open, call } = await connect();
    await open();
    const read = await call('read', { file: path });
    expect([read.isError, JSON.stringify(read.data).includes('root:')]).toEqual([true, false]);
    const explained = await call('explain', { files: [path] });
    expect(explained.isError).toBe(true);
    expect(JSON.stringify(explained.data)).not.toContain('"secret"');
  });

  it('takes no file for an option, no pattern out of the folder, and lists no link', async () => {
    const { open, call } = await connect();
    await open();
    expect((await call('explain', { files: ['--config=x.txt'] })).data['restsOn']).toEqual([
      { file: '--config=x.txt', lines: 1 },
    ]);
    for (const pattern of ['../*', '/etc/*', 'up/*', '../**/secret.txt']) {
      expect((await call('explain', { files: [pattern] })).data['restsOn']).toEqual([]);
    }
    expect((await call('read', {})).data['files']).not.toContain('link.txt');
    expect(
      (await call('drift', { files: ['cluster.yaml', 'nodes/worker-1.txt'], config: '../secret.txt' })).isError,
    ).toBe(true);
  });
});
