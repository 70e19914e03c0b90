import type { PhraseBook } from '../../phrases/phrase-book';

/** What Ingress controllers and Gateways make of requests. */
export const INGRESS_PHRASES = {
  'ingress.dials':
    '{asked} falls to {object}{type, select, default {, its default backend} other { by {rule} ({type})}}: Service {service}{weights, select, none {} other {, by the weights {weights}}}. {asks, select, service {It asks the Service’s address (service-upstream), so the rules of its node choose the Pod.} other {It asks a Pod directly, past kube-proxy’s rules.}} {stream, select, none {The Pod sees the controller; {client} stands only in X-Forwarded-For.} passthrough {Only the name in the handshake was read: TLS ends at the Pod, which sees the controller; {client} stands nowhere.} other {TLS ends at the controller, which passes on what is inside unread: the Pod sees the controller; {client} stands nowhere.}}{tls, select, none {} unnamed { TLS ends at the controller.} other { TLS ends at the controller (Secret {tls}).}}{filters, select, none {} other { Filters that are named here and not carried out: {filters}.}}',
  'ingress.no-rule': 'No rule has {asked}, and there is no default backend: the controller answers 404 by itself.',
  'ingress.no-tls-route':
    'No TLSRoute takes the name {asked} of the handshake: nothing is passed on. There is no status outside of TLS, and how the Gateway closes the connection is up to the implementation.',
  'ingress.no-tls-backend':
    '{object} has nobody who takes {asked}: nothing is passed on. There is no status outside of TLS, and how the Gateway closes the connection is up to the implementation.',
  'ingress.to-tls':
    '{object} has a certificate for {host}, and the request came without TLS: ingress-nginx answers 308, “come back by https”.',
  'ingress.redirects': '{object} redirects (filter RequestRedirect): the answer is {status}, and no backend is asked.',
  'ingress.no-endpoints':
    '{object} names Service {service}, which has no ready endpoint: the controller answers 503 by itself.',
  'ingress.no-backend': '{object} names no backend for this: the controller answers {status} by itself.',
  'ingress.bad-backend':
    '{why, select, service {{object} names Service {service}, which does not exist} port {{object} names port {port} of Service {service}, which has none such} other {{object} names Service {service} of another namespace, and no ReferenceGrant there allows it}}: the controller answers {status} by itself.',
  'ingress.failed': 'Nobody that was asked for {asked} answered the controller: it answers {status} by itself.',
  'ingress.not-evaluated':
    '{object} has {what}, which is not evaluated here: what becomes of the request is not known.',
  'ingress.pattern':
    '{object} has the regular expression {pattern}: whether it takes the request, or another rule does, is up to the implementation, and not known.',
  'ingress.other-backend': '{object} sends this to {backend}, which is no Service: what becomes of it is not known.',
  'ingress.external-name':
    'Service {service} is an ExternalName: the controller resolves {target} by itself, and what it is told is not known.',
  'ingress.no-class':
    'Ingress {name} names no class and none is the default: no controller reads it, so it does nothing. Set spec.ingressClassName.',
  'ingress.class-missing':
    'Ingress {name} is of class {class}, and there is no IngressClass of that name: no controller reads it, so it does nothing. Add the IngressClass or change spec.ingressClassName.',
  'ingress.no-controller':
    'Ingress {name} is of class {class}, and no Pod of its controller ({controller}) runs here: an Ingress alone does nothing. Add a controller; Pods of one that is not recognised are labelled rulewalk/ingress-class={class}.',
  'ingress.no-gateway':
    '{name} is attached to no Gateway that has Pods here (parentRefs: {gateway}): a route alone does nothing.',
  'ingress.no-door': 'The controller ({pods}) runs, but no Service, node port or host port leads to it.',
  'ingress.missing-backend':
    '{name} names {why, select, service {Service {service}, which does not exist} other {port {port} of Service {service}, which has none such}}: {kind, select, TLSRoute {what a handshake asks for there is passed on to nobody} other {requests that fall to it are answered by the controller itself}}.',
  'ingress.gateway-without-pods':
    'No Pod does what Gateway {name} (class {class}) says: they would have the label {label}. Its routes do nothing.',
  'ingress.not-attached':
    '{name}: {why, select, missing {there is no Gateway {gateway}} other {no listener of Gateway {gateway} ({listeners}) takes it: sectionName, port or allowedRoutes keep it out}}. It does nothing.',
  'ingress.bad-host':
    '{host} is no host name that {kind, select, TLSRoute {a TLSRoute} other {an HTTPRoute}} may have: no addresses, no ports.',
} as const satisfies PhraseBook;
