/** The machine that packets were recorded on. */
export interface RecordedTopology {
  readonly interfaces: readonly { readonly name: string; readonly addrs: readonly string[] }[];
  readonly routes: readonly {
    readonly dst: string;
    readonly type?: string;
    readonly via?: string;
    readonly dev?: string;
    readonly src?: string;
  }[];
  readonly sysctl?: Readonly<Record<string, number>>;
}

interface OwnAddress {
  readonly text: string;
  readonly address: string;
  readonly network: string;
  /** A network that an address before it has, too. */
  readonly isSecondary: boolean;
}

function listAddresses(texts: readonly string[]): readonly OwnAddress[] {
  const seen = new Set<string>();
  return texts.map((text) => {
    const [address = ''] = text.split('/');
    const network = networkText(text);
    const isSecondary = seen.has(network);
    seen.add(network);
    return { text, address, network, isSecondary };
  });
}

/** `172.16.0.1/16` -> `172.16.0.0/16`; IPv4 is all the questions have. */
function networkText(text: string): string {
  const [address = '', prefix = '32'] = text.split('/');
  const bits = address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
  const size = 2 ** (32 - Number(prefix));
  const start = Math.floor(bits / size) * size;
  return `${[24, 16, 8, 0].map((shift) => Math.floor(start / 2 ** shift) % 256).join('.')}/${prefix}`;
}

function addrText({ interfaces }: RecordedTopology): string {
  const lines = interfaces.flatMap(({ name, addrs }, at) => [
    `${at + 2}: ${name}: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP group default qlen 1000`,
    ...listAddresses(addrs).map(
      ({ text, isSecondary }) => `    inet ${text} scope global ${isSecondary ? 'secondary ' : ''}${name}`,
    ),
  ]);
  return [
    '1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000',
    '    inet 127.0.0.1/8 scope host lo',
    ...lines,
    '',
  ].join('\n');
}

function routeText({ interfaces, routes }: RecordedTopology): string {
  const own = interfaces.flatMap(({ name, addrs }) =>
    listAddresses(addrs)
      .filter(({ isSecondary }) => !isSecondary)
      .map(({ network, address }) => `${network} dev ${name} proto kernel scope link src ${address}`),
  );
  const others = routes.map(({ type, dst, via, dev, src }) =>
    [
      ...(type === undefined ? [] : [type]),
      dst.replace(/\/32$/, ''),
      ...(via === undefined ? [] : ['via', via]),
      ...(dev === undefined ? [] : ['dev', dev]),
      ...(via === undefined && dev !== undefined ? ['scope link'] : []),
      ...(src === undefined ? [] : ['src', src]),
    ].join(' '),
  );
  return [...others, ...own, ''].join('\n');
}

/** What every recorded machine was set to, unless its topology says otherwise (kernel/topologies.json, `common`). */
const COMMON = {
  'net.ipv4.ip_forward': 1,
  'net.ipv4.conf.all.rp_filter': 0,
  'net.ipv4.conf.default.rp_filter': 0,
  'net.ipv4.conf.all.send_redirects': 0,
  'net.ipv4.conf.default.send_redirects': 0,
};

const sysctlText = ({ sysctl }: RecordedTopology): string =>
  Object.entries({ ...COMMON, ...sysctl })
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');

/** What `ip addr`, `ip route` and `sysctl` list on the machine of a recording. */
export function writeMachine(topology: RecordedTopology): Readonly<Record<'addr' | 'route' | 'sysctl', string>> {
  return { addr: addrText(topology), route: routeText(topology), sysctl: sysctlText(topology) };
}
