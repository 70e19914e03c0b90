import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The port the page is asked for first. */
const USUAL_PORT = 4173;

/** The file of a request below a folder; undefined: there is none, or it is outside. */
function fileOfRequest(folder: string, url = '/'): string | undefined {
  let path: string;
  try {
    path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
  const file = normalize(join(folder, path.endsWith('/') ? `${path}index.html` : path));
  const isInside = file.startsWith(folder + sep) && !path.includes('\0');
  return isInside && existsSync(file) && statSync(file).isFile() ? file : undefined;
}

/** A name of this machine: whoever is asked under another one was led here by a stranger's DNS. */
const isOwnHost = (host = ''): boolean => /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);

function answer(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const file = isRead && isOwnHost(request.headers.host) ? fileOfRequest(folder, request.url) : undefined;
  if (file === undefined) {
    response.writeHead(isRead ? 404 : 405, { 'Content-Type': 'text/plain' }).end('not here\n');
    return;
  }
  response.writeHead(200, {
    'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
    'Content-Length': statSync(file).size,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  });
  if (request.method === 'HEAD') response.end();
  else createReadStream(file).pipe(response);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, 'localhost', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/**
 * Serves the files of a folder on localhost and on nothing else, to whoever asks this machine by its own name.
 * @param port undefined: the usual one, or a free one where it is taken
 * @returns its address, and what stops it
 */
export async function servePage(
  folder: string,
  port: number | undefined,
): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => answer(folder, request, response));
  const found = await listen(server, port ?? USUAL_PORT).catch((error: unknown) => {
    if (port !== undefined) throw error;
    return listen(server, 0);
  });
  return { url: `http://localhost:${found}/`, server };
}
