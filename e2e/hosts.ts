import { createSocket } from 'node:dgram';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** A server of a test. */
export interface Host {
  /** With a slash at the end. */
  readonly address: string;
  /** What was asked for, as it stood in the request. */
  readonly asked: string[];
  readonly close: () => void;
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((ready) => server.listen(0, 'localhost', ready));
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}

type Answer = (path: string, response: ServerResponse) => void;

async function host(answer: Answer): Promise<Host & { readonly server: Server }> {
  const asked: string[] = [];
  const server = createServer(({ url = '/' }, response) => {
    asked.push(url);
    answer(new URL(url, 'http://host').pathname, response);
  });
  const address = await listening(server);
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { address, asked, close, server };
}

/** Any static host, which sends no headers but the kind of a file. `put`: texts that are other than in the build, by path. */
export async function bareHost(put: (path: string, text: string) => string = (_, text) => text): Promise<Host> {
  return host((path, response) => {
    const file = path.endsWith('/') ? `${path}index.html` : path;
    const kind = TYPES[extname(file)] ?? 'application/octet-stream';
    try {
      const body = readFileSync(join('dist', file));
      response.setHeader('Content-Type', kind);
      response.end(/text|javascript/.test(kind) ? put(file, body.toString()) : body);
    } catch {
      const text = put(file, '');
      response.writeHead(text === '' ? 404 : 200, { 'Content-Type': kind }).end(text);
    }
  });
}

const STUN_REQUEST = 0x0001;

/** Somewhere else: whatever arrives there, also by UDP, has left the page. `control/` has a page without any policy. */
export async function elsewhere(): Promise<Host> {
  const own = await host((path, response) => {
    const isPage = path.startsWith('/control/');
    const kind = isPage && !path.endsWith('.js') ? 'text/html' : 'text/javascript';
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Content-Type', kind).end(kind === 'text/html' ? '<!doctype html><body>' : '');
  });
  own.server.on('upgrade', ({ url = '/' }, socket) => {
    own.asked.push(url);
    socket.destroy();
  });
  const datagrams = createSocket({ type: 'udp6', ipv6Only: false });
  // Nobody says a path by UDP: a name is looked up with STUN, and WebTransport begins with QUIC.
  datagrams.on('message', (message) =>
    own.asked.push(message.readUInt16BE(0) === STUN_REQUEST ? '/udp/RTCPeerConnection' : '/udp/WebTransport'),
  );
  await new Promise<void>((ready) => datagrams.bind(Number(new URL(own.address).port), ready));
  const close = (): void => {
    own.close();
    datagrams.close();
  };
  return { ...own, close };
}
