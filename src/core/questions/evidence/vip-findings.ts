import type { Netns } from '../../linux/netns';
import { phrase } from '../../lib/phrase';
import { contains, formatIp, getBits, makeCidr, sameIp } from '../../net/ip';
import type { EvidenceFinding } from './evidence-finding';

/**
 * Addresses that stand alone on a device beside one whose network holds them: what kube-vip and keepalived put there for as long as
 * this machine answers for them. Loopback, and devices of kube-proxy's own, are left out.
 */
export function findVips({ devices }: Pick<Netns, 'devices'>): readonly EvidenceFinding[] {
  return devices.flatMap(({ name, kind, addresses }) => {
    if (kind === 'loopback' || name === 'kube-ipvs0') return [];
    return addresses.flatMap(({ address, prefix }): readonly EvidenceFinding[] => {
      if (prefix !== getBits(address.family)) return [];
      const own = addresses.find(
        (other) =>
          !sameIp(other.address, address) &&
          other.prefix < prefix &&
          other.address.family === address.family &&
          contains(makeCidr(other.address, other.prefix), address),
      );
      if (!own) return [];
      const values = { address: formatIp(address), device: name, own: `${formatIp(own.address)}/${own.prefix}` };
      const says = phrase('evidence.vip', values);
      const words = [values.address, name];
      return [{ id: 'virtual-address', severity: 'info', says, next: phrase('evidence.next.vip', values), words }];
    });
  });
}
