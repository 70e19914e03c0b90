import { glanceAt, type Glance } from './glance';
import { readKubeComment, servicePortText } from './kube-comment';
import type { KubeServicePort } from './kube-services';
import type { PastedRuleset } from './layers';

interface Draft {
  readonly name: string;
  readonly protocol: KubeServicePort['protocol'];
  readonly addresses: string[];
  port?: number;
  nodePort?: number;
}

const PORTALS = /^KUBE-PORTALS-(?:CONTAINER|HOST)$/;
const NODE_PORTS = /^KUBE-NODEPORT-(?:CONTAINER|HOST)$/;

/**
 * The Services of kube-proxy's userspace mode: each has a rule that leads to a port of the process
 * (pkg/proxy/userspace/proxier.go openPortal, the clusterIP before the others). Whom the process then
 * asks is in no rule: endpoints are never told.
 */
export function userspaceServices({ tables }: PastedRuleset): KubeServicePort[] {
  const drafts = new Map<string, Draft>();
  for (const chain of tables.get('nat')?.chains.values() ?? []) {
    const isPortal = PORTALS.test(chain.name);
    if (!isPortal && !NODE_PORTS.test(chain.name)) continue;
    for (let index = 0; index < chain.length; index++) learn(drafts, glanceAt(chain, index), isPortal);
  }
  return [...drafts.values()].map(({ name, protocol, addresses: [clusterIP, ...external], port, nodePort }) => ({
    name,
    protocol,
    external,
    endpoints: [],
    ...(clusterIP === undefined ? {} : { clusterIP }),
    ...(port === undefined ? {} : { port }),
    ...(nodePort === undefined ? {} : { nodePort }),
  }));
}

function learn(drafts: Map<string, Draft>, rule: Glance, isPortal: boolean): void {
  const { comment = '', protocol = 'tcp', dst, dport } = rule;
  const named = readKubeComment(comment);
  if (!named || dport === undefined) return;
  const name = servicePortText(named);
  const draft = drafts.get(`${name} ${protocol}`) ?? { name, protocol, addresses: [] };
  drafts.set(`${name} ${protocol}`, draft);
  if (!isPortal) draft.nodePort ??= dport;
  else if (dst !== undefined) {
    draft.port ??= dport;
    if (!draft.addresses.includes(dst)) draft.addresses.push(dst);
  }
}
