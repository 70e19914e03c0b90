import { phrase } from '../lib/phrase';
import type { Diagnostic } from './format';
import { addressWords, readInterfaceAddress, type Link, type LinkAddress } from './links/link';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import { type TextLine, joinWords, Words } from './lines/text-lines';

/** How the listing was asked for: `ip addr`, `ip -br addr`, `ip -o addr`. */
export type AddressForm = 'full' | 'brief' | 'oneline';

/** A device and the way it was listed. */
export interface ListedLink extends Link {
  readonly form: AddressForm;
}

/** The number is what people cut off. */
const HEADER = /^(?:(\d{1,9}): )?([^\s:@]{1,40})(?:@([^\s:]{1,40}))?: <([A-Z0-9_,-]*)>\s*(.*)$/;
const ONELINE = /^(\d{1,9}): ([^\s:@]{1,40})(?:@(\S{1,40}))?\s+(inet6?) (\S+)\s*(.*)$/;
const BRIEF =
  /^(?!inet6?\s)([^\s@]{1,40})(?:@(\S{1,40}))?(\s+)(UNKNOWN|UP|DOWN|LOWERLAYERDOWN|DORMANT|NOTPRESENT|TESTING)(?:\s+(\S.*))?$/;
const MAC = /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/i;
/** What else stands below a device: `ip -d` and `ip -s`. */
const DETAIL =
  /^(?:altname|alias|bridge|bridge_slave|veth|vxlan|vlan|bond|bond_slave|tun|dummy|ipip|gre|sit|macvlan|ipvlan|geneve|wireguard|openvswitch|vrf|RX|TX|promiscuity|hairpin (?:on|off)|prog\/xdp|link-netns|vf|parentbus)\b|^\d+ +\d+ +\d+/;
const LIFETIME = /^valid_lft \S+ preferred_lft \S+/;

class AddressReader implements LineReader<readonly ListedLink[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly links: ListedLink[] = [];
  /** The device the lines below belong to. */
  private open: ListedLink | undefined;
  private lastBrief = -1;

  take(line: TextLine): boolean {
    const { text } = line;
    if (text === '') return false;
    const taken = this.header(line) || this.oneline(line) || this.below(line) || this.brief(line);
    if (!taken) this.open = undefined;
    return taken;
  }

  finish(): readonly ListedLink[] {
    return this.links;
  }

  private header(line: TextLine): boolean {
    const found = HEADER.exec(line.text);
    if (!found) return false;
    const [, index, name = '', parent, flags = '', rest = ''] = found;
    const [attributes = '', ...further] = rest.split(/\\\s*/);
    this.open = this.add(
      line,
      'full',
      { ...(index === undefined ? {} : { index: Number(index) }), name, ...(parent === undefined ? {} : { parent }) },
      flags,
      attributes,
    );
    // `ip -o link`: the further lines stand behind backslashes.
    for (const text of further) this.attribute({ ...line, text: text.trim(), indent: 1 });
    return true;
  }

  private add(
    line: TextLine,
    form: AddressForm,
    base: Pick<Link, 'index' | 'name' | 'parent'>,
    flags = '',
    attributes = '',
  ): ListedLink {
    const made: ListedLink = {
      ...base,
      form,
      flags: flags === '' ? [] : flags.split(','),
      attributes: new Words(attributes).rest(),
      addresses: [],
      details: [],
      span: spanOfLine(line),
    };
    this.links.push(made);
    return made;
  }

  private oneline(line: TextLine): boolean {
    const [text = '', lifetime] = line.text.split(/\s*\\\s*/, 2);
    const found = ONELINE.exec(text);
    if (!found) return false;
    const [, index, name = '', parent, , address = '', rest = ''] = found;
    const last = this.links.at(-1);
    const known = last?.form === 'oneline' && last.name === name ? last : undefined;
    const link =
      known ?? this.add(line, 'oneline', { index: Number(index), name, ...(parent === undefined ? {} : { parent }) });
    this.addAddress(link, line, `${address} ${rest}`);
    const own = link.addresses.at(-1);
    if (own && lifetime !== undefined && lifetime !== '') own.lifetime = new Words(lifetime).rest();
    return true;
  }

  /** A line of the device that is open. */
  private below(line: TextLine): boolean {
    if (!this.open) return false;
    return this.attribute(line);
  }

  private attribute(line: TextLine): boolean {
    const { open } = this;
    const { text } = line;
    if (!open) return false;
    if (text.startsWith('link/')) open.hardware = new Words(text).rest();
    else if (/^inet6? /.test(text)) this.addAddress(open, line, text.replace(/^inet6? /, ''));
    else if (LIFETIME.test(text)) {
      const last = open.addresses.at(-1);
      if (last) last.lifetime = new Words(text).rest();
    } else if (line.indent > 0 && DETAIL.test(text)) open.details.push(new Words(text).rest());
    else return false;
    return true;
  }

  private addAddress(link: ListedLink, line: TextLine, text: string): void {
    const words = new Words(text);
    const own = words.next() ?? '';
    const withPeer = words.peek() === 'peer';
    if (withPeer) words.next();
    const peer = withPeer ? readInterfaceAddress(words.next() ?? '') : undefined;
    const read = readInterfaceAddress(own);
    if (!read.ok || peer?.ok === false) {
      const message = phrase('formats.ip-address.bad-address', { address: own });
      this.diagnostics.push(lineNote('warning', 'invalid', message, line, own));
      return;
    }
    const attributes = words.rest();
    const { address } = read.value;
    const span = spanOfLine(line, own);
    link.addresses.push(
      peer?.ok
        ? { address, prefix: peer.value.prefix, peer: peer.value, attributes, span }
        : { ...read.value, attributes, span },
    );
  }

  /** `eth0@if7  UP  10.0.0.2/24 fe80::1/64`, `lo  UNKNOWN  00:00:00:00:00:00 <LOOPBACK,UP>`. */
  private brief(line: TextLine): boolean {
    const found = BRIEF.exec(line.text);
    if (!found) return false;
    const [, name = '', parent, gap = '', state = '', rest] = found;
    const parts = rest === undefined ? [] : rest.split(/\s+/);
    const flags = /^<([A-Z0-9_,-]*)>$/.exec(parts.at(-1) ?? '')?.[1];
    const isMac = parts[0] !== undefined && (MAC.test(parts[0]) || parts[0].includes('.')) && flags !== undefined;
    const isAddresses = parts.every((part, i) => isBriefWord(part, parts[i - 1]));
    const sure =
      parts.length > 0 ? isMac || isAddresses : isColumn(name, parent, gap) || this.lastBrief === line.line - 1;
    if (!sure) return false;
    const base = { name, ...(parent === undefined ? {} : { parent }) };
    const link = this.add(line, 'brief', base, isMac ? flags : '', state);
    if (isMac) link.hardware = `link/ether ${parts[0] ?? ''}`;
    else this.addBrief(link, line, parts);
    this.lastBrief = line.line;
    this.open = undefined;
    return true;
  }

  private addBrief(link: ListedLink, line: TextLine, parts: readonly string[]): void {
    for (let i = 0; i < parts.length; i++) {
      let text = parts[i] ?? '';
      if (text === 'metric' || text === 'peer') continue;
      if (parts[i - 1] === 'metric') continue;
      while (parts[i + 1] === 'peer' || parts[i + 1] === 'metric') {
        text += ` ${parts[i + 1]} ${parts[i + 2] ?? ''}`;
        i += 2;
      }
      this.addAddress(link, line, text);
    }
  }
}

/** Columns that `ip -br` gives a name (ip/ipaddress.c print_name_and_link). */
const NAME_COLUMNS = 16;

/** Does a gap end the column of a name? A name with its peer may fill it, and one blank follows. */
function isColumn(name: string, parent: string | undefined, gap: string): boolean {
  return gap.length > 1 || (parent !== undefined && name.length + 1 + parent.length >= NAME_COLUMNS);
}

function isBriefWord(word: string, before: string | undefined): boolean {
  if (before === 'metric') return /^\d+$/.test(word);
  return word === 'metric' || word === 'peer' || (/[.:]/.test(word) && readInterfaceAddress(word).ok);
}

function printLink(link: ListedLink): string[] {
  const at = joinWords(link.name + (link.parent === undefined ? '' : `@${link.parent}`));
  switch (link.form) {
    case 'brief':
      return [briefLine(link, at)];
    case 'oneline':
      return link.addresses.map((own) => {
        const family = own.address.family === 'ipv4' ? 'inet' : 'inet6';
        const lifetime = own.lifetime === undefined ? '' : `\\       ${own.lifetime}`;
        return `${link.index ?? 0}: ${at}    ${joinWords(family, addressWords(own), own.attributes)}${lifetime}`;
      });
    case 'full':
      return [
        joinWords(`${link.index ?? 0}: ${at}: <${link.flags.join(',')}>`, link.attributes),
        ...(link.hardware === undefined ? [] : [`    ${link.hardware}`]),
        ...link.details.map((detail) => `    ${detail}`),
        ...link.addresses.flatMap(printAddress),
      ];
    default:
      return link.form satisfies never;
  }
}

function printAddress(own: LinkAddress): string[] {
  const family = own.address.family === 'ipv4' ? 'inet' : 'inet6';
  const lines = [`    ${joinWords(family, addressWords(own), own.attributes)}`];
  return own.lifetime === undefined ? lines : [...lines, `       ${own.lifetime}`];
}

function briefLine(link: ListedLink, at: string): string {
  const rest =
    link.hardware === undefined
      ? link.addresses.map((own) => joinWords(addressWords(own), own.attributes)).join(' ')
      : `${link.hardware.replace('link/ether ', '')} <${link.flags.join(',')}>`;
  // Nothing but the gap tells a state without anything behind it from a word.
  const gap = rest === '' && at.length >= NAME_COLUMNS ? '  ' : ' ';
  return `${at.padEnd(NAME_COLUMNS)}${gap}${link.attributes.padEnd(14)} ${rest}`.trimEnd();
}

/** `ip addr`, `ip link`, also `-d`, `-br` and `-o`, and `bridge -d link`: the devices of a machine and their addresses. */
export const IP_ADDRESS = lineFormat({
  id: 'ip-address',
  title: 'ip addr / link',
  command: 'ip addr',
  hint: /\S: <[A-Z_,-]{2,80}> mtu |\d: [^\s:@]{1,40}(?:@[^\s:]{1,40})?(?:: <|\s+inet6? )|[ \t](?:UNKNOWN|UP|DOWN|LOWERLAYERDOWN)[ \t]+(?:[0-9a-f.:]{2,39}\/\d|[0-9a-f]{2}:[0-9a-f]{2}:)/,
  reader: (): LineReader<readonly ListedLink[]> => new AddressReader(),
  print: (links) => links.flatMap((link) => printLink(link).map((line) => `${line}\n`)).join(''),
  summary: (links) => ({
    devices: links.map(({ name }) => name),
    addresses: links.reduce((sum, { addresses }) => sum + addresses.length, 0),
  }),
});
