// Every text of dist/ once more, compressed when it is built instead of with each request: file.br and file.gz beside file.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXTS = /\.(js|css|html|svg|webmanifest|txt)$/;
/** Smaller ones do not get smaller by a packet. Bytes. */
const LEAST = 1024;
/** What every visitor loads is worth the longest look; for the rest nobody waits while it is built. */
const QUALITY = { first: 11, rest: 7 };
const ENDINGS = { br: '.br', gzip: '.gz' };
const YEAR_SECONDS = 31_536_000;

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** @param {string} path of a file in dist @param {number} quality of brotli, 0 to 11 */
async function compress(path, quality) {
  const text = readFileSync(path);
  if (text.length < LEAST) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const [small, smallish] = await Promise.all([asBrotli(text, { params }), asGzip(text, { level: 9 })]);
  await Promise.all([writeFile(path + ENDINGS.br, small), writeFile(path + ENDINGS.gzip, smallish)]);
}

/** @param {string | undefined} accepted the request's Accept-Encoding @returns {'br' | 'gzip' | undefined} */
function bestOf(accepted = '') {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
}

/** Names with a hash in them never change; all else is asked for anew, and answered with 304 where it is the same. */
const keepFor = (file) => (file.includes('/assets/') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');

/** @returns {import('vite').Plugin} writes the compressed files, and has `npm start` send them */
export function precompressed() {
  let dist = 'dist';
  let isBuild = false;
  return {
    name: 'rulewalk:precompressed',
    configResolved: ({ root, build, command }) => {
      dist = join(root, build.outDir);
      isBuild = command === 'build';
    },
    closeBundle: {
      // After the service worker was written.
      order: 'post',
      sequential: true,
      handler: async () => {
        // A server that is closed (of the tests, say) has built nothing; a build that failed says so itself.
        if (!isBuild || !existsSync(join(dist, 'index.html'))) return;
        const page = readFileSync(join(dist, 'index.html'), 'utf8');
        const isFirst = (file) => file === 'index.html' || page.includes(file) || file.includes('engine.worker');
        const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => TEXTS.test(file));
        await Promise.all(
          files.map((file) => compress(join(dist, file), isFirst(file) ? QUALITY.first : QUALITY.rest)),
        );
      },
    },
    configurePreviewServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const [path = '/', query] = (request.url ?? '/').split('?');
        const file = path.endsWith('/') ? `${path}index.html` : path;
        const encoding = bestOf(request.headers['accept-encoding']);
        response.setHeader('Cache-Control', keepFor(file));
        response.setHeader('Vary', 'Accept-Encoding');
        if (encoding && !file.includes('..') && existsSync(join(dist, file + ENDINGS[encoding]))) {
          request.url = file + ENDINGS[encoding] + (query === undefined ? '' : `?${query}`);
        }
        next();
      });
    },
  };
}
