import { nameKey } from '../../document/edits/offered-flows';
import type { ClusterObjects, ServiceObject } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { findLine } from './ruled-out';
import { pathOfService } from './told-pods';

/** Services that the operator of Cilium makes for Ingress and Gateway API (operator/pkg/ingress, operator/pkg/gateway-api), by their names. */
const MADE_BY_CILIUM = /^cilium-(?:ingress|gateway)(?:-|$)/;
/** Asked at the machine that the client runs on. */
const ON_NODE =
  /\b(?:curl|wget|nc|telnet)\b.{0,60}\b(?:localhost|127\.0\.0\.1)\b|\bfrom (?:the )?(?:host|node|localhost)\b|\bon the (?:same )?(?:node|host)\b|\bfrom the localhost\/node\b/i;
/** kube-proxy runs there, too. */
const HYBRID =
  /\bhybrid\b|\balongside (?:cilium|kube-proxy)\b|\bkube-?proxy-?replacement["']?[ =:]{1,3}["']?false\b|\bkeep kube-proxy\b/i;

const isByCilium = ({ metadata, spec: { selector } }: ServiceObject): boolean =>
  MADE_BY_CILIUM.test(metadata.name) && Object.keys(selector ?? {}).length === 0;

/**
 * Finds Services of Cilium's Ingress and Gateway: nobody stands behind their one endpoint, which is made up (192.192.192.192:9999), and only
 * Cilium's programs at devices hand their packets to Envoy; a socket of the node is not translated for them (bpf/bpf_sock.c:
 * lb4_svc_is_l7_loadbalancer), and kube-proxy's rules lead to that endpoint.
 */
export function findOfGateways(
  { services }: Pick<ClusterObjects, 'services'>,
  texts: readonly { readonly text: string }[],
): readonly EvidenceFinding[] {
  const service = services.find(isByCilium);
  if (!service || !texts.some(({ text }) => /\bcilium\b/i.test(text))) return [];
  const find = (form: RegExp): string =>
    String(texts.flatMap(({ text }) => findLine(text, [form]) ?? []).at(0)?.number ?? 'none');
  const values = {
    name: nameKey(service),
    kind: service.metadata.name.startsWith('cilium-ingress') ? 'ingress' : 'gateway',
    node: find(ON_NODE),
    hybrid: find(HYBRID),
    port: String(service.spec.ports?.[0]?.nodePort ?? 'NODEPORT'),
  };
  return [
    {
      id: 'cilium-l7-service',
      severity: values.node === 'none' && values.hybrid === 'none' ? 'info' : 'warning',
      says: phrase('evidence.cilium-l7', values),
      next: phrase('evidence.next.cilium-l7', values),
      path: pathOfService(service),
    },
  ];
}
