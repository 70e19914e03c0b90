import type { PhraseBook } from '../../phrases/phrase-book';

/** Where load balancers outside send, and why not. */
export const BALANCER_PHRASES = {
  'kubernetes.balancer.dials':
    '{spread, select, hash {A hash of the connection decides; which hash that is cannot be seen from outside.} other {Its targets take turns.}} It opens a connection of its own to {targets, select, pods {a Pod} other {a node port}}, so the source is the load balancer{protocol, select, yes {; who the client is stands in front of the data (PROXY protocol)} other {}}.',
  'kubernetes.balancer.translates':
    'Written by the load balancer itself: it puts {targets, select, pods {a Pod} other {a node port}} of {service} in the place of its own address.',
  'kubernetes.balancer.masquerades':
    'Written by the load balancer itself: it puts its own address in the place of the client’s, so that answers come back to it.',
  'kubernetes.balancer.healthz': '{node} is in: kube-proxy answers 200 on /healthz.',
  'kubernetes.balancer.local':
    '{count, plural, =0 {{node} is out: healthCheckNodePort {port} answers 503, no endpoint there is ready.} other {{node} is in: healthCheckNodePort {port} answers 200, # there.}}',
  'kubernetes.balancer.no-proxy': '{node} is out: its kube-proxy does not run, so no health check is answered.',
  'kubernetes.balancer.checked':
    '{in, select, yes {{node} is in: its health checks have been answered so far.} other {{node} is out: its health checks have not been answered often enough.}}',
  'kubernetes.balancer.not-ready': '{node} is out: the Node is not Ready.',
  'kubernetes.balancer.excluded':
    '{node} is out: its label node.kubernetes.io/exclude-from-external-load-balancers says so.',
  'kubernetes.balancer.pod': '{ready, select, yes {{pod} is in: it is ready.} other {{pod} is out: it is not ready.}}',
  'kubernetes.balancer.announces':
    '{node} answers ARP for the address: of those that may, its name has the smallest hash with it.',
  'kubernetes.balancer.other-announces': '{node} stays silent: another node answers ARP for the address.',
  'kubernetes.balancer.may-not-announce':
    '{node} may not announce the address: no endpoint that serves, or a label, keeps it out.',
} as const satisfies PhraseBook;
