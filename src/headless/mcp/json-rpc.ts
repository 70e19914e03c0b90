/** Errors of JSON-RPC 2.0 (jsonrpc.org/specification, 5.1). */
export const RPC_ERRORS = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  internal: -32_603,
} as const;

/** A call that is to be answered. */
export interface RpcRequest {
  readonly kind: 'request';
  readonly id: string | number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A line of a peer, read. `ignored`: a notification, or an answer to what was never asked. */
export type RpcMessage =
  | RpcRequest
  | { readonly kind: 'ignored' }
  | { readonly kind: 'bad'; readonly id: string | number | null; readonly code: number; readonly message: string };

/** Why a call is not answered as it was asked. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads one line as a message. Never throws. */
export function readRpcLine(line: string): RpcMessage {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: 'bad', id: null, code: RPC_ERRORS.parse, message: 'Parse error: a message is one line of JSON' };
  }
  const bad = (id: string | number | null, message: string): RpcMessage => ({
    kind: 'bad',
    id,
    code: RPC_ERRORS.request,
    message: `Invalid request: ${message}`,
  });
  if (!isObject(value)) return bad(null, 'a message is an object');
  const { jsonrpc, id, method, params = {} } = value;
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  if (jsonrpc !== '2.0') return bad(known, 'jsonrpc is "2.0"');
  if (method === undefined && ('result' in value || 'error' in value)) return { kind: 'ignored' };
  if (typeof method !== 'string') return bad(known, 'method is a string');
  if (!('id' in value)) return { kind: 'ignored' };
  if (known === null) return bad(null, 'id is a string or a number');
  if (!isObject(params))
    return { kind: 'bad', id: known, code: RPC_ERRORS.params, message: 'Invalid params: they are an object' };
  return { kind: 'request', id: known, method, params };
}

/** The line that answers a call. */
export const writeRpcResult = (id: string | number, result: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result });

/** The line that says why a call is not answered. */
export const writeRpcError = (id: string | number | null, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
