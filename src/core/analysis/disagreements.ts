import { phrase } from '../lib/phrase';
import type { KubeServicePort } from './kube-services';
import { endpointsIn, type ListedEndpoints } from './machine/endpoints';
import { namedIn, type NamedService } from './machine/named';
import type { Machine } from './machine/types';
import type { Assumption, Evidence } from './pasted-types';

/** So many Services of kubectl that rules do not know are named. */
const MOST_UNKNOWN = 20;
/** So many endpoints of a difference are written out. */
const MOST_SHOWN = 6;

/** Where what kubectl shows and what the rules do are not the same: packets follow the rules. */
export function disagreements(machine: Machine, ports: readonly KubeServicePort[]): Assumption[] {
  if (ports.length === 0) return [];
  const byService = new Map<string, KubeServicePort[]>();
  for (const port of ports) {
    const service = port.name.split(':')[0] ?? port.name;
    const known = byService.get(service);
    if (known) known.push(port);
    else byService.set(service, [port]);
  }
  // Of a Service listed again the later listing counts.
  const services = [...new Map(namedIn(machine).services.map((each) => [each.name, each])).values()];
  const unknown = services.filter(({ name, addresses }) => addresses.length > 0 && !byService.has(name));
  return [
    ...services.flatMap((service) => addressDiffers(service, byService.get(service.name) ?? [])),
    ...[...endpointsIn(machine).values()].flatMap((listed) =>
      endpointsDiffer(listed, byService.get(listed.service) ?? []),
    ),
    ...unknown.slice(0, MOST_UNKNOWN).map((service) => notInRules(service)),
  ];
}

function addressDiffers({ name, addresses, evidence }: NamedService, ports: readonly KubeServicePort[]): Assumption[] {
  const own = ports.find(({ clusterIP }) => clusterIP !== undefined)?.clusterIP;
  if (own === undefined || addresses.length === 0 || addresses.includes(own)) return [];
  const objects = addresses.join(' ');
  const reason = phrase('analysis.object.address', { service: name, objects, rules: own });
  return [assumption(name, 'clusterIP', `${name} ${own}`, evidence, reason, 'svc')];
}

function notInRules({ name, addresses, evidence }: NamedService): Assumption {
  const reason = phrase('analysis.object.unknown', { service: name });
  const value = `${name} ${addresses.join(' ')}`;
  const settledBy = 'iptables-save';
  return { id: `object:${name} rules`, about: 'object', value, evidence: [evidence], reason, settledBy };
}

function assumption(
  service: string,
  what: string,
  value: string,
  evidence: Evidence,
  reason: Assumption['reason'],
  kind: 'svc' | 'endpoints',
): Assumption {
  const [namespace = 'default', name = ''] = service.split('/');
  const settledBy = `kubectl -n ${namespace} get ${kind} ${name} -o wide`;
  return { id: `object:${service} ${what}`, about: 'object', value, evidence: [evidence], reason, settledBy };
}

function endpointsDiffer(
  { service, places, partial, evidence }: ListedEndpoints,
  ports: readonly KubeServicePort[],
): Assumption[] {
  const endpoints = ports.flatMap((port) => port.endpoints);
  // An endpoint chain that is not in the text may be any of them.
  if (partial || endpoints.length === 0 || endpoints.some(({ place }) => place === undefined)) return [];
  const inRules = new Set(endpoints.map(({ place = '' }) => place));
  const differ = [
    ...[...places].filter((place) => !inRules.has(place)).map((place) => `+${place}`),
    ...[...inRules].filter((place) => !places.has(place)).map((place) => `-${place}`),
  ];
  if (differ.length === 0) return [];
  const more = differ.length > MOST_SHOWN ? ` (+${differ.length - MOST_SHOWN})` : '';
  const shown = differ.slice(0, MOST_SHOWN).join(' ') + more;
  const reason = phrase('analysis.object.endpoints', { service, differ: shown });
  return [assumption(service, 'endpoints', `${service} ${shown}`, evidence, reason, 'endpoints')];
}
