import { ONE } from '../../lib/fraction';
import type { Memo } from '../../lib/memo';
import { phrase, type Phrase } from '../../lib/phrase';
import { bareHost, barePath, type HttpAnswer, type HttpRequest, type HttpRouter } from '../../net/http';
import { formatIp, type IpFamily } from '../../net/ip';
import type { Packet } from '../../net/packet';
import type { ClusterObjects } from '../types';
import { findReferenced, optionsFor } from './backends';
import type { Controller, HttpPort } from './controllers';
import { chooseRouteRule, listenerFor } from './gateway-rules';
import { chooseIngressRule } from './ingress-rules';
import type { HttpRule, RuleChoice } from './rules';

/** What a proxy chooses from: the objects it reads, and the cluster they name Services of. */
export interface RouterGround {
  readonly controller: Controller;
  readonly port: HttpPort;
  readonly cluster: ClusterObjects;
  readonly families: ReadonlySet<IpFamily>;
  readonly memo: Memo;
}

/** What a controller's Pod does with requests that come in by one of its ports. */
export function makeRouter(ground: RouterGround): HttpRouter {
  return (request, client) => answerTo(request, client, ground);
}

function choose(request: HttpRequest, { controller, port, cluster }: RouterGround): RuleChoice {
  const { gateway, ingresses, kind } = controller;
  if (!gateway) return chooseIngressRule(ingresses, request, kind.isNginx === true);
  const listener = listenerFor(gateway, port.listener ?? port.port, request.host);
  return listener ? chooseRouteRule(listener, { gateway, others: cluster.others ?? [] }, request) : { kind: 'none' };
}

function answered(status: number, reason: Phrase): HttpAnswer {
  return { options: [{ share: ONE, status, reason }], attempts: 1, failed: { status, reason } };
}

function answerTo(request: HttpRequest, client: Packet, ground: RouterGround): HttpAnswer {
  const asked = `${bareHost(request.host)}${barePath(request.path)}`;
  const choice = choose(request, ground);
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

interface Told {
  readonly asked: string;
  readonly service: string;
  readonly client: Packet;
  readonly isTls: boolean;
}

/** Which rule took it, whom it goes to, and whom the Pod will see. */
function sentence(rule: HttpRule, { asked, service, client, isTls }: Told): Phrase {
  return phrase('ingress.dials', {
    asked,
    object: findReferenced(rule),
    rule: rule.path ? `${rule.host}${rule.path.value}` : 'default',
    type: rule.path?.type ?? 'default',
    service,
    asks: rule.asksService ? 'service' : 'pods',
    client: formatIp(client.src),
    tls: isTls ? (rule.tls ?? 'unnamed') : 'none',
    filters: rule.filters.join(', ') || 'none',
  });
}
