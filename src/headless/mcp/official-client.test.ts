import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../command/call';
import { openRoot } from './rooted';
import { createMcpServer } from './server';
import { listTools } from './tools';

const TESTDATA = fileURLToPath(new URL('../testdata', import.meta.url));

/** Lines to the server and back as a transport of the SDK: what it sends is held to the SDK's own schema of messages. */
async function joinServer(): Promise<Transport> {
  const files = await openRoot(TESTDATA);
  const tools = listTools(files, (words, terminal) => runCommand(words, { terminal }));
  const server = createMcpServer({ version: '0.1.0', instructions: 'Begin with read.', tools });
  const transport: Transport = {
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    send: async (message) => {
      const line = await server(JSON.stringify(message));
      if (line !== undefined) transport.onmessage?.(JSONRPCMessageSchema.parse(JSON.parse(line)));
    },
  };
  return transport;
}

describe('the official client', () => {
  let client = new Client({ name: 'test', version: '1' });
  beforeEach(async () => {
    client = new Client({ name: 'test', version: '1' });
    await client.connect(await joinServer());
  });
  afterEach(() => client.close());

  it('opens it, and is told who it is and what it has', async () => {
    expect(client.getServerVersion()).toEqual({ name: 'rulewalk', version: '0.1.0' });
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
    expect(client.getInstructions()).toBe('Begin with read.');
    expect(await client.ping()).toEqual({});
  });

  it('lists its tools', async () => {
    const { tools } = await client.listTools();
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
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  });

  it.each([
    ['read', { file: 'dns.txt' }],
    ['walk', { files: ['dns.txt'], to: 'kube-system/kube-dns:dns' }],
    ['why', { files: ['cluster.yaml'], from: 'shop/client', to: 'shop/web:http' }],
    ['reach', { files: ['cluster.yaml'] }],
    ['changes', { files: ['cluster.yaml'], from: 'ipvs@1.35', to: 'nftables@1.35' }],
    ['compile', { files: ['cluster.yaml'], node: 'worker-1' }],
    ['explain', { files: ['dns.txt'] }],
    ['drift', { files: ['cluster.yaml', 'worker-1.txt'] }],
  ])('calls %s', async (name, input) => {
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: input });
    expect(isError).toBe(false);
    const [first] = content as readonly { readonly type: string; readonly text: string }[];
    expect(JSON.parse(first?.text ?? '')).toEqual(structuredContent);
  });

  it('takes its errors for errors', async () => {
    await expect(client.callTool({ name: 'rm', arguments: {} })).rejects.toThrow('-32602: Unknown tool: rm');
    await expect(client.callTool({ name: 'walk', arguments: { file: 1 } })).rejects.toThrow('-32602');
    await expect(client.listResources()).rejects.toThrow('-32601');
    const refused = await client.callTool({ name: 'explain', arguments: { files: ['../x'] } });
    expect(refused.isError).toBe(true);
  });
});
