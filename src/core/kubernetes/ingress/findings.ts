import type { Memo } from '../../lib/memo';
import { phrase, type Phrase } from '../../lib/phrase';
import type { ObjectFinding } from '../finding';
import type { ClusterObjects, OtherObject } from '../types';
import { listExpressions, listFields } from '../policy/selector';
import { findBackendPort, findBackendService } from './backends';
import { GATEWAY_LABEL } from './classes';
import { isRouteObject, type RouteKind } from './kinds';
import type { Served } from './controllers';
import { isRouteOf, nameOf, unservedPhrase } from './doors';
import { readListeners } from './gateway-rules';
import { readIngress } from './ingress-rules';
import { placeOf, readSpec, asText, type BackendRef } from './rules';

const DOUBT = { severity: 'warning', code: 'assumed' } as const;

/**
 * Findings on the Ingresses, Gateways and routes of a cluster: nobody runs them, or they name objects that are not
 * there.
 */
export function routingFindings(cluster: ClusterObjects, served: Served, memo: Memo): readonly ObjectFinding[] {
  return (cluster.others ?? []).flatMap((object) => {
    if (object.kind === 'Ingress') return ingressFindings(object, { cluster, served, memo });
    if (object.kind === 'Gateway') return gatewayFindings(object, served);
    return isRouteObject(object) ? routeFindings(object, { cluster, served, memo }) : [];
  });
}

interface RoutingInputs {
  readonly cluster: ClusterObjects;
  readonly served: Served;
  readonly memo: Memo;
}

function about(object: OtherObject, path: string, message: Phrase): ObjectFinding {
  const { namespace, name } = placeOf(object);
  const kind = object.kind as RouteKind | 'Gateway';
  return { ...DOUBT, message, path, object: { kind, namespace, name } };
}

function ingressFindings(object: OtherObject, ground: RoutingInputs): readonly ObjectFinding[] {
  const { namespace, name } = placeOf(object);
  const key = `${namespace}/${name}`;
  const unserved = ground.served.unserved.get(key);
  const { rules, fallback } = readIngress(object, false);
  const backends = [...rules, ...(fallback ? [fallback] : [])].flatMap((rule) => rule.backends);
  return [
    ...(unserved ? [about(object, 'spec.ingressClassName', unservedPhrase(key, unserved))] : []),
    ...missing(object, backends, ground),
  ];
}

/** Backends whose Service or port is not there, each once. */
function missing(
  object: OtherObject,
  backends: readonly BackendRef[],
  { cluster, memo }: RoutingInputs,
): readonly ObjectFinding[] {
  const { namespace, name: own } = placeOf(object);
  const said = new Set<string>();
  return backends.flatMap((backend) => {
    const { port } = backend;
    if (port === undefined) return [];
    const name = `${backend.namespace}/${backend.name}`;
    const service = findBackendService({ cluster, memo }, name);
    if (
      said.has(`${name} ${port}`) ||
      (service && (service.spec.type === 'ExternalName' || findBackendPort(service, backend)))
    )
      return [];
    said.add(`${name} ${port}`);
    const values = {
      name: `${object.kind} ${namespace}/${own}`,
      service: name,
      port: String(port),
      why: service ? 'port' : 'service',
      kind: object.kind,
    };
    return [about(object, 'spec.rules', phrase('ingress.missing-backend', values))];
  });
}

function gatewayFindings(object: OtherObject, { controllers }: Served): readonly ObjectFinding[] {
  if (controllers.some(({ gateway }) => gateway === object)) return [];
  const { namespace, name } = placeOf(object);
  const className = asText(readSpec(object)['gatewayClassName']) || '-';
  const values = { name: `${namespace}/${name}`, class: className, label: `${GATEWAY_LABEL}=${name}` };
  return [about(object, 'spec.gatewayClassName', phrase('ingress.gateway-without-pods', values))];
}

function routeFindings(object: OtherObject, ground: RoutingInputs): readonly ObjectFinding[] {
  const { namespace } = placeOf(object);
  const others = ground.cluster.others ?? [];
  const gateways = others.filter(({ kind }) => kind === 'Gateway');
  const isTaken = gateways.some((gateway) => isRouteOf(object, gateway, others));
  const parents = listFields(readSpec(object)['parentRefs']).map((parent) => asText(parent['name']));
  const known = gateways.filter((gateway) => parents.includes(placeOf(gateway).name));
  const why = known.length === 0 ? 'missing' : 'refused';
  const listeners = known.flatMap(readListeners).map((listener) => listener.name);
  const backends = listFields(readSpec(object)['rules']).flatMap((rule) =>
    listFields(rule['backendRefs']).flatMap(
      ({ kind = 'Service', name: backend, namespace: of = namespace, port }): BackendRef[] =>
        kind === 'Service'
          ? [
              {
                namespace: asText(of),
                name: asText(backend),
                weight: 1,
                port: typeof port === 'number' ? port : '',
              },
            ]
          : [],
    ),
  );
  const values = {
    name: nameOf(object),
    gateway: parents.join(', ') || '-',
    why,
    listeners: listeners.join(', ') || '-',
  };
  return [
    ...(isTaken ? [] : [about(object, 'spec.parentRefs', phrase('ingress.not-attached', values))]),
    ...missing(object, backends, ground),
    ...expressionFindings(object),
  ];
}

/** Hosts a route may not have. */
function expressionFindings(object: OtherObject): readonly ObjectFinding[] {
  const bad = listExpressions(readSpec(object)['hostnames']).filter((host) => /^[\d.]+$|:/.test(host));
  return bad.map((host) => about(object, 'spec.hostnames', phrase('ingress.bad-host', { host, kind: object.kind })));
}
