/* oxlint-disable no-new, unicorn/require-post-message-target-origin -- what a script would do that wants to tell somebody something */

/** A way to tell somebody something, as a script of the page could try it. It runs in the browser: nothing of this file is known to it. */
export interface Plant {
  readonly name: string;
  /** Tells `to`, an address that names the plant. */
  readonly tell: (to: string) => unknown;
}

type Ways = Readonly<Record<string, (to: string) => unknown>>;
const plants = (ways: Ways): readonly Plant[] => Object.entries(ways).map(([name, tell]) => ({ name, tell }));

/** In any realm that runs scripts. */
const ANYWHERE: Ways = {
  fetch: (to) => fetch(to, { mode: 'no-cors' }),
  'fetch that outlives': (to) => fetch(to, { mode: 'no-cors', method: 'POST', body: 'text', keepalive: true }),
  WebSocket: (to) => new WebSocket(to.replace('http', 'ws')),
  EventSource: (to) => new EventSource(to),
  WebTransport: (to) => new WebTransport(to.replace('http', 'https')),
  FontFace: (to) => new FontFace('told', `url(${to})`).load(),
  'a cache': (to) => caches.open('told').then((cache) => cache.add(new Request(to, { mode: 'no-cors' }))),
  'a cache of a bucket': (to) =>
    (
      navigator as unknown as {
        storageBuckets: { open: (name: string) => Promise<{ caches: CacheStorage }> };
      }
    ).storageBuckets
      .open('told')
      .then((bucket) => bucket.caches.open('told'))
      .then((cache) => cache.add(new Request(to, { mode: 'no-cors' }))),
};

const IN_WORKERS: Ways = {
  'fetch of the prototype': (to) => {
    const { fetch: own } = (globalThis as unknown as { WorkerGlobalScope: { prototype: { fetch: typeof fetch } } })
      .WorkerGlobalScope.prototype;
    return own.call(globalThis, to, { mode: 'no-cors' });
  },
};

/** In the page's own window. */
export const PAGE_PLANTS = plants({
  ...ANYWHERE,
  XMLHttpRequest: (to) => {
    const request = new XMLHttpRequest();
    request.open('POST', to);
    request.send('text');
  },
  sendBeacon: (to) => navigator.sendBeacon(to, 'text'),
  fetchLater: (to) =>
    (globalThis as unknown as { fetchLater: (to: string, how: object) => void }).fetchLater(to, { activateAfter: 0 }),
  'import()': (to) => import(to),
  Image: (to) => {
    new Image().src = to;
  },
  srcset: (to) => {
    new Image().srcset = `${to} 1x`;
  },
  script: (to) => document.head.append(Object.assign(document.createElement('script'), { src: to })),
  'module script': (to) =>
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: to })),
  'style sheet': (to) =>
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: to })),
  preload: (to) =>
    document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', href: to })),
  'preload of a picture': (to) =>
    document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'image', href: to })),
  'preload for a fetch': (to) =>
    document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', href: to })),
  modulepreload: (to) =>
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: to })),
  prefetch: (to) => document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: to })),
  manifest: (to) => {
    document.querySelector('link[rel=manifest]')?.remove();
    document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: to }));
  },
  '@import': (to) =>
    document.head.append(Object.assign(document.createElement('style'), { textContent: `@import '${to}';` })),
  'a font of a style': (to) => {
    const textContent = `@font-face { font-family: planted; src: url(${to}) } .planted { font-family: planted }`;
    document.head.append(Object.assign(document.createElement('style'), { textContent }));
    document.body.append(Object.assign(document.createElement('p'), { className: 'planted', textContent: 'text' }));
  },
  'a background': (to) => {
    document.body.style.backgroundImage = `url(${to})`;
  },
  'a picture of a list': (to) => {
    const style = `list-style-image: url(${to})`;
    document.body.insertAdjacentHTML('beforeend', `<ul style="${style}"><li>text</li></ul>`);
  },
  'a mask': (to) => document.body.insertAdjacentHTML('beforeend', `<p style="mask-image: url(${to})">text</p>`),
  'a content of a style': (to) =>
    document.body.insertAdjacentHTML('beforeend', `<p style="content: url(${to})">text</p>`),
  iframe: (to) => document.body.append(Object.assign(document.createElement('iframe'), { src: to })),
  'a picture in a frame of text': (to) =>
    document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: `<img src="${to}">` })),
  object: (to) => document.body.append(Object.assign(document.createElement('object'), { data: to })),
  embed: (to) => document.body.append(Object.assign(document.createElement('embed'), { type: 'text/html', src: to })),
  form: (to) => {
    const target = document.createElement('iframe');
    target.name = 'told';
    const form = Object.assign(document.createElement('form'), { action: to, method: 'post', target: 'told' });
    document.body.append(target, form);
    form.submit();
  },
  'a button of a picture': (to) =>
    document.body.append(Object.assign(document.createElement('input'), { type: 'image', src: to })),
  video: (to) => document.body.append(Object.assign(document.createElement('video'), { preload: 'auto', src: to })),
  'a poster': (to) => document.body.append(Object.assign(document.createElement('video'), { poster: to })),
  audio: (to) => {
    new Audio(to).load();
  },
  track: (to) => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<video crossorigin><track default kind="subtitles" src="${to}"></video>`,
    );
    for (const { track } of document.querySelectorAll('track')) track.mode = 'showing';
  },
  'image of SVG': (to) =>
    document.body.insertAdjacentHTML('beforeend', `<svg><image href="${to}" width="9" height="9"/></svg>`),
  'feImage of SVG': (to) =>
    document.body.insertAdjacentHTML(
      'beforeend',
      `<svg><filter id="told"><feImage href="${to}"/></filter><rect filter="url(#told)" width="9" height="9"/></svg>`,
    ),
  ping: (to) => {
    const link = Object.assign(document.createElement('a'), { href: '#', ping: to });
    document.body.append(link);
    link.click();
  },
  'a worker that asks': (to) =>
    new Worker(URL.createObjectURL(new Blob([`fetch('${to}', { mode: 'no-cors' })`], { type: 'text/javascript' }))),
  'a worker of modules': (to) =>
    new Worker(URL.createObjectURL(new Blob([`import '${to}'`], { type: 'text/javascript' })), { type: 'module' }),
  importScripts: (to) =>
    new Worker(URL.createObjectURL(new Blob([`importScripts('${to}')`], { type: 'text/javascript' }))),
  SharedWorker: (to) =>
    new SharedWorker(
      URL.createObjectURL(new Blob([`fetch('${to}', { mode: 'no-cors' })`], { type: 'text/javascript' })),
    ),
  RTCPeerConnection: (to) => {
    const connection = new RTCPeerConnection({ iceServers: [{ urls: `stun:${new URL(to).host}` }] });
    connection.createDataChannel('told');
    return connection.createOffer().then((offer) => connection.setLocalDescription(offer));
  },
  'RTCPeerConnection of a frame': (to) => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const { RTCPeerConnection: Own } = frame.contentWindow as unknown as typeof globalThis;
    const connection = new Own({ iceServers: [{ urls: `stun:${new URL(to).host}` }] });
    connection.createDataChannel('told');
    return connection.createOffer().then((offer) => connection.setLocalDescription(offer));
  },
  'RTCPeerConnection of a frame in a parsed shadow tree': (to) => {
    const parse = (Document as unknown as { parseHTMLUnsafe: (html: string) => Document }).parseHTMLUnsafe;
    const parsed = parse('<div><template shadowrootmode=open><iframe></iframe></template></div>');
    const host = document.adoptNode(parsed.body.firstElementChild as HTMLElement);
    document.body.append(host);
    const frame = host.shadowRoot?.firstElementChild as HTMLIFrameElement;
    const { RTCPeerConnection: Own } = frame.contentWindow as unknown as typeof globalThis;
    const connection = new Own({ iceServers: [{ urls: `stun:${new URL(to).host}` }] });
    connection.createDataChannel('told');
    return connection.createOffer().then((offer) => connection.setLocalDescription(offer));
  },
});

/** In the worker of an engine, which is a module. */
export const ENGINE_PLANTS = plants({
  ...ANYWHERE,
  ...IN_WORKERS,
  XMLHttpRequest: (to) => {
    const request = new XMLHttpRequest();
    request.open('POST', to);
    request.send('text');
  },
  'import()': (to) => import(to),
  'a worker that asks': (to) =>
    new Worker(URL.createObjectURL(new Blob([`fetch('${to}', { mode: 'no-cors' })`], { type: 'text/javascript' }))),
  'a worker of modules': (to) =>
    new Worker(URL.createObjectURL(new Blob([`import '${to}'`], { type: 'text/javascript' })), { type: 'module' }),
});

/** In the service worker. */
export const SERVICE_WORKER_PLANTS = plants({ ...ANYWHERE, ...IN_WORKERS });

/** What tells the page's own host something, by an address that is none of the page's files. */
export const OWN_HOST_PLANTS = plants({
  fetch: (to) => fetch(to),
  'fetch of robots.txt': (to) => fetch(`/robots.txt?${to}`),
  'fetch of llms.txt': (to) => fetch(`/llms.txt?${to}`),
  XMLHttpRequest: (to) => {
    const request = new XMLHttpRequest();
    request.open('POST', to);
    request.send('text');
  },
  sendBeacon: (to) => navigator.sendBeacon(to, 'text'),
  EventSource: (to) => new EventSource(to),
  Image: (to) => {
    new Image().src = to;
  },
  'the icon': (to) => {
    new Image().src = `./favicon.svg?${to}`;
  },
  'a background': (to) => {
    document.body.style.backgroundImage = `url(${to})`;
  },
  script: (to) => document.head.append(Object.assign(document.createElement('script'), { src: to })),
  'import()': (to) => import(to),
  'style sheet': (to) =>
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: to })),
  FontFace: (to) => new FontFace('told', `url(${to})`).load(),
  'a worker': (to) => new Worker(to, { type: 'module' }),
  iframe: (to) => document.body.append(Object.assign(document.createElement('iframe'), { src: to })),
  video: (to) => document.body.append(Object.assign(document.createElement('video'), { preload: 'auto', src: to })),
  'a cache': (to) => caches.open('told').then((cache) => cache.add(to)),
});

/** What no policy refuses: each takes the page to another address, or only knocks there. */
export const OPEN_PLANTS = plants({
  'location.href': (to) => {
    location.href = to;
  },
  'window.open': (to) => window.open(to),
  'a link': (to) => Object.assign(document.createElement('a'), { href: to }).click(),
  'a refresh': (to) =>
    document.head.append(
      Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: `0;url=${to}` }),
    ),
});
