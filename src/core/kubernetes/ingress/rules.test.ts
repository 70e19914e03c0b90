import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../net/http';
import type { OtherObject } from '../types';
import { chooseRouteRule, listenerFor } from './gateway-rules';
import { chooseIngressRule } from './ingress-rules';
import { fitsHost, type RuleChoice } from './rules';

type PathType = 'Exact' | 'Prefix' | 'ImplementationSpecific';
type Path = readonly [path: string, type: PathType, service: string];

const backend = (name: string) => ({ service: { name, port: { number: 80 } } });

function ingress(rules: Readonly<Record<string, readonly Path[]>>, more: object = {}, name = 'shop'): OtherObject {
  const listed = Object.entries(rules).map(([host, paths]) => ({
    ...(host === '' ? {} : { host }),
    http: { paths: paths.map(([path, pathType, service]) => ({ path, pathType, backend: backend(service) })) },
  }));
  const spec = { ingressClassName: 'nginx', rules: listed, ...more };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name, namespace: 'default' },
    spec,
  } as OtherObject;
}

/** The Service a choice leads to; `404`, or `unknown`. */
function chosen(choice: RuleChoice): string {
  if (choice.kind === 'unknown') return 'unknown';
  return choice.kind === 'none' ? '404' : (choice.rule.backends[0]?.name ?? 'nobody');
}

const ask = (objects: readonly OtherObject[], host: string, path: string, nginx = true): string =>
  chosen(chooseIngressRule(objects, { host, path }, nginx));

/** One path, one request: does it fit? The first rows are those of the API's own documentation. */
const PATHS: readonly (readonly [type: PathType, path: string, request: string, fits: boolean])[] = [
  ['Prefix', '/', '/', true],
  ['Prefix', '/', '/any/path', true],
  ['Exact', '/foo', '/foo', true],
  ['Exact', '/foo', '/bar', false],
  ['Exact', '/foo', '/foo/', false],
  ['Exact', '/foo/', '/foo', false],
  ['Exact', '/foo', '/Foo', false],
  ['Exact', '/foo', '/foo?a=1', true],
  ['Prefix', '/foo', '/foo', true],
  ['Prefix', '/foo', '/foo/', true],
  ['Prefix', '/foo/', '/foo', true],
  ['Prefix', '/foo/', '/foo/', true],
  ['Prefix', '/foo', '/foo/bar', true],
  ['Prefix', '/foo', '/foobar', false],
  ['Prefix', '/aaa/bb', '/aaa/bbb', false],
  ['Prefix', '/aaa/bbb', '/aaa/bbb', true],
  ['Prefix', '/aaa/bbb/', '/aaa/bbb', true],
  ['Prefix', '/aaa/bbb', '/aaa/bbb/', true],
  ['Prefix', '/aaa/bbb', '/aaa/bbb/ccc', true],
  ['Prefix', '/aaa/bbb', '/aaa/bbbxyz', false],
  ['Prefix', '/foo', '/foo?x=/y', true],
  ['Prefix', '/Foo', '/foo', false],
  ['ImplementationSpecific', '/foo', '/foobar', true],
  ['ImplementationSpecific', '/foo', '/foo/bar', true],
  ['ImplementationSpecific', '/foo/', '/foo', false],
];

/** Which of several. */
const SHOP = ingress({
  'shop.example': [
    ['/', 'Prefix', 'front'],
    ['/cart', 'Prefix', 'cart'],
    ['/cart', 'Exact', 'cart-page'],
    ['/cart/items', 'Prefix', 'items'],
  ],
  '*.example': [['/', 'Prefix', 'any-label']],
  'api.example': [['/v1', 'Prefix', 'v1']],
  '': [['/health', 'Exact', 'health']],
});
const CHOICES: readonly (readonly [host: string, path: string, service: string])[] = [
  ['shop.example', '/', 'front'],
  ['shop.example', '/about', 'front'],
  ['shop.example', '/cart', 'cart-page'],
  ['shop.example', '/cart/', 'cart'],
  ['shop.example', '/cart/1', 'cart'],
  ['shop.example', '/cart/items', 'items'],
  ['shop.example', '/cart/items/7', 'items'],
  ['shop.example', '/cart/itemsx', 'cart'],
  ['shop.example', '/carton', 'front'],
  ['SHOP.Example', '/cart', 'cart-page'],
  ['shop.example:8080', '/cart', 'cart-page'],
  ['shop.example.', '/cart', 'cart-page'],
  ['blog.example', '/', 'any-label'],
  ['a.blog.example', '/', '404'],
  ['example', '/', '404'],
  ['api.example', '/v1/users', 'v1'],
  // The host is chosen first: neither the wildcard's nor the hostless paths are asked for it.
  ['api.example', '/v2', '404'],
  ['api.example', '/health', '404'],
  ['172.18.0.2', '/health', 'health'],
  ['172.18.0.2', '/other', '404'],
  ['[fd00::2]:80', '/health', 'health'],
];

describe('Ingress', () => {
  it.each(PATHS)('%s %s of a request for %s: %s', (type, path, request, fits) => {
    expect(ask([ingress({ '': [[path, type, 'web']] })], 'x', request)).toBe(fits ? 'web' : '404');
  });

  it.each(CHOICES)('%s%s goes to %s', (host, path, service) => {
    expect(ask([SHOP], host, path)).toBe(service);
  });

  it('compares by elements what is left to another implementation than nginx', () => {
    expect(ask([ingress({ '': [['/foo', 'ImplementationSpecific', 'web']] })], 'x', '/foobar', false)).toBe('404');
  });

  it('falls to a default backend: that of an Ingress with the host before another', () => {
    const own = ingress({ 'shop.example': [['/cart', 'Prefix', 'cart']] }, { defaultBackend: backend('own') });
    const all = ingress({}, { defaultBackend: backend('all') }, 'all');
    expect(ask([all, own], 'shop.example', '/none')).toBe('own');
    expect(ask([all, own], 'other.example', '/')).toBe('all');
    expect(ask([own], 'other.example', '/')).toBe('own');
  });

  it('takes the older of two that say the same', () => {
    const at = (creationTimestamp: string, service: string): OtherObject => {
      const made = ingress({ 'a.example': [['/', 'Prefix', service]] }, {}, service);
      return { ...made, metadata: { ...made.metadata, creationTimestamp } };
    };
    const [old, young] = [at('2020-01-01T00:00:00Z', 'z-old'), at('2024-01-01T00:00:00Z', 'a-young')];
    expect([ask([old, young], 'a.example', '/'), ask([young, old], 'a.example', '/')]).toEqual(['z-old', 'z-old']);
  });

  it('does not guess what annotations make of a request', () => {
    const annotated = (key: string): OtherObject => {
      const made = ingress({ 'a.example': [['/x', 'Prefix', 'web']] });
      return {
        ...made,
        metadata: { ...made.metadata, annotations: { [`nginx.ingress.kubernetes.io/${key}`]: 'true' } },
      };
    };
    expect(ask([annotated('canary')], 'a.example', '/x')).toBe('unknown');
    expect(ask([annotated('canary')], 'b.example', '/x')).toBe('404');
    expect(ask([annotated('canary')], 'a.example', '/x', false)).toBe('web');
    expect(ask([annotated('proxy-body-size')], 'a.example', '/x')).toBe('web');
    // All paths of the host are regular expressions then.
    expect(ask([annotated('use-regex')], 'a.example', '/XYZ')).toBe('web');
  });

  it('reads the betas, and throws at nothing', () => {
    const beta = {
      apiVersion: 'extensions/v1beta1',
      kind: 'Ingress',
      metadata: { name: 'old' },
      spec: {
        backend: { serviceName: 'rest', servicePort: 80 },
        rules: [{ http: { paths: [{ path: '/a', backend: { serviceName: 'a', servicePort: 'http' } }] } }],
      },
    } as OtherObject;
    expect([ask([beta], 'x', '/a/b'), ask([beta], 'x', '/')]).toEqual(['a', 'rest']);
    fc.assert(
      fc.property(fc.object({ maxDepth: 5 }), (spec) => {
        const odd = { kind: 'Ingress', metadata: { name: 'odd' }, spec } as unknown as OtherObject;
        expect(typeof ask([odd], 'x', '/')).toBe('string');
      }),
      { numRuns: 50 },
    );
  });
});

const HOST = fc.constantFrom('', 'a.example', 'b.example', '*.example', '*.b.example');
const PATH = fc.constantFrom('/', '/a', '/a/', '/a/b', '/a/b/c', '/ab', '/b');
const TYPE = fc.constantFrom('Exact' as const, 'Prefix' as const);
const ROUTES = fc.uniqueArray(fc.tuple(HOST, PATH, TYPE), {
  // A prefix with a slash at its end says the same as one without.
  selector: ([host, path, type]) => `${host} ${type === 'Prefix' ? path.replace(/(.)\/$/, '$1') : path} ${type}`,
  maxLength: 12,
});
const ASKED = fc.tuple(fc.constantFrom('a.example', 'b.example', 'c.b.example', 'other'), PATH);

describe('any rules', () => {
  it('lead to one backend or to 404, in whatever order they stand', () => {
    fc.assert(
      fc.property(ROUTES, ASKED, fc.integer(), (routes, [host, path], seed) => {
        const made = (list: typeof routes): OtherObject => {
          const rules = list.map(([of, own, type]) => [of, [own, type, `s-${of}${own}${type}`]] as const);
          const spec = {
            rules: rules.map(([of, [own, pathType, name]]) => ({
              host: of,
              http: { paths: [{ path: own, pathType, backend: backend(name) }] },
            })),
          };
          return { ...ingress({}), spec } as OtherObject;
        };
        const turned = routes.toSorted((a, b) => hash(`${seed} ${a.join()}`) - hash(`${seed} ${b.join()}`));
        const found = ask([made(routes)], host, path);
        expect(ask([made(turned)], host, path)).toBe(found);
        const fitting = routes.filter(([of]) => fitsHost(of, host, 'label'));
        if (fitting.length === 0) expect(found).toBe('404');
        if (found !== '404') expect(routes.map((route) => `s-${route.join('')}`)).toContain(found);
      }),
      { numRuns: 300 },
    );
  });
});

function hash(text: string): number {
  return Array.from(text).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) | 0, 7);
}

interface Match {
  readonly path?: string;
  readonly type?: 'Exact' | 'PathPrefix' | 'RegularExpression';
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

function httpRoute(
  name: string,
  hostnames: readonly string[],
  rules: readonly (readonly [Match, string])[],
  more: object = {},
): OtherObject {
  const pairs = (of: Readonly<Record<string, string>> = {}) =>
    Object.entries(of).map(([key, value]) => ({ name: key, value }));
  const spec = {
    parentRefs: [{ name: 'gw' }],
    hostnames,
    rules: rules.map(([{ path, type = 'PathPrefix', method, headers, query }, service]) => ({
      matches: [
        {
          ...(path === undefined ? {} : { path: { type, value: path } }),
          ...(method === undefined ? {} : { method }),
          headers: pairs(headers),
          queryParams: pairs(query),
        },
      ],
      backendRefs: [{ name: service, port: 80 }],
    })),
    ...more,
  };
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: { name, namespace: 'default' },
    spec,
  } as OtherObject;
}

const LISTENERS = [
  { name: 'http', port: 80, protocol: 'HTTP' },
  { name: 'own', port: 80, protocol: 'HTTP', hostname: '*.own.example' },
];
const GATEWAY = {
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'Gateway',
  metadata: { name: 'gw', namespace: 'default' },
  spec: { gatewayClassName: 'envoy', listeners: LISTENERS },
} as OtherObject;

function through(routes: readonly OtherObject[], request: HttpRequest): string {
  const listener = listenerFor(GATEWAY, 80, request.host);
  return listener ? chosen(chooseRouteRule(listener, { gateway: GATEWAY, others: routes }, request)) : 'no-listener';
}

const GW_ROUTES = [
  httpRoute(
    'exact',
    ['shop.example'],
    [
      [{ path: '/' }, 'front'],
      [{ path: '/cart' }, 'cart'],
      [{ path: '/cart', type: 'Exact' }, 'cart-page'],
      [{ path: '/cart', method: 'POST' }, 'cart-post'],
      [{ path: '/cart', headers: { version: 'two' } }, 'cart-two'],
      [{ path: '/search', query: { q: 'x' } }, 'search-x'],
      [{ path: '/search' }, 'search'],
    ],
  ),
  httpRoute(
    'wild',
    ['*.example'],
    [
      [{ path: '/cart/items/deep' }, 'wild-deep'],
      [{ path: '/' }, 'wild'],
    ],
  ),
  httpRoute('deep', ['*.shop.example'], [[{ path: '/' }, 'deep']]),
  httpRoute('api', ['api.example'], [[{ path: '/v1' }, 'v1']]),
];
const THROUGH: readonly (readonly [request: HttpRequest, service: string])[] = [
  [{ host: 'shop.example', path: '/' }, 'front'],
  [{ host: 'shop.example', path: '/cart' }, 'cart-page'],
  [{ host: 'shop.example', path: '/cart/1' }, 'cart'],
  [{ host: 'shop.example', path: '/cartoon' }, 'front'],
  // Exact goes before a method, a method before headers.
  [{ host: 'shop.example', path: '/cart', method: 'POST' }, 'cart-page'],
  [{ host: 'shop.example', path: '/cart/1', method: 'POST' }, 'cart-post'],
  [{ host: 'shop.example', path: '/cart/1', headers: { Version: 'two' } }, 'cart-two'],
  [{ host: 'shop.example', path: '/cart/1', method: 'POST', headers: { version: 'two' } }, 'cart-post'],
  [{ host: 'shop.example', path: '/cart/1', headers: { version: 'three' } }, 'cart'],
  [{ host: 'shop.example', path: '/search?q=x' }, 'search-x'],
  [{ host: 'shop.example', path: '/search?q=y' }, 'search'],
  // The more exact host goes before the longer path.
  [{ host: 'shop.example', path: '/cart/items/deep' }, 'cart'],
  [{ host: 'blog.example', path: '/cart/items/deep' }, 'wild-deep'],
  // A wildcard is any number of labels here, and the longer one goes first.
  [{ host: 'a.b.example', path: '/' }, 'wild'],
  [{ host: 'a.shop.example', path: '/' }, 'deep'],
  // Precedence is among rules that match: another route's may, where the host's own have none.
  [{ host: 'api.example', path: '/v1/x' }, 'v1'],
  [{ host: 'api.example', path: '/v2' }, 'wild'],
  [{ host: 'example', path: '/' }, '404'],
  [{ host: 'elsewhere', path: '/' }, '404'],
];

describe('HTTPRoute', () => {
  it.each(THROUGH)('%j goes to %s', (request, service) => {
    expect(through(GW_ROUTES, request)).toBe(service);
    expect(through(GW_ROUTES.toReversed(), request)).toBe(service);
  });

  it('takes the first rule of a route, and the oldest route, where matches say the same', () => {
    const twice = httpRoute(
      'b',
      [],
      [
        [{ path: '/' }, 'first'],
        [{ path: '/' }, 'second'],
      ],
    );
    const other = httpRoute('a', [], [[{ path: '/' }, 'other']]);
    const old: OtherObject = { ...twice, metadata: { ...twice.metadata, creationTimestamp: '2020-01-01T00:00:00Z' } };
    expect(through([twice, other], { host: 'x', path: '/' })).toBe('other');
    expect(through([other, old], { host: 'x', path: '/' })).toBe('first');
  });

  it('is attached only where a listener takes it', () => {
    const named = httpRoute('n', [], [[{ path: '/' }, 'named']], { parentRefs: [{ name: 'gw', sectionName: 'own' }] });
    expect(through([named], { host: 'a.own.example', path: '/' })).toBe('named');
    expect(through([named], { host: 'x', path: '/' })).toBe('404');
    const foreign = { ...named, metadata: { name: 'n', namespace: 'other' } };
    expect(through([foreign], { host: 'a.own.example', path: '/' })).toBe('404');
    const apart = httpRoute('n', ['shop.example'], [[{ path: '/' }, 'apart']], {
      parentRefs: [{ name: 'gw', sectionName: 'own' }],
    });
    expect(through([apart], { host: 'a.own.example', path: '/' })).toBe('404');
  });

  it('evaluates regular expressions where every dialect says the same, and guesses at no others', () => {
    const route = (value: string, more: readonly (readonly [Match, string])[] = []): OtherObject =>
      httpRoute('r', [], [[{ path: value, type: 'RegularExpression' }, 'found'], ...more]);
    const at = (path: string): HttpRequest => ({ host: 'x', path });
    expect(through([route('/v[0-9]+/.*')], at('/v2/x'))).toBe('found');
    expect(through([route('/v[0-9]+/.*')], at('/w'))).toBe('404');
    expect(through([route('/v[0-9]')], at('/v2/x'))).toBe('unknown');
    expect(through([route('(a+)+$')], at('/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'))).toBe('unknown');
    expect(through([route('/v.*', [[{ path: '/' }, 'rest']])], at('/v1'))).toBe('unknown');
    expect(through([route('/v.*', [[{ path: '/' }, 'rest']])], at('/w'))).toBe('rest');
  });
});
