import type { Device } from '../../src/core/linux/namespace';
import type { Netns, Network } from '../../src/core/linux/netns';
import type { Route } from '../../src/core/linux/routing/fib';
import { printRuleset } from '../../src/core/linux/xtables/ruleset-text';
import { formatCidr, formatIp, type IpAddress } from '../../src/core/net/ip';
import { run } from './kernel';
import { Program } from './places';

/**
 * Lives in a namespace: listens where it is told, sends what it is told, and writes down every packet that passes a
 * device there (a number at a packet's end tells which one it is, in whatever other packet it is wrapped).
 */
const AGENT = `
import json, select, socket, struct, sys
MAGIC = b'RWALK'
wire = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(3))
wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 24)
listening, passed, arrived = {}, [], []
def is_error(data):
    if data[9] == 4: return is_error(data[20:])
    if data[9] == 17 and struct.unpack('!H', data[22:24])[0] in (4789, 8472): return is_error(data[50:])
    return data[9] == 1
def note(data, where):
    if len(data) < 37 or data[0] >> 4 != 4 or data[-9:-4] != MAGIC or is_error(data): return
    passed.append([struct.unpack('!I', data[-4:])[0], 'out' if where[2] == 4 else 'in', where[0]])
def drain(seconds):
    while True:
        ready, _, _ = select.select([wire, *listening], [], [], seconds)
        if not ready: return
        for one in ready:
            data, where = one.recvfrom(65535)
            if one is wire: note(data, where)
            elif data[:5] == MAGIC: arrived.append([struct.unpack('!I', data[5:])[0], where[0], listening[one]])
print('ready', flush=True)
while True:
    ready, _, _ = select.select([sys.stdin, wire, *listening], [], [])
    if sys.stdin not in ready:
        drain(0)
        continue
    line = sys.stdin.readline()
    if not line: break
    told = json.loads(line)
    if 'listen' in told:
        for port in told['listen']:
            one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            one.bind(('0.0.0.0', port))
            listening[one] = port
    if 'send' in told:
        one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        one.bind(('0.0.0.0', told['sport']))
        try: one.sendto(MAGIC + struct.pack('!I', told['send']), (told['dst'], told['dport']))
        except OSError: pass
        one.close()
    drain(told.get('wait', 0))
    print(json.dumps({'passed': passed, 'arrived': arrived}) if 'tell' in told else 'done', flush=True)
`;

/** What the agents of a network wrote down: packets by their number. */
export interface Witnessed {
  /** `node1 out flannel.1`, each time a packet passed there. */
  readonly passed: ReadonlyMap<number, readonly string[]>;
  /** Receivers by port, each with the sender it saw: `default/web-1:8080 from 10.244.0.0`. */
  readonly arrived: ReadonlyMap<number, readonly string[]>;
}

/** One packet of a socket. */
export interface Sending {
  readonly netns: string;
  readonly dst: string;
  readonly dport: number;
  readonly sport: number;
  /** What tells it from the others. */
  readonly number: number;
}

/** A locally administered link-layer address that follows from an IPv4 address. */
function macOf({ words }: IpAddress): string {
  const word = words[0] ?? 0;
  const bytes = [2, 0xfc, word >>> 24, (word >>> 16) & 0xff, (word >>> 8) & 0xff, word & 0xff];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(':');
}

const isV4 = (address: IpAddress): boolean => address.family === 'ipv4';

/** The commands that make a tunnel device as an agent of flannel or Calico does. */
function tunnelCommands({ name, tunnel, addresses, mtu }: Device): string[] {
  if (!tunnel) return [];
  const [own] = addresses;
  if (tunnel.kind === 'ipip') {
    // The module brings tunl0 itself.
    const make = name === 'tunl0' ? [] : [`ip link add ${name} type ipip remote any local any`];
    return [...make, `ip link set ${name} mtu ${mtu ?? 1480}`];
  }
  const mac = own ? `address ${macOf(own.address)}` : '';
  const local = tunnel.local ? `local ${formatIp(tunnel.local)}` : '';
  return [
    `ip link add ${name} ${mac} mtu ${mtu ?? 1450} type vxlan id ${tunnel.vni ?? 1} dstport ${tunnel.port ?? 4789} ${local} dev eth0 nolearning`,
  ];
}

/** Commands that tell the kernel the peers of a tunnel, as the agent tells the kernel once the device is up. */
function peerCommands({ name, tunnel }: Device): string[] {
  return (tunnel?.peers ?? []).flatMap(({ nexthop, remote }) => [
    `ip neigh replace ${formatIp(nexthop)} lladdr ${macOf(nexthop)} dev ${name} nud permanent`,
    ...(remote ? [`bridge fdb append ${macOf(nexthop)} dev ${name} dst ${formatIp(remote)}`] : []),
  ]);
}

function routeCommand({ devices }: Netns, { type, dst, via, dev, scope }: Route): string {
  const kind = type === 'unicast' ? '' : `${type} `;
  const isTunnel = devices.some((device) => device.name === dev && device.tunnel);
  const words = [
    via && `via ${formatIp(via)}`,
    dev && `dev ${dev}`,
    scope && `scope ${scope}`,
    via && isTunnel && 'onlink',
  ];
  return `ip route replace ${kind}${formatCidr(dst)} ${words.filter(Boolean).join(' ')}`;
}

const QUIET = [
  'sysctl -qw net.ipv6.conf.all.disable_ipv6=1 net.ipv6.conf.default.disable_ipv6=1',
  'sysctl -qw net.ipv4.conf.all.rp_filter=0 net.ipv4.conf.default.rp_filter=0',
  'sysctl -qw net.ipv4.icmp_ratelimit=0 net.ipv4.conf.all.send_redirects=0 net.ipv4.conf.default.send_redirects=0',
  'ip link set lo up',
];

/** A network of the core, laid in namespaces of this machine's kernel with the rules of its nodes. They end with it. */
export class LaidNetwork {
  private readonly agents = new Map<string, Program>();
  private readonly network: Network;
  private readonly wire = new Program('unshare', ['-n', 'sh', '-c', 'echo ready; exec cat']);

  private constructor(network: Network) {
    this.network = network;
  }

  /** @param program the iptables that loads rules here */
  static async lay(network: Network, program: string): Promise<LaidNetwork> {
    const laid = new LaidNetwork(network);
    await laid.wire.heard();
    for (const id of network.netns.keys()) {
      const agent = new Program('unshare', ['-n', 'python3', '-u', '-c', AGENT]);
      laid.agents.set(id, agent);
      await agent.heard();
    }
    laid.shell(laid.wire, [...QUIET, 'ip link add wire type bridge', 'ip link set wire up'].join('\n'));
    for (const netns of network.netns.values()) laid.makeLinks(netns);
    for (const netns of network.netns.values()) laid.bringUp(netns, program);
    for (const netns of network.netns.values()) {
      const ports = netns.sockets.flatMap(({ proto, port }) => (proto === 'udp' ? [port] : []));
      await laid.agents.get(netns.id)?.tell(JSON.stringify({ listen: [...new Set(ports)] }));
    }
    return laid;
  }

  private shell({ pid }: Program, script: string, input = ''): void {
    const done = run('nsenter', ['-t', String(pid), '-n', 'sh', '-e', '-c', script], input);
    if (!done.ok) throw new Error(`${done.stderr.trim()}\n${script}`);
  }

  private agent(id: string): Program {
    const agent = this.agents.get(id);
    if (!agent) throw new RangeError(`no namespace ${id}`);
    return agent;
  }

  /** Everything that has another end is made from one of them: a Pod's link from its node, a wire's from the machine. */
  private makeLinks({ id, devices }: Netns): void {
    const commands = devices.flatMap((device, at) => {
      const { name, kind, peer, segment, mtu } = device;
      if (segment !== undefined)
        return [`ip link add ${name} type veth peer name w${this.agent(id).pid}x${at} netns ${this.wire.pid}`];
      if (kind === 'bridge') return [`ip link add ${name} type bridge`];
      if (!peer || devices.find((own) => own.name === 'eth0')?.peer) return [];
      const ends = mtu === undefined ? '' : `mtu ${mtu} `;
      return [
        `ip link add ${name} ${ends}type veth peer name ${peer.device} ${ends}netns ${this.agent(peer.netns).pid}`,
      ];
    });
    this.shell(this.agent(id), [...QUIET, ...commands].join('\n'));
    for (const [at, { segment }] of devices.entries())
      if (segment !== undefined) this.shell(this.wire, `ip link set w${this.agent(id).pid}x${at} master wire up`);
  }

  private bringUp(netns: Netns, program: string): void {
    const own = netns.devices.filter(({ kind }) => kind !== 'loopback');
    const sysctls = Object.entries(netns.sysctls)
      .filter(([name]) => name.startsWith('net.ipv4.') || name.startsWith('net.bridge.'))
      .map(([name, value]) => `sysctl -qw ${name}=${value}`);
    const tunnels = own.filter(({ tunnel }) => tunnel);
    const commands = [
      ...own.filter(({ tunnel }) => !tunnel).flatMap((device) => upCommands(device)),
      ...tunnels.flatMap((device) => [...tunnelCommands(device), ...upCommands(device), ...peerCommands(device)]),
      ...sysctls,
      ...netns.routes.filter(({ dst }) => isV4(dst.address)).map((route) => routeCommand(netns, route)),
    ];
    this.shell(this.agent(netns.id), commands.join('\n'));
    const rules = netns.xtables.ipv4;
    if (rules) this.shell(this.agent(netns.id), `${program}-restore`, printRuleset(rules, 'ipv4'));
  }

  /** Sends packets one after the other; what all agents saw of them. */
  async send(packets: readonly Sending[]): Promise<Witnessed> {
    for (const { netns, number, ...rest } of packets)
      await this.agent(netns).tell(JSON.stringify({ ...rest, send: number, wait: 0.01 }));
    const passed = new Map<number, string[]>();
    const arrived = new Map<number, string[]>();
    const add = (to: Map<number, string[]>, number: number, text: string): void => {
      to.set(number, [...(to.get(number) ?? []), text]);
    };
    for (const [id, agent] of this.agents) {
      const told = JSON.parse(await agent.tell(JSON.stringify({ tell: true, wait: 0.2 }))) as {
        readonly passed: readonly [number, string, string][];
        readonly arrived: readonly [number, string, number][];
      };
      for (const [number, way, device] of told.passed) add(passed, number, `${id} ${way} ${device}`);
      for (const [number, source, port] of told.arrived) add(arrived, number, `${id}:${port} from ${source}`);
    }
    return { passed, arrived };
  }

  end(): void {
    for (const agent of [...this.agents.values(), this.wire]) agent.end();
  }
}

/** Addresses, the bridge it is a port of, proxy ARP without its usual delay, and up. */
function upCommands({ name, addresses, master, hairpin, proxyArp }: Device): string[] {
  return [
    ...(master === undefined ? [] : [`ip link set ${name} master ${master}`]),
    ...(hairpin === true ? [`bridge link set dev ${name} hairpin on`] : []),
    ...(proxyArp === true ? [`sysctl -qw net.ipv4.conf.${name}.proxy_arp=1 net.ipv4.neigh.${name}.proxy_delay=0`] : []),
    ...addresses
      .filter(({ address }) => isV4(address))
      .map(({ address, prefix }) => `ip addr add ${formatIp(address)}/${prefix} dev ${name}`),
    `ip link set ${name} up`,
  ];
}
