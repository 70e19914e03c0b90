import { node, service } from '../../core/kubernetes/build';
import { gatewayWithPods, ingressNginx, ingressObject } from '../../core/document/edits/routes';
import type { OtherObject } from '../../core/kubernetes/types';
import { example, httpPods } from './example';

const NGINX = ingressNginx({ replicas: 1, ingress: ['198.51.100.30'] });
const GATEWAY = gatewayWithPods({ namespace: 'default', name: 'gateway' }, { replicas: 1, ingress: ['198.51.100.31'] });

const ROUTE = {
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'HTTPRoute',
  metadata: { name: 'canary', namespace: 'default' },
  spec: {
    parentRefs: [{ name: 'gateway' }],
    hostnames: ['shop.example'],
    rules: [
      {
        matches: [{ path: { type: 'PathPrefix', value: '/' } }],
        backendRefs: [
          { name: 'front', port: 80, weight: 9 },
          { name: 'cart', port: 80, weight: 1 },
        ],
      },
    ],
  },
} as OtherObject;

const behind = (name: string) =>
  service(name, { selector: { app: name }, ports: [{ name: 'http', port: 80, targetPort: 'http' }] });

const ask = (object: 'Ingress' | 'HTTPRoute', name: string, http: { readonly host?: string; readonly path?: string }) =>
  ({
    from: { kind: 'external' },
    to: { kind: 'route', object, namespace: 'default', name },
    protocol: 'tcp',
    port: 80,
    http,
  }) as const;

/** Requests led by host and path: an Ingress with its controller, and an HTTPRoute with its Gateway. */
export const INGRESS_EXAMPLE = example({
  id: 'ingress',
  objects: () => [
    node('node1'),
    node('node2'),
    httpPods('front', 2),
    httpPods('cart', 1, 'node2'),
    behind('front'),
    behind('cart'),
    ...NGINX.deployments,
    ...NGINX.services,
    ...GATEWAY.deployments,
    ...GATEWAY.services,
  ],
  others: [
    ...NGINX.others,
    ingressObject({ name: 'shop' }, [
      { host: 'shop.example', path: '/', service: 'front' },
      { host: 'shop.example', path: '/cart', service: 'cart' },
    ]),
    ...GATEWAY.others,
    ROUTE,
  ],
  flows: () => [
    ask('Ingress', 'shop', { path: '/cart/7' }),
    ask('Ingress', 'shop', { path: '/' }),
    ask('Ingress', 'shop', { host: 'blog.example' }),
    ask('HTTPRoute', 'canary', {}),
  ],
});
