// What the browser holds the page to. The policy stands in the built page itself, so that it goes wherever the files go;
// `npm start` sends the same as headers, with what a page cannot say of itself.

/** Own scripts, styles, fonts and pictures, and no connection to anywhere. Styles of the editor and of open dialogs are made while the page runs. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self'",
  'img-src': "'self' data: blob:",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'connect-src': "'none'",
  'form-action': "'none'",
  'base-uri': "'none'",
};

/** @param {Partial<typeof POLICY>} [change] @returns {string} as it is written in a header */
function written(change = {}) {
  return Object.entries({ ...POLICY, ...change })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}

/** The service worker alone asks for files: those of this very page, to keep them. */
const SERVICE_WORKER = '/sw.js';

/** @param {string} path of the address asked for @returns {Record<string, string>} */
function headersOf(path) {
  const ownFiles = path.split('?')[0]?.endsWith(SERVICE_WORKER);
  return {
    'Content-Security-Policy': written(ownFiles ? { 'connect-src': "'self'" } : {}),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  };
}

/** @returns {import('vite').Plugin} writes the policy into the built page and sends it when that is served */
export function pagePolicy() {
  return {
    name: 'rulewalk:policy',
    transformIndexHtml: {
      order: 'pre',
      handler: (_html, { server }) =>
        // The development server puts scripts into the page and talks to it.
        server
          ? []
          : [
              {
                tag: 'meta',
                attrs: { 'http-equiv': 'Content-Security-Policy', content: written() },
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
      middlewares.use((request, response, next) => {
        for (const [name, value] of Object.entries(headersOf(request.url ?? '/'))) response.setHeader(name, value);
        next();
      });
    },
  };
}
