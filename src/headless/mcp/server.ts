import { listMismatches, type JsonSchema } from '../command/schema';
import { readRpcLine, RPC_ERRORS, RpcError, writeRpcError, writeRpcResult, type RpcRequest } from './json-rpc';

/** What a tool answers: data, and that it could not be done. */
export interface ToolAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

/** A question that an agent can ask. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly input: JsonSchema;
  readonly call: (input: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;
}

/** The versions of the protocol that are spoken, the newest first (modelcontextprotocol.io/specification). */
export const PROTOCOL_VERSIONS = ['2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** A server of the Model Context Protocol that has tools and nothing else. */
export interface McpSetting {
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly McpTool[];
}

/** Answers a line of a client with a line; undefined: it wants no answer. Never rejects. */
export type McpServer = (line: string) => Promise<string | undefined>;

function initialize({ params }: RpcRequest, { version, instructions }: McpSetting): unknown {
  const asked = params['protocolVersion'];
  if (typeof asked !== 'string') throw new RpcError(RPC_ERRORS.params, 'Invalid params: protocolVersion is missing');
  return {
    protocolVersion: PROTOCOL_VERSIONS.find((each) => each === asked) ?? PROTOCOL_VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'rulewalk', version: version === '' ? '0' : version },
    instructions,
  };
}

const describe = ({ name, description, input }: McpTool): unknown => ({
  name,
  description,
  inputSchema: input,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
});

async function callTool({ params }: RpcRequest, { tools }: McpSetting): Promise<unknown> {
  const { name, arguments: input = {} } = params;
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new RpcError(RPC_ERRORS.params, `Unknown tool: ${String(name)}`);
  const [wrong] = listMismatches(input, tool.input);
  if (wrong !== undefined) throw new RpcError(RPC_ERRORS.params, `Invalid arguments of ${tool.name}: ${wrong}`);
  const { data, isError } = await tool.call(input as Readonly<Record<string, unknown>>);
  return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data, isError };
}

async function answer(request: RpcRequest, setting: McpSetting): Promise<unknown> {
  switch (request.method) {
    case 'initialize':
      return initialize(request, setting);
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: setting.tools.map(describe) };
    case 'tools/call':
      return callTool(request, setting);
    default:
      throw new RpcError(RPC_ERRORS.method, `Method not found: ${request.method}`);
  }
}

/** Makes a server that speaks the protocol line by line, as over standard input and output. */
export function createMcpServer(setting: McpSetting): McpServer {
  let isOpen = false;
  return async (line) => {
    if (line.trim() === '') return undefined;
    const message = readRpcLine(line);
    if (message.kind === 'ignored') return undefined;
    if (message.kind === 'bad') return writeRpcError(message.id, message.code, message.message);
    const { id, method } = message;
    if (!isOpen && method !== 'initialize' && method !== 'ping')
      return writeRpcError(id, RPC_ERRORS.request, 'Invalid request: initialize first');
    try {
      const result = await answer(message, setting);
      isOpen ||= method === 'initialize';
      return writeRpcResult(id, result);
    } catch (error) {
      const code = error instanceof RpcError ? error.code : RPC_ERRORS.internal;
      return writeRpcError(id, code, error instanceof Error ? error.message : String(error));
    }
  };
}
