import { namespacedName, type ServiceObject } from '../../kubernetes/types';
import { phrase, type Phrase } from '../../lib/phrase';

/** `10.x.x.95`, `x.x.x.x`, `***`: written over by whoever posted it. */
const isMasked = (word: string): boolean => /^[\dxX*#.]{3,40}$/.test(word) && /[xX*#]/.test(word);

/** The column EXTERNAL-IP of a Service; `pending`: nobody gave it an address; undefined: no text tells. */
function tellOutside({ spec, status }: ServiceObject): { readonly how: string; readonly outside: string } {
  const { loadBalancer } = status ?? {};
  const words = [
    ...(spec.externalIPs ?? []),
    ...(loadBalancer?.ingress ?? []).flatMap(({ ip, hostname }) => ip ?? hostname ?? []),
  ];
  if (words.length > 0) return { how: words.some(isMasked) ? 'masked' : 'told', outside: words.join(', ') };
  return { how: spec.type === 'LoadBalancer' && loadBalancer ? 'pending' : 'none', outside: '' };
}

/**
 * A Service of objects in a sentence: its addresses and its ports with their node ports. `isMade`: no object tells its clusterIP; `told`: as the
 * texts have it, without the address a balancer of the page gave it.
 */
export function sayServiceObject(service: ServiceObject, isMade: boolean, told?: ServiceObject): Phrase {
  const { clusterIP = '?', ports = [], type = 'ClusterIP', externalName = '?' } = service.spec;
  const name = namespacedName(service);
  if (type === 'ExternalName') return phrase('machine.externalName', { name, target: externalName });
  const listed = ports.map(({ port, protocol = 'TCP', nodePort }) => {
    const isTold = nodePort !== undefined && (told?.spec.ports ?? []).some((each) => each.nodePort === nodePort);
    return `${port}${isTold ? `:${nodePort}` : ''}/${protocol.toLowerCase()}`;
  });
  const outside = tellOutside(told ?? { ...service, spec: { ...service.spec, externalIPs: [] }, status: {} });
  const values = { name, type, address: clusterIP, ports: listed.join(', ') || '-', made: isMade ? 'yes' : 'no' };
  return phrase('machine.serviceObject', { ...values, ...outside });
}
