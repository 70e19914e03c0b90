// What the browser holds the page to. The policy stands in the built page itself, so that it goes wherever the files go;
// `npm start` sends the same as headers, with what a page cannot say of itself.

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

const POLICY_TEXT = Object.entries(POLICY)
  .map(([directive, sources]) => `${directive} ${sources}`)
  .join('; ');

const HEADERS = {
  'Content-Security-Policy': POLICY_TEXT,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

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
                attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY_TEXT },
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
      middlewares.use((_request, response, next) => {
        for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
        next();
      });
    },
  };
}
