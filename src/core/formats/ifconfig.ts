import { formatIp, parseIp, type IpAddress } from '../net/ip';
import type { Diagnostic } from './format';
import { maskOfPrefix, prefixOfMask, type Link, type LinkAddress } from './links/link';
import { lineFormat, spanOfLine, type LineReader } from './lines/line-format';
import { type TextLine, joinWords, Words } from './lines/text-lines';

const NEW = /^([^\s:]{1,40}(?::\d+)?): flags=(\d+)<([A-Z0-9_,]*)>(?:\s+(.*))?$/;
const OLD = /^([^\s:]{1,40}(?::\d+)?)\s+Link encap:\s*(.*)$/;
const DETAIL = /^(?:RX|TX|collisions|device|Interrupt|Base address|Memory|options|groups|media|nd6|status)\b/;
const OLD_FLAGS = /^(?:[A-Z]{2,} )+\s*MTU:(\d+)\s+Metric:(\d+)/;

/** `ifconfig` of net-tools: the same devices as `ip addr`, addresses with netmasks. */
class IfconfigReader implements LineReader<readonly Link[]> {
  readonly diagnostics: readonly Diagnostic[] = [];
  private readonly links: Link[] = [];
  private open: Link | undefined;

  take(line: TextLine): boolean {
    if (line.text === '') return false;
    const taken = this.header(line) || this.below(line);
    if (!taken) this.open = undefined;
    return taken;
  }

  finish(): readonly Link[] {
    return this.links;
  }

  private header(line: TextLine): boolean {
    const modern = NEW.exec(line.text);
    const old = modern ? null : OLD.exec(line.text);
    const found = modern ?? old;
    if (!found) return false;
    const flags = modern?.[3] === undefined || modern[3] === '' ? [] : modern[3].split(',');
    const link: Link = {
      name: found[1] ?? '',
      flags,
      attributes: modern ? new Words(modern[4] ?? '').rest() : '',
      addresses: [],
      details: [],
      span: spanOfLine(line),
    };
    if (old) link.hardware = formatHardware(old[2] ?? '');
    this.links.push(link);
    this.open = link;
    return true;
  }

  private below(line: TextLine): boolean {
    const { open } = this;
    if (!open) return false;
    const { text } = line;
    const old = OLD_FLAGS.exec(text);
    const own = findAddress(text, line);
    if (own) open.addresses.push(own);
    else if (old) this.setFlags(text.slice(0, text.indexOf('MTU:')), old[1] ?? '');
    else if (/^(?:ether|loop|tunnel|unspec|infiniband)\b/.test(text)) open.hardware = modernHardware(text);
    else if (line.indent > 0 && DETAIL.test(text)) open.details.push(new Words(text).rest());
    else return false;
    return true;
  }

  private setFlags(words: string, mtu: string): void {
    const { open } = this;
    if (!open) return;
    const link: Link = { ...open, flags: new Words(words).rest().split(' '), attributes: `mtu ${mtu}` };
    // The open device is the last.
    this.links[this.links.length - 1] = link;
    this.open = link;
  }
}

/** `Ethernet  HWaddr 02:42:…` -> `link/ether 02:42:…`. */
function formatHardware(text: string): string {
  const mac = /HWaddr ([0-9a-f:]{17})(?:\s|$)/i.exec(text)?.[1];
  if (/Loopback/.test(text)) return 'link/loopback';
  return /Ethernet/.test(text) && mac !== undefined ? `link/ether ${mac}` : 'link/none';
}

function modernHardware(text: string): string {
  if (text.startsWith('loop')) return 'link/loopback';
  const mac = /^ether ([0-9a-f:]{17})(?=\s|$)/i.exec(text)?.[1];
  return mac === undefined ? 'link/none' : `link/ether ${mac}`;
}

/** Both ages: `inet 10.0.0.1  netmask 255.255.255.0`, `inet addr:10.0.0.1  Mask:255.255.255.0`, `inet6 addr: fe80::1/64 Scope:Link`. */
function findAddress(text: string, line: TextLine): LinkAddress | undefined {
  const four = /^inet (?:addr:)?([\d.]+)\b(.*)$/.exec(text);
  const six = four ? null : /^inet6 (?:addr: ?)?([0-9a-f:.]+)(?:%\w+)?(?:\/(\d{1,3}))?(.*)$/.exec(text);
  const found = four ?? six;
  const address = parseIp(found?.[1] ?? '');
  if (!found || !address.ok || (address.value.family === 'ipv4') !== (four !== null)) return undefined;
  const rest = (four ? found[2] : found[3]) ?? '';
  const prefix = four ? maskIn(rest) : Number(found[2] ?? /prefixlen (\d{1,3})/.exec(rest)?.[1] ?? 128);
  const far = parseIp(/(?:destination |P-t-P:)([\d.]+)/.exec(rest)?.[1] ?? '');
  const broadcast = /(?:broadcast |Bcast:)([\d.]+)/.exec(rest)?.[1];
  const scope = six ? /<(\w+)>|Scope:(\w+)/.exec(rest) : null;
  return {
    address: address.value,
    prefix: prefix ?? 32,
    ...(far.ok ? { peer: { address: far.value, prefix: prefix ?? 32 } } : {}),
    attributes: joinWords(
      broadcast === undefined ? '' : `broadcast ${broadcast}`,
      scope ? `scopeid ${(scope[1] ?? scope[2] ?? '').toLowerCase()}` : '',
    ),
    span: spanOfLine(line),
  };
}

function maskIn(text: string): number | undefined {
  return prefixOfMask(/(?:netmask |Mask:)(\S+)/.exec(text)?.[1] ?? '');
}

function printAddress({ address, prefix, peer, attributes }: LinkAddress): string {
  if (address.family === 'ipv6') {
    const scope = /scopeid (\w+)/.exec(attributes)?.[1] ?? 'global';
    return `        inet6 ${formatIp(address)}  prefixlen ${prefix}  scopeid 0x${SCOPES[scope] ?? '0'}<${scope}>`;
  }
  const mask = `netmask ${maskOfPrefix(prefix)}`;
  return `        ${['inet ' + text(address), mask, peer && `destination ${text(peer.address)}`, attributes].filter((part) => part !== undefined && part !== '').join('  ')}`;
}

const SCOPES: Readonly<Record<string, string>> = { host: '10', link: '20', site: '40', global: '0' };

function text(address: IpAddress): string {
  return formatIp(address);
}

/** Bits of enum net_device_flags. */
const FLAGS: Readonly<Record<string, number>> = {
  UP: 1,
  BROADCAST: 2,
  LOOPBACK: 8,
  POINTOPOINT: 16,
  RUNNING: 64,
  NOARP: 128,
  PROMISC: 256,
  ALLMULTI: 512,
  MULTICAST: 4096,
};

function printLink(link: Link): string {
  const bits = link.flags.reduce((sum, flag) => sum + (FLAGS[flag] ?? 0), 0);
  const hardware = link.hardware?.replace('link/', '').replace('loopback', 'loop  txqueuelen 1000  (Local Loopback)');
  const lines = [
    `${link.name}: flags=${bits}<${link.flags.join(',')}>  ${link.attributes}`,
    ...link.addresses.map(printAddress),
    ...(hardware === undefined || hardware === 'none' ? [] : [`        ${hardware}`]),
    ...link.details.map((detail) => `        ${detail}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** `ifconfig -a`, of old and new net-tools. */
export const IFCONFIG = lineFormat({
  id: 'ifconfig',
  title: 'ifconfig',
  command: 'ifconfig -a',
  hint: /: flags=\d+<|\sLink encap:/,
  reader: (): LineReader<readonly Link[]> => new IfconfigReader(),
  print: (links) => links.map(printLink).join('\n'),
  summary: (links) => ({ devices: links.map(({ name }) => name) }),
});
