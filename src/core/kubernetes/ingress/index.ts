import type { Memo } from '../../lib/memo';
import type { Socket } from '../../linux/namespace';
import type { Netns, Network } from '../../linux/netns';
import { type IpFamily, formatIp } from '../../net/ip';
import { namespacedName, type ClusterObjects, type PodObject } from '../types';
import type { ObjectFinding } from '../finding';
import { findControllers, httpPorts, type Controller, type HttpPort } from './controllers';
import { ownsAddress, makeDoors } from './doors';
import { routingFindings } from './findings';
import { ONE } from '../../lib/fraction';
import { phrase, type Phrase } from '../../lib/phrase';
import { bareHost, barePath, type HttpAnswer, type HttpRequest, type HttpRouter } from '../../net/http';
import type { Packet } from '../../net/packet';
import { findReferenced, optionsFor } from './backends';
import { chooseRouteRule, listenerFor, type Listener, type RouteGround } from './gateway-rules';
import { chooseIngressRule } from './ingress-rules';
import { placeOf, type HttpRule, type RuleChoice } from './rules';

/**
 * The network in which the Pods of Ingress controllers and Gateways read requests and open connections of their own, as
 * the Ingresses and HTTPRoutes of the cluster say; with where each of those is reached, and what there is to say of them.
 */
export function withIngress(
  network: Network,
  cluster: ClusterObjects,
  memo: Memo,
): { readonly network: Network; readonly findings: readonly ObjectFinding[] } {
  const served = findControllers(cluster, memo);
  const findings = routingFindings(cluster, served, memo);
  const doors = makeDoors(cluster, served);
  const netns = new Map(network.netns);
  for (const controller of served.controllers) {
    for (const pod of controller.pods.filter(ownsAddress)) {
      const own = netns.get(pod.spec.hostNetwork ? (pod.spec.nodeName ?? '') : namespacedName(pod));
      if (own) netns.set(own.id, proxying(own, pod, { controller, cluster, memo }));
    }
  }
  return { network: { ...network, netns, doors }, findings };
}

interface ControllerInputs {
  readonly controller: Controller;
  readonly cluster: ClusterObjects;
  readonly memo: Memo;
}

/** The namespace with the Pod's HTTP ports as those of a proxy. */
function proxying(netns: Netns, pod: PodObject, { controller, cluster, memo }: ControllerInputs): Netns {
  const owner = namespacedName(pod);
  const families = listFamilies(netns);
  const own = httpPorts(controller, pod).map((port): Socket => {
    const http = makeRouter({ controller, port, cluster, families, memo });
    return { proto: 'tcp', port: port.port, owner, reply: 'proxy', proxy: { endpoints: [], http } };
  });
  const isOwn = ({ proto, port, owner: whose }: Socket): boolean =>
    proto === 'tcp' && whose === owner && own.some((each) => each.port === port);
  return { ...netns, sockets: [...own, ...netns.sockets.filter((socket) => !isOwn(socket))] };
}

function listFamilies({ devices }: Netns): ReadonlySet<IpFamily> {
  return new Set(
    devices
      .filter(({ kind }) => kind !== 'loopback' && kind !== 'dummy')
      .flatMap(({ addresses }) => addresses.map(({ address }) => address.family)),
  );
}

/** Objects a proxy chooses from, and the cluster they name Services of. */
interface RouterGround {
  readonly controller: Controller;
  readonly port: HttpPort;
  readonly cluster: ClusterObjects;
  readonly families: ReadonlySet<IpFamily>;
  readonly memo: Memo;
}

/** Router of a controller's Pod for requests that come in by one of its ports. */
function makeRouter(ground: RouterGround): HttpRouter {
  return (request, client) => answerTo(request, client, ground);
}

function choose(request: HttpRequest, { controller, port, cluster }: RouterGround): RuleChoice {
  const { gateway, ingresses, kind } = controller;
  if (!gateway) return chooseIngressRule(ingresses, request, kind.isNginx === true);
  const listener = listenerFor(gateway, port.listener ?? port.port, request.host);
  if (listener?.protocol === 'HTTPS' && listener.mode === 'Passthrough') {
    const { namespace, name } = placeOf(gateway);
    const values = { object: `Gateway ${namespace}/${name}`, what: 'tls.mode: Passthrough (HTTPS)' };
    return { kind: 'unknown', reason: phrase('ingress.not-evaluated', values) };
  }
  if (listener?.protocol === 'TLS') return chooseStream(listener, { gateway, others: cluster.others ?? [] }, request);
  return listener ? chooseRouteRule(listener, { gateway, others: cluster.others ?? [] }, request) : { kind: 'none' };
}

/** Without a route for the name of a handshake there is no status to answer with. */
function chooseStream(listener: Listener, ground: RouteGround, request: HttpRequest): RuleChoice {
  const choice = chooseRouteRule(listener, ground, request);
  if (choice.kind !== 'none') return choice;
  return { kind: 'unknown', reason: phrase('ingress.no-tls-route', { asked: bareHost(request.host) }) };
}

function answered(status: number, reason: Phrase): HttpAnswer {
  return { options: [{ share: ONE, status, reason }], attempts: 1, failed: { status, reason } };
}

function answerTo(request: HttpRequest, client: Packet, ground: RouterGround): HttpAnswer {
  const choice = choose(request, ground);
  const isStream = choice.kind === 'rule' && choice.rule.stream !== undefined;
  const asked = `${bareHost(request.host)}${isStream ? '' : barePath(request.path)}`;
  if (choice.kind === 'unknown') return { unknown: choice.reason };
  if (choice.kind === 'none') return answered(404, phrase('ingress.no-rule', { asked }));
  const { rule } = choice;
  const object = findReferenced(rule);
  if (redirectsToTls(rule, ground))
    return answered(308, phrase('ingress.to-tls', { object, host: bareHost(request.host) }));
  if (rule.redirect !== undefined) {
    return answered(rule.redirect, phrase('ingress.redirects', { object, status: rule.redirect }));
  }
  const says = (service: string): Phrase => sentence(rule, { asked, service, client, isTls: ground.port.isTls });
  const options = optionsFor(rule, { ...ground, says });
  if ('unknown' in options) return options;
  if (isStream) {
    const unknown = phrase('ingress.no-tls-backend', { object, asked });
    return options.every(({ to }) => to) ? { options, attempts: 1, failed: { unknown } } : { unknown };
  }
  const { attempts, failed: status } = ground.controller.kind;
  return { options, attempts, failed: { status, reason: phrase('ingress.failed', { asked, status }) } };
}

/** ingress-nginx sends who comes without TLS to it, where the host has a certificate (`ssl-redirect`). */
function redirectsToTls(rule: HttpRule, { controller: { kind, ingresses }, port }: RouterGround): boolean {
  if (port.isTls || rule.tls === undefined || kind.isNginx !== true || rule.kind !== 'Ingress') return false;
  const own = ingresses.find(
    ({ metadata }) => `${metadata?.namespace ?? 'default'}/${metadata?.name ?? ''}` === rule.object,
  );
  return own?.metadata?.annotations?.['nginx.ingress.kubernetes.io/ssl-redirect'] !== 'false';
}

interface DialWords {
  readonly asked: string;
  readonly service: string;
  readonly client: Packet;
  readonly isTls: boolean;
}

/** Which rule took it, whom it goes to, and whom the Pod will see. */
function sentence(rule: HttpRule, { asked, service, client, isTls }: DialWords): Phrase {
  return phrase('ingress.dials', {
    asked,
    object: findReferenced(rule),
    ...nameOfRule(rule),
    service,
    weights: listWeights(rule),
    asks: rule.asksService ? 'service' : 'pods',
    client: formatIp(client.src),
    stream: rule.stream ?? 'none',
    tls: isTls && !rule.stream ? (rule.tls ?? 'unnamed') : 'none',
    filters: rule.filters.join(', ') || 'none',
  });
}

/** `web 9, canary 1`; `none` where there is but one. */
function listWeights({ backends }: HttpRule): string {
  return backends.length > 1 ? backends.map(({ name, weight }) => `${name} ${weight}`).join(', ') : 'none';
}

function nameOfRule({ host, path, stream }: HttpRule): { readonly rule: string; readonly type: string } {
  if (stream) return { rule: host, type: 'SNI' };
  return path ? { rule: `${host}${path.value}`, type: path.type } : { rule: 'default', type: 'default' };
}
