/** Names that listings without `-n` print where a rule has an address, and the address they stand for. */
const KNOWN: Readonly<Record<string, string>> = {
  localhost: '127.0.0.1',
  'localhost.localdomain': '127.0.0.1',
  loopback: '127.0.0.0',
  'link-local': '169.254.0.0',
  'base-address.mcast.net': '224.0.0.0',
  'all-systems.mcast.net': '224.0.0.1',
  'ip6-localhost': '::1',
};

/** The names of cloud hosts spell their address: `ip-192-168-0-0.ap-northeast-2.compute.internal`. */
const SPELLED = /^ip-(\d{1,3})-(\d{1,3})-(\d{1,3})-(\d{1,3})(?:\.|$)/;

/** The address a host name stands for, if that needs no name server. */
export function addressOfName(name: string): string | undefined {
  const spelled = SPELLED.exec(name);
  if (spelled) return spelled.slice(1, 5).join('.');
  return Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
}
