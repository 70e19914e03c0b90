import { hostCidr, isLoopback, parseIp, type Cidr, type IpFamily } from '../net/ip';
import { isLinkLocal } from '../linux/routing/derived-routes';
import type { NftRuleset } from '../linux/nftables/types';
import type { Machine } from './machine/types';

/** Do texts tell of a family though they hold no rules of it? */
export function speaksOf(machine: Machine, family: IpFamily): boolean {
  const { links, routes, answers, ipvs, nft, sets, cni, kubeProxy, tables, seen } = machine;
  // A line of LOG says where the packet was; a capture does not say of which machine's rules.
  if (seen.packets.some(({ value: { outdev, dst } }) => outdev !== undefined && dst.family === family)) return true;
  if (nft && tablesSpeak(nft, family)) return true;
  if (podHosts(machine, family).length > 0) return true;
  if (family === 'ipv4' && cni.length + kubeProxy.length + tables.length > 0) return true;
  if ([...sets.values()].some((set) => (set.family ?? 'ipv4') === family)) return true;
  const addresses = links.flatMap(({ value }) => value.addresses.map(({ address }) => address));
  const servers = (ipvs?.value.services ?? []).map(({ address }) => address);
  const ways = [...routes, ...answers].map(({ route }) => route.dst.address);
  // Every IPv6-enabled device has a link-local address, which alone tells nothing.
  const telling = addresses.filter((address) => !isLoopback(address) && !isLinkLocal(address));
  return [...telling, ...servers, ...(family === 'ipv4' ? ways : [])].some((address) => address?.family === family);
}

/** Tables of `ip6` are of IPv6 alone, all others are asked by IPv4, too. */
function tablesSpeak({ tables }: NftRuleset, family: IpFamily): boolean {
  const all = [...tables.values()];
  return (
    all.some((table) => (table.family === 'ip6') === (family === 'ipv6')) || (all.length === 0 && family === 'ipv4')
  );
}

/** Pods kubectl named, as the first places to look for an endpoint. */
export function podHosts(machine: Machine, family: IpFamily): Cidr[] {
  return machine.named.pods.flatMap(({ address }) => {
    const parsed = parseIp(address);
    return parsed.ok && parsed.value.family === family ? [hostCidr(parsed.value)] : [];
  });
}
