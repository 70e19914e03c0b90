// What the browser holds the page to. The policy stands in the built page itself, so that it goes wherever the files go;
// `npm start` sends the same as headers, with what a page cannot say of itself.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inlineScript } from './inline-script.mjs';

/**
 * Own scripts, styles, fonts and pictures, and a connection to nobody else. Styles of the editor and of open dialogs are
 * made while the page runs. An engine starts from a blob, so that this holds for it, too (src/engine/start-worker.ts). A
 * file that is written once cannot name the host it will be served from: the page's first act narrows 'self'
 * (src/guard/first-act.ts).
 */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self'",
  'img-src': 'data: blob:',
  'worker-src': "'self' blob:",
  'manifest-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'none'",
  'base-uri': "'none'",
};

const META = 'Content-Security-Policy';
const FIRST_ACT = 'src/guard/first-act.ts';

/** A browser has to meet it within the first kilobyte: the first act stands behind it. */
const CHARSET = '<meta charset="utf-8" />';
const ICON = 'favicon.svg';
const MANIFEST = 'manifest.webmanifest';

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

/** Only a walk that is meant for it may stand in the frame of another page. @param {string | undefined} url of a request */
function frameAncestorsOf(url = '/') {
  return new URLSearchParams(url.split('?')[1]).has('embed') ? '' : "; frame-ancestors 'none'";
}

/** A picture as an address of its own: one of the host would be a way to tell that host something. @param {string} file */
function asAddress(file) {
  const svg = readFileSync(file, 'utf8').trim().replaceAll(/\s+/g, ' ');
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll('#', '%23')}`;
}

/** Puts `now` in the place of what has to be there. @param {string} text @param {string} was @param {string} now */
function replaced(text, was, now) {
  if (!text.includes(was)) throw new Error(`no ${was} to be replaced`);
  return text.replace(was, () => now);
}

/** @returns {import('vite').Plugin} writes the policy and the first act into the built page, and sends it when that is served */
export function pagePolicy() {
  let page = '';
  let manifest = '';
  let icon = '';
  return {
    name: 'rulewalk:policy',
    configResolved: ({ root, build, publicDir }) => {
      page = join(root, build.outDir, 'index.html');
      manifest = join(root, build.outDir, MANIFEST);
      icon = join(publicDir, ICON);
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (written, { server }) => {
        // The development server puts scripts into the page and talks to it.
        if (server) return [];
        const act = await inlineScript(FIRST_ACT);
        const html = replaced(
          replaced(written, `./${ICON}`, asAddress(icon)),
          CHARSET,
          `${CHARSET}\n    <script>${act}</script>`,
        );
        const tags = [
          { tag: 'meta', attrs: { 'http-equiv': META, content: policyOf(html) }, injectTo: 'head-prepend' },
          { tag: 'meta', attrs: { name: 'referrer', content: 'no-referrer' }, injectTo: 'head-prepend' },
          { tag: 'meta', attrs: { 'http-equiv': 'x-dns-prefetch-control', content: 'off' }, injectTo: 'head-prepend' },
        ];
        return { html, tags };
      },
    },
    writeBundle: () => writeFileSync(manifest, replaced(readFileSync(manifest, 'utf8'), ICON, asAddress(icon))),
    configurePreviewServer: ({ middlewares }) => {
      const policy = policyOf(readFileSync(page, 'utf8'));
      middlewares.use(({ url }, response, next) => {
        // The page as one file has scripts of its own, and a policy that names them.
        if (!/^\/rulewalk\.html(?:\?|$)/.test(url)) response.setHeader(META, policy + frameAncestorsOf(url));
        response.setHeader('X-Content-Type-Options', 'nosniff');
        response.setHeader('Referrer-Policy', 'no-referrer');
        next();
      });
    },
  };
}
