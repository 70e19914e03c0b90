import { phrase, type Phrase } from '../../../lib/phrase';
import type { EndpointInfo } from '../../endpoint';
import { namespaceOf } from '../../meta';
import type { ServicePortInfo } from '../../service-port';
import type { GeneratedRule, Origin } from '../mode';

/** A rule with the chain it is appended to. */
export interface PlacedRule {
  readonly chain: string;
  readonly rule: GeneratedRule;
}

/** A rule that a field of the Service asked for; `field` is below `spec` unless it names `status` itself. */
export function serviceRule(port: ServicePortInfo, field: string, text: string, why: Phrase): GeneratedRule {
  return { text, origin: { kind: 'Service', namespace: port.namespace, name: port.serviceName, field, why } };
}

/** A rule that an endpoint of a slice asked for. */
export function endpointRule(endpoint: EndpointInfo, text: string, why: Phrase): GeneratedRule {
  const { slice } = endpoint;
  const origin: Origin = {
    kind: 'EndpointSlice',
    namespace: namespaceOf(slice),
    name: slice.metadata.name,
    field: `endpoints[${endpoint.index}]`,
    why,
  };
  return { text, origin };
}

/** A rule that is there whatever Services there are. */
export function proxyRule(field: string, text: string, why: Phrase): GeneratedRule {
  return { text, origin: { kind: 'KubeProxyConfig', field, why } };
}

/** A sentence of this mode: `why('cluster-ip', ...)` is `kubernetes.iptables.cluster-ip`. */
export function why(id: string, values?: Phrase['values']): Phrase {
  return phrase(`kubernetes.iptables.${id}`, values);
}
