// What the browser holds the page to. The policy stands in the built page itself, so that it goes wherever the files go;
// `npm start` sends the same as headers, with what a page cannot say of itself.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Own scripts, styles, fonts and pictures, and a connection to nobody else. Styles of the editor and of open dialogs are
 * made while the page runs. Of its own host the page leaves itself only robots.txt (src/main.tsx): a file that
 * is written once cannot name the host it will be served from.
 */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self'",
  'img-src': "'self' data: blob:",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'none'",
  'base-uri': "'none'",
};

const META = 'Content-Security-Policy';

/** A script that stands in the page itself is let run by what it says, and no other. */
const INLINE = /<script>([\s\S]*?)<\/script>/g;

/** @param {string} html the page with all its scripts */
function policyOf(html) {
  const hashes = [...html.matchAll(INLINE)].map(
    ([, code]) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  const own = { ...POLICY, 'script-src': [POLICY['script-src'], ...hashes].join(' ') };
  return Object.entries(own)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}

/** @returns {import('vite').Plugin} writes the policy into the built page and sends it when that is served */
export function pagePolicy() {
  let page = '';
  return {
    name: 'rulewalk:policy',
    configResolved: ({ root, build }) => {
      page = join(root, build.outDir, 'index.html');
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { server }) =>
        // The development server puts scripts into the page and talks to it.
        server
          ? []
          : [
              {
                tag: 'meta',
                attrs: { 'http-equiv': META, content: policyOf(html) },
                injectTo: 'head-prepend',
              },
              { tag: 'meta', attrs: { name: 'referrer', content: 'no-referrer' }, injectTo: 'head-prepend' },
              {
                tag: 'meta',
                attrs: { 'http-equiv': 'x-dns-prefetch-control', content: 'off' },
                injectTo: 'head-prepend',
              },
            ],
    },
    configurePreviewServer: ({ middlewares }) => {
      const headers = {
        [META]: policyOf(readFileSync(page, 'utf8')),
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
      };
      middlewares.use((_request, response, next) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        next();
      });
    },
  };
}
