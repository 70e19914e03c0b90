import { contains, formatIp, makeCidr, parseIp, sameIp, type IpAddress } from '../net/ip';
import type { KubeServicePort } from './kube-services';
import type { FamilyView, PastedNodePlan } from './node/plan';

/** Longer listings are not looked through. */
const MOST_LOOKED = 2000;

type Plan = Pick<PastedNodePlan, 'machine' | 'devices' | 'podDevice'>;

/**
 * A Pod of this machine that conntrack or tables of connections show to have asked something: the first in the network of the
 * Pods' bridge that is neither an endpoint nor the machine itself; undefined: there is none.
 */
export function findConnectedClient({ machine, devices, podDevice }: Plan, view: FamilyView): IpAddress | undefined {
  const own = podDevice?.layout === 'bridge' ? (devices.get(podDevice.name)?.addresses ?? []) : [];
  const isHere = (address: IpAddress): boolean =>
    own.some((each) => contains(makeCidr(each.address, each.prefix), address) && !sameIp(each.address, address));
  return machine.connections
    .slice(0, MOST_LOOKED)
    .map(({ original }) => original.src)
    .find((src) => src.family === view.family && isHere(src) && !view.taken.has(formatIp(src)));
}

/** Services with the one first that all listed connections to Services ask; as they were where they ask several, or none. */
export function connectedFirst(
  services: readonly KubeServicePort[],
  { connections }: PastedNodePlan['machine'],
): readonly KubeServicePort[] {
  const asked = new Set(
    connections.slice(0, MOST_LOOKED).flatMap(({ original: { dst, dport } }) => {
      const found = services.find((service) => isFront(service, dst, dport));
      return found ? [found] : [];
    }),
  );
  const [only] = asked;
  return only && asked.size === 1 ? [only, ...services.filter((each) => each !== only)] : services;
}

function isFront({ clusterIP, external, port }: KubeServicePort, dst: IpAddress, dport: number): boolean {
  if (port !== dport) return false;
  return [clusterIP, ...external].some((text) => {
    const address = parseIp(text ?? '');
    return address.ok && sameIp(address.value, dst);
  });
}
