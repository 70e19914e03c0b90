import { CNI_CONFIG } from './cni-config';
import { DOCKER_FORWARD_DROP } from './docker-forward-drop';
import { EMPTY_SERVICE } from './empty-service';
import type { Example } from './example';
import { HEADLESS_AND_EXTERNALNAME } from './headless-and-externalname';
import { INGRESS_EXAMPLE } from './ingress';
import { IP_MASQ_AGENT_BESIDE } from './ip-masq-agent';
import { KUARD_2019 } from './kuard-2019';
import { KUBE_PROXY_PER_NODE } from './kube-proxy-per-node';
import { LOAD_BALANCER_NAT } from './load-balancer-nat';
import { LOAD_BALANCER_OUTSIDE } from './load-balancer-outside';
import { LOAD_BALANCER_SOURCE_RANGES } from './load-balancer-source-ranges';
import { LOAD_BALANCER_PROXY } from './load-balancer-proxy';
import { NAMES } from './names';
import { NODE_LOCAL_DNS_CACHE } from './node-local-dns';
import { POD_NETWORKS } from './pod-networks';
import { RULE_WRITERS_BESIDE } from './rule-writers';
import { SESSION_AFFINITY } from './session-affinity';
import { SOURCE_IP_LOST } from './source-ip-lost';
import { TEN_ENDPOINTS } from './ten-endpoints';
import { TRAFFIC_POLICY_LOCAL } from './traffic-policy-local';
import { WEB_TWO_NODES } from './web-two-nodes';
import type { Locale } from '../phrases';

export type { Example } from './example';

export { DEFAULT_EXAMPLE } from './default';

/** In the order of the menu: the default first, then from what everybody asks to what few know. */
export const EXAMPLES: readonly Example[] = [
  WEB_TWO_NODES,
  EMPTY_SERVICE,
  SOURCE_IP_LOST,
  TRAFFIC_POLICY_LOCAL,
  TEN_ENDPOINTS,
  SESSION_AFFINITY,
  LOAD_BALANCER_SOURCE_RANGES,
  LOAD_BALANCER_OUTSIDE,
  LOAD_BALANCER_NAT,
  LOAD_BALANCER_PROXY,
  INGRESS_EXAMPLE,
  POD_NETWORKS,
  CNI_CONFIG,
  IP_MASQ_AGENT_BESIDE,
  KUBE_PROXY_PER_NODE,
  RULE_WRITERS_BESIDE,
  DOCKER_FORWARD_DROP,
  HEADLESS_AND_EXTERNALNAME,
  NAMES,
  NODE_LOCAL_DNS_CACHE,
  KUARD_2019,
];

/** The example of that id, if there is one. */
export function exampleById(id: string): Example | undefined {
  return EXAMPLES.find((example) => example.id === id);
}

/** The title of an example in another language than it was opened in; any other title as it was written. */
export function titleIn(locale: Locale, title: string): string {
  return EXAMPLES.find((each) => Object.values(each.title).includes(title))?.title[locale] ?? title;
}
