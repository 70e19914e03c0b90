import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { wireBytes } from '../../src/core/net/wire';
import { packetOf, type KernelRecord } from '../suites/kernel/record';
import { run } from './kernel';
import type { SocketPacket } from './packet-ground';

/** Lives in a namespace and sends what it is told: a line a packet. A TCP socket is given up at once: one SYN. */
const SENDER = `
const dgram = require('node:dgram'), net = require('node:net');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { proto, src, sport, dst, dport } = JSON.parse(line);
  const done = () => setTimeout(() => console.log('sent'), 5);
  if (proto === 'udp') {
    const socket = dgram.createSocket(src.includes(':') ? 'udp6' : 'udp4');
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

/** Puts packets on a wire as they are: a line of hex digits each. */
const INJECTOR = `
import socket, sys, time
wire = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
wire.bind(('uplink', 0))
print('ready', flush=True)
for line in sys.stdin:
    packet = bytes.fromhex(line.strip())
    kind = b'\\x86\\xdd' if packet[0] >> 4 == 6 else b'\\x08\\x00'
    wire.send(b'\\x02\\0\\0\\0\\0\\1' * 2 + kind + packet)
    time.sleep(0.005)
    print('sent', flush=True)
`;

/** A program that does something for every line it is told, and says when it is done. */
export class Program {
  readonly pid: number;
  private readonly child: ChildProcess;
  private readonly lines: AsyncIterator<string>;

  constructor(command: string, args: readonly string[]) {
    this.child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    this.pid = this.child.pid ?? 0;
    this.lines = createInterface({ input: this.child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  }

  /** Waits for its next word. */
  async heard(): Promise<string> {
    const { value } = await this.lines.next();
    return typeof value === 'string' ? value : '';
  }

  /** Tells it something, and waits for what it says. */
  async tell(line: string): Promise<string> {
    this.child.stdin?.write(`${line}\n`);
    return this.heard();
  }

  end(): void {
    this.child.kill('SIGKILL');
  }
}

/** A network namespace with a sender in it; it ends with it. */
export class PacketNetns {
  private readonly sender = new Program('unshare', ['-n', process.execPath, '-e', SENDER]);
  private injector: Program | undefined;

  get pid(): number {
    return this.sender.pid;
  }

  /** Waits until it is there. */
  async heard(): Promise<void> {
    await this.sender.heard();
  }

  shell(script: string, input = ''): string {
    return run('nsenter', ['-t', String(this.pid), '-n', 'sh', '-c', script], input).stdout;
  }

  async send(packet: SocketPacket): Promise<void> {
    if (!packet.wire) return void (await this.sender.tell(JSON.stringify(packet)));
    if (!this.injector) {
      this.injector = new Program('nsenter', ['-t', String(this.pid), '-n', 'python3', '-u', '-c', INJECTOR]);
      await this.injector.heard();
    }
    await this.injector.tell(Buffer.from(wireBytes(packetOf(recordedOf(packet)))).toString('hex'));
  }

  end(): void {
    this.injector?.end();
    this.sender.end();
  }
}

/** A packet as recordings have them. */
export function recordedOf({ from, wire, ...packet }: SocketPacket): KernelRecord['packets'][number]['in'] {
  const flags = wire ?? { flags: 'S', seq: 1000, ack: 0 };
  return { ...packet, if: from === 'router' ? null : from, ...(packet.proto === 'tcp' ? flags : {}) };
}
