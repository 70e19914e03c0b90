import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { run } from './kernel';
import type { SocketPacket } from './packet-rules';

/** Lives in a namespace and sends what it is told: a line a packet. A TCP socket is given up at once: one SYN. */
const SENDER = `
const dgram = require('node:dgram'), net = require('node:net');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { proto, src, sport, dst, dport } = JSON.parse(line);
  const done = () => setTimeout(() => console.log('sent'), 5);
  if (proto === 'udp') {
    const socket = dgram.createSocket('udp4');
    socket.on('error', () => {});
    socket.bind(sport, src, () => socket.send('x', dport, dst, () => { socket.close(); done(); }));
  } else {
    const socket = net.connect({ host: dst, port: dport, localAddress: src, localPort: sport });
    socket.on('error', () => {});
    setTimeout(() => { socket.destroy(); done(); }, 15);
  }
});
console.log('ready');
`;

const KEY = 'ip saddr . ip daddr . th sport . th dport . meta mark';
const PROTOCOLS = ['tcp', 'udp'] as const;
const watches = (at: 'sent' | 'local'): string =>
  PROTOCOLS.map((proto) => `meta l4proto ${proto} add @${at}_${proto} { ${KEY} };`).join(' ');
/** What leaves the router, and what is delivered on it and goes no further, so that nobody answers. */
const WATCH = `table ip watch {
${['sent_tcp', 'sent_udp', 'local_tcp', 'local_udp'].map((name) => `set ${name} { type ipv4_addr . ipv4_addr . inet_service . inet_service . mark; flags dynamic; size 4096; }`).join('\n')}
chain post { type filter hook postrouting priority 2147483647; oifname "lo" accept; ${watches('sent')} }
chain in { type filter hook input priority 2147483647; ${watches('local')} drop; }
}
`;
const SILENT = 'table ip silent { chain in { type filter hook input priority -500; policy drop; }; }';

class Place {
  readonly pid: number;
  private readonly child: ChildProcess;
  private readonly lines: AsyncIterator<string>;

  constructor() {
    this.child = spawn('unshare', ['-n', process.execPath, '-e', SENDER], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.pid = this.child.pid ?? 0;
    this.lines = createInterface({ input: this.child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  }

  /** Waits for the next word of the sender. */
  async heard(): Promise<void> {
    await this.lines.next();
  }

  shell(script: string, input = ''): string {
    return run('nsenter', ['-t', String(this.pid), '-n', 'sh', '-c', script], input).stdout;
  }

  async send(packet: SocketPacket): Promise<void> {
    this.child.stdin?.write(`${JSON.stringify(packet)}\n`);
    await this.heard();
  }

  end(): void {
    this.child.kill('SIGKILL');
  }
}

/** What became of a packet, by the kernel. */
export interface Seen {
  /** `proto src:sport>dst:dport mark`, of what left the router and what was delivered on it. */
  readonly sent: readonly string[];
  readonly local: readonly string[];
  /** Rules by `table chain number`, with how many packets more they counted. */
  readonly hits: Readonly<Record<string, number>>;
}

const COUNTED = /^\[(\d+):\d+\] -A (\S+)/;

/** Of `iptables-save -c`, by `table chain number`. */
function countersIn(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const places = new Map<string, number>();
  let table = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('*')) table = line.slice(1);
    const [, packets, chain = ''] = COUNTED.exec(line) ?? [];
    if (packets === undefined) continue;
    const place = `${table} ${chain}`;
    const number = (places.get(place) ?? 0) + 1;
    places.set(place, number);
    counts.set(`${place} ${number}`, Number(packets));
  }
  return counts;
}

const ELEMENT = /([\d.]+) \. ([\d.]+) \. (\d+) \. (\d+) \. (0x[0-9a-f]+)/g;

function watchedIn(text: string, at: 'sent' | 'local'): string[] {
  const found = PROTOCOLS.flatMap((proto) => {
    const start = text.indexOf(`set ${at}_${proto} {`);
    const own = start < 0 ? '' : text.slice(start, text.indexOf('\n\t}', start));
    return [...own.matchAll(ELEMENT)].map(
      ([, src, dst, sport, dport, mark]) => `${proto} ${src}:${sport}>${dst}:${dport} ${Number(mark)}`,
    );
  });
  return found.toSorted();
}

/** A router between two silent networks, in namespaces that end with it. */
export class Router {
  private readonly places: Readonly<Record<SocketPacket['from'], Place>>;
  private counters: ReadonlyMap<string, number> = new Map();
  private readonly program: string;

  private constructor(program: string) {
    this.program = program;
    this.places = { eth0: new Place(), cni0: new Place(), router: new Place() };
  }

  static async make(program: string): Promise<Router> {
    const router = new Router(program);
    const { eth0, cni0, router: own } = router.places;
    for (const place of [eth0, cni0, own]) await place.heard();
    own.shell(
      [
        'sysctl -qw net.ipv4.ip_forward=1 net.ipv4.conf.all.rp_filter=0 net.ipv4.conf.default.rp_filter=0 net.ipv6.conf.default.disable_ipv6=1 net.ipv6.conf.all.disable_ipv6=1 net.ipv4.conf.all.send_redirects=0 net.ipv4.conf.default.send_redirects=0',
        'ip link set lo up',
        `ip link add eth0 type veth peer name uplink netns ${eth0.pid}`,
        `ip link add cni0 type veth peer name uplink netns ${cni0.pid}`,
        ...['eth0', 'cni0'].map((name) => `ip link set ${name} arp off address 02:00:00:00:00:01 up`),
        'ip addr add 192.168.10.2/24 brd + dev eth0; ip addr add 10.244.1.1/24 brd + dev cni0; ip route add default via 192.168.10.1 dev eth0',
      ].join('\n'),
    );
    for (const [place, addresses] of [
      [eth0, ['192.168.10.50', '192.168.10.51']],
      [cni0, ['10.244.1.5', '10.244.1.6']],
    ] as const) {
      place.shell(
        [
          'sysctl -qw net.ipv6.conf.all.disable_ipv6=1',
          'ip link set lo up; ip link set uplink arp off address 02:00:00:00:00:01 up',
          ...addresses.map((address) => `ip addr add ${address}/32 dev uplink`),
          'ip route add default dev uplink',
          'nft -f -',
        ].join('\n'),
        SILENT,
      );
    }
    own.shell('nft -f -', WATCH);
    return router;
  }

  /** Loads rules one by one; the kernel's own print of those it took. */
  load(lines: readonly { readonly table: string; readonly line: string }[]): string {
    const { router: own } = this.places;
    const heads = ['raw', 'mangle', 'filter', 'nat'].map(
      (table) => `printf '*${table}\\n:SUB - [0:0]\\nCOMMIT\\n' | ${this.program}-restore --noflush`,
    );
    const input = lines.map(({ table, line }) => `${table}\n${line}\n`).join('');
    const script = `${heads.join('\n')}
while IFS= read -r table && IFS= read -r line; do printf '*%s\\n%s\\nCOMMIT\\n' "$table" "$line" | ${this.program}-restore --noflush 2>/dev/null; done
${this.program}-save`;
    const saved = own.shell(script, input);
    this.counters = countersIn(this.look());
    return saved;
  }

  /** One look at everything that packets change; what was watched is forgotten by it. */
  private look(): string {
    const sets = PROTOCOLS.flatMap((proto) => [`sent_${proto}`, `local_${proto}`]);
    const watched = sets.map((set) => `nft list set ip watch ${set}; nft flush set ip watch ${set}`);
    return this.places.router.shell([`${this.program}-save -c`, ...watched].join('\n'));
  }

  /** Sends a packet and looks at what it changed. */
  async send(packet: SocketPacket): Promise<Seen> {
    await this.places[packet.from].send(packet);
    const text = this.look();
    const before = this.counters;
    this.counters = countersIn(text);
    const hits: Record<string, number> = {};
    for (const [rule, count] of this.counters) {
      const more = count - (before.get(rule) ?? 0);
      if (more > 0) hits[rule] = more;
    }
    return { sent: watchedIn(text, 'sent'), local: watchedIn(text, 'local'), hits };
  }

  end(): void {
    for (const place of Object.values(this.places)) place.end();
  }
}
