import type { Netns } from '../../linux/netns';
import { phrase } from '../../lib/phrase';
import { contains, formatIp, getBits, makeCidr, sameIp } from '../../net/ip';
import type { EvidenceFinding } from './evidence-finding';

/**
 * Virtual addresses on kube-ipvs0 of a machine that answers for every address it has, whatever device is asked (`arp_ignore` 0, as a text
 * tells): every node with that Service answers ARP for it. `told`: the setting as texts have it.
 */
export function findLoudServers(
  { devices }: Pick<Netns, 'devices'>,
  told: number | undefined,
): readonly EvidenceFinding[] {
  const own = devices
    .find(({ name }) => name === 'kube-ipvs0')
    ?.addresses.filter(({ address }) => address.family === 'ipv4');
  if (told !== 0 || !own || own.length === 0) return [];
  const addresses = own
    .map(({ address }) => formatIp(address))
    .slice(0, MOST_NAMED)
    .join(', ');
  const says = phrase('evidence.arp-answers', { addresses, count: own.length });
  return [
    { id: 'arp-answers', severity: 'warning', says, next: phrase('evidence.next.arp-answers'), words: ['arp_ignore'] },
  ];
}

/** So many addresses are named. */
const MOST_NAMED = 4;

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
