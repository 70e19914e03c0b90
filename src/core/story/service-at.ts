import { knownAddresses } from '../kubernetes/service-addresses';
import { namespacedName, type ServiceObject } from '../kubernetes/types';
import { once } from '../lib/memo';
import { printedIp } from '../net/ip';
import type { FoundService } from '../paste/pasted-types';

/** A Service that has an address, as people call it. */
export interface ServiceAt {
  readonly name: string;
  /** Ports of the Service at the address: several Services may share an external one. */
  readonly ports: readonly number[];
}

/** Services by the text of each of their addresses. */
export type ServicesByAddress = ReadonlyMap<string, readonly ServiceAt[]>;

/** `default/web` -> `web`; other namespaces stay. */
export function plainName(name: string): string {
  return name.startsWith('default/') ? name.slice('default/'.length) : name;
}

/** `default/web:http` is the Service `web`. */
export function serviceName(servicePort: string): string {
  return plainName(servicePort.replace(/:[^:/]*$/, ''));
}

/**
 * The one of several Services at an address that is asked at a port; where none has it, or none is asked, the last of them.
 * Undefined: there are none.
 */
export function serviceAt(all: readonly ServiceAt[], port: number | undefined): ServiceAt | undefined {
  return all.find(({ ports }) => port !== undefined && ports.includes(port)) ?? all.at(-1);
}

/** Services that objects tell of. */
export const servicesOfObjects = once((services: readonly ServiceObject[], memo): ServicesByAddress => {
  const found = new Map<string, ServiceAt[]>();
  for (const service of services) {
    const named = serviceFromObject(service);
    for (const address of new Set(knownAddresses(service, memo))) note(found, address, named);
  }
  return found;
});

/** Services that pasted rules tell of. */
export const servicesOfRules = once((all: readonly FoundService[]): ServicesByAddress => {
  const found = new Map<string, ServiceAt[]>();
  for (const { name, address, port, external = [] } of all) {
    const named = serviceFromRules({ name, port });
    for (const text of [address, ...external]) {
      const printed = printedIp(text);
      if (printed !== undefined) note(found, printed, named);
    }
  }
  return found;
});

/** A Service as its object tells of it. */
export function serviceFromObject(service: ServiceObject): ServiceAt {
  return { name: plainName(namespacedName(service)), ports: (service.spec.ports ?? []).map(({ port }) => port) };
}

/** A Service as pasted rules tell of it. */
export function serviceFromRules({ name, port }: Pick<FoundService, 'name' | 'port'>): ServiceAt {
  return { name: serviceName(name), ports: [port] };
}

function note(found: Map<string, ServiceAt[]>, address: string, named: ServiceAt): void {
  const known = found.get(address);
  if (known) known.push(named);
  else found.set(address, [named]);
}
