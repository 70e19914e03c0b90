import { ok, type Result } from '../../lib/result';
import type { Device, DeviceKind } from '../../linux/namespace';
import { getBits, formatIp, parseIp, type IpAddress, type IpFamily } from '../../net/ip';
import type { SourceSpan } from '../format';

/** An address as it is listed on a device. */
export interface LinkAddress {
  readonly address: IpAddress;
  readonly prefix: number;
  /** The other end of a point-to-point link. */
  readonly peer?: { readonly address: IpAddress; readonly prefix: number };
  /** What stands behind it: `brd 10.0.0.255 scope global eth0`. */
  readonly attributes: string;
  /** `valid_lft forever preferred_lft forever` */
  lifetime?: string;
  readonly span: SourceSpan;
}

/** A network device as `ip` or `ifconfig` lists it. */
export interface Link {
  readonly index?: number;
  readonly name: string;
  /** Behind the `@`: the device below, or `if7` for the end of a veth pair in another namespace. */
  readonly parent?: string;
  /** Between the angle brackets; empty where the listing has none. */
  readonly flags: readonly string[];
  /** `mtu 1500 qdisc noqueue state UP`, `UP` in a brief listing. */
  readonly attributes: string;
  /** `link/ether 02:42:…`, without which the listing names no hardware. */
  hardware?: string;
  readonly addresses: LinkAddress[];
  /** Further lines of it, as they are. */
  readonly details: string[];
  readonly span: SourceSpan;
}

/** `10.0.0.1/24`; a bare address is a host. */
export function readInterfaceAddress(text: string): Result<{ address: IpAddress; prefix: number }, string> {
  const [host = '', length] = text.split('/');
  const address = parseIp(host.replace(/%.*$/, ''));
  if (!address.ok) return address;
  const bits = getBits(address.value.family);
  const prefix = length === undefined ? bits : Number(length);
  if (!/^\d{0,3}$/.test(length ?? '') || length === '' || prefix > bits) {
    return { ok: false, error: `"/${length}" is not a prefix length` };
  }
  return ok({ address: address.value, prefix });
}

/** `255.255.255.0` or `0xffffff00` -> 24; undefined: not a netmask. */
export function prefixOfMask(text: string): number | undefined {
  const hex = /^0x([0-9a-f]{8})$/i.exec(text)?.[1];
  const mask = hex === undefined ? parseIp(text) : undefined;
  const word =
    hex === undefined
      ? mask?.ok && mask.value.family === 'ipv4'
        ? mask.value.words[0]
        : undefined
      : Number.parseInt(hex, 16);
  if (word === undefined) return undefined;
  const prefix = word === 0 ? 0 : 32 - Math.log2(2 ** 32 - word);
  return Number.isInteger(prefix) ? prefix : undefined;
}

/** `24` -> `255.255.255.0`. */
export function maskOfPrefix(prefix: number, family: IpFamily = 'ipv4'): string {
  const word = prefix === 0 ? 0 : (0xffffffff << (32 - prefix)) >>> 0;
  return formatIp({ family, words: [word] });
}

/** May packets use it? A listing without flags tells by the state; an address means it was set up. */
export function isUp({ flags, attributes, addresses }: Link): boolean {
  if (flags.length > 0) return flags.includes('UP');
  return !/^DOWN\b/.test(attributes) || addresses.length > 0;
}

/** The bridge or bond it is a port of. */
export function findMaster({ attributes }: Link): string | undefined {
  return /(?:^|\s)master (\S+)/.exec(attributes)?.[1];
}

/** May the bridge send a frame back out of this port? `bridge -d link` and `ip -d link` say so; undefined: no line does. */
function readHairpin({ details }: Link): boolean | undefined {
  const said = details.map((line) => /\bhairpin (on|off)\b/.exec(line)?.[1]).findLast((word) => word !== undefined);
  return said === undefined ? undefined : said === 'on';
}

const TUNNELS = /^link\/(?:ipip|gre|gre6|sit|none|tunnel6?|ppp|void|\[)/;

/**
 * The kind a listing proves: by its flags, its link type, the details of `ip -d`, and who calls it
 * master. Undefined: only the name is left to tell.
 */
function kindOfLink(link: Link, masters: ReadonlySet<string>): DeviceKind | undefined {
  const { flags, hardware = '', details, name, parent } = link;
  if (flags.includes('LOOPBACK') || hardware.startsWith('link/loopback')) return 'loopback';
  const detail = details.map((line) => line.split(' ')[0] ?? '');
  for (const kind of ['bridge', 'veth', 'dummy'] as const) if (detail.includes(kind)) return kind;
  if (detail.some((word) => /^(?:vxlan|ipip|gre|sit|wireguard|geneve|tun)$/.test(word))) return 'tunnel';
  if (masters.has(name) && !/^bond|^team/.test(name)) return 'bridge';
  if (/^if\d+$/.test(parent ?? '') && !hardware.startsWith('link/ipip')) return 'veth';
  if (TUNNELS.test(hardware)) return 'tunnel';
  if (flags.includes('NOARP') && flags.includes('BROADCAST') && !flags.includes('MULTICAST')) return 'dummy';
  return undefined;
}

/** Devices as the simulator has them, the ends of cables left open. */
export function devicesOfLinks(
  links: readonly Link[],
  kindOf: (name: string) => DeviceKind,
): readonly Pick<Device, 'name' | 'kind' | 'addresses' | 'up' | 'master' | 'hairpin'>[] {
  const masters = new Set(links.map((link) => findMaster(link) ?? ''));
  return links.map((link) => {
    const master = findMaster(link);
    const addresses = link.addresses.map(({ address, prefix }) => ({ address, prefix }));
    const kind = kindOfLink(link, masters) ?? kindOf(link.name);
    const hairpin = readHairpin(link);
    return {
      name: link.name,
      kind,
      addresses,
      up: isUp(link),
      ...(master === undefined ? {} : { master }),
      ...(hairpin === undefined ? {} : { hairpin }),
    };
  });
}

/** `10.0.0.1/24`; with a peer `10.0.0.1 peer 10.0.0.2/32`. */
export function addressWords({ address, prefix, peer }: LinkAddress): string {
  const own = formatIp(address);
  return peer ? `${own} peer ${formatIp(peer.address)}/${peer.prefix}` : `${own}/${prefix}`;
}
