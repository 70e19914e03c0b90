import type { Document } from '../../core/document/document';
import type { Steps } from '../../core/lib/steps';
import type { Device } from '../../core/linux/netns';
import { contains, parseCidr, type Cidr } from '../../core/net/cidr';
import { formatIp, parseIp, printedIp, type IpAddress } from '../../core/net/ip';
import type { Bench, NetnsView } from '../../worker/protocol';

/** The network an address belongs to; each has one colour everywhere (tokens `--phys`, `--pod`, `--svc`). */
export type AddressKind = 'physical' | 'pod' | 'service';

/** The kinds of addresses, as they are printed. */
export type FoundKinds = ReadonlyMap<string, AddressKind>;

/** What is known of addresses on the page: single ones first, then prefixes, most telling first. */
export interface AddressBook {
  readonly exact: ReadonlyMap<string, AddressKind>;
  /** Those that pasted rules tell of; what is in {@link exact} is stronger. */
  readonly found?: FoundKinds;
  readonly prefixes: readonly (readonly [Cidr, AddressKind])[];
}

/** A book that knows nothing: every address is of the physical network. */
export const EMPTY_BOOK: AddressBook = { exact: new Map(), prefixes: [] };

/** So many are one slice of {@link foundKinds}. */
const SLICE_OF_SERVICES = 500;

/** Writes down the addresses of a document, of the network the engine made of it, and of pasted rules. */
export function addressBook(document: Document, bench?: Bench, found?: FoundKinds): AddressBook {
  const exact = new Map<string, AddressKind>();
  const note = (text: string | undefined, kind: AddressKind): void => {
    const printed = text === undefined ? undefined : printedIp(bareAddress(text));
    if (printed !== undefined) exact.set(printed, kind);
  };
  // Later notes win: a device that has an address is stronger evidence than a list that names it.
  if (document.subject === 'cluster') noteCluster(document, note);
  for (const netns of bench?.netns ?? []) noteDevices(netns, note);
  const book = { exact, prefixes: prefixesOf(document, bench), ...(found ? { found } : {}) };
  return isSameBook(last, book) ? last : (last = book);
}

let last: AddressBook = EMPTY_BOOK;

/** Most edits change no address: a book that says the same is the same, so that no address is drawn anew. */
function isSameBook(a: AddressBook, b: AddressBook): boolean {
  if (a.exact.size !== b.exact.size || a.found !== b.found || a.prefixes.length !== b.prefixes.length) return false;
  for (const [text, kind] of b.exact) if (a.exact.get(text) !== kind) return false;
  return JSON.stringify(a.prefixes) === JSON.stringify(b.prefixes);
}

/** What pasted rules tell of addresses. In slices: a node may have 45,000 Services. */
export function* foundKinds(found: Bench['found']): Steps<FoundKinds> {
  const kinds = new Map<string, AddressKind>();
  const note: Note = (text = '', kind) => {
    const printed = printedIp(bareAddress(text));
    if (printed !== undefined) kinds.set(printed, kind);
  };
  for (const [at, { address, endpoints }] of found.entries()) {
    for (const endpoint of endpoints) note(endpoint, 'pod');
    note(address, 'service');
    if (at % SLICE_OF_SERVICES === SLICE_OF_SERVICES - 1) yield at / found.length;
  }
  return kinds;
}

/** The kind of an address; what no network claims is physical. */
export function addressKind(book: AddressBook, address: IpAddress | string): AddressKind {
  const ip = typeof address === 'string' ? parsedOrNothing(address) : address;
  if (!ip) return 'physical';
  const printed = formatIp(ip);
  const exact = book.exact.get(printed) ?? book.found?.get(printed);
  if (exact) return exact;
  return book.prefixes.find(([prefix]) => contains(prefix, ip))?.[1] ?? 'physical';
}

function parsedOrNothing(text: string): IpAddress | undefined {
  const parsed = parseIp(bareAddress(text));
  return parsed.ok ? parsed.value : undefined;
}

/** `10.0.0.1:80`, `[fd00::1]:80`, `10.0.0.1/32` without port, brackets and prefix length. */
function bareAddress(text: string): string {
  const bracketed = text.startsWith('[') ? /^\[([^\]]+)\]/.exec(text)?.[1] : undefined;
  if (bracketed !== undefined) return bracketed;
  const address = before(text, '/');
  return address.includes('.') ? before(address, ':') : address;
}

function before(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? text : text.slice(0, at);
}

type Note = (text: string | undefined, kind: AddressKind) => void;

function noteCluster(document: Document, note: Note): void {
  for (const pod of document.cluster.pods) {
    if (!pod.spec.hostNetwork) note(pod.status?.podIP, 'pod');
  }
  for (const { spec, status } of document.cluster.services) {
    for (const address of [spec.clusterIP, ...(spec.clusterIPs ?? []), ...(spec.externalIPs ?? [])]) {
      note(address, 'service');
    }
    for (const { ip } of status?.loadBalancer?.ingress ?? []) note(ip, 'service');
  }
}

/** Addresses on a dummy (kube-ipvs0, a local DNS cache) are virtual: they lead to no machine. */
const DEVICE_KINDS: Readonly<Record<Device['kind'], AddressKind>> = {
  physical: 'physical',
  loopback: 'physical',
  dummy: 'service',
  veth: 'pod',
  bridge: 'pod',
  tunnel: 'pod',
};

function noteDevices(netns: NetnsView, note: Note): void {
  for (const device of netns.devices) {
    const kind = DEVICE_KINDS[device.kind];
    for (const text of textsOf(device)) note(text, netns.kind === 'pod' ? 'pod' : kind);
  }
}

const texts = new WeakMap<Device, readonly string[]>();

/** Most devices are the same ones after an edit. */
function textsOf(device: Device): readonly string[] {
  let known = texts.get(device);
  if (!known) texts.set(device, (known = device.addresses.map(({ address }) => formatIp(address))));
  return known;
}

function prefixesOf(document: Document, bench: Bench | undefined): [Cidr, AddressKind][] {
  const { settings, cluster, kubeProxy } = document;
  const texts: [string, AddressKind][] = [];
  if (document.subject === 'cluster') {
    for (const text of settings.serviceClusterIPRange) texts.push([text, 'service']);
    for (const node of cluster.nodes) {
      for (const text of node.spec.podCIDRs ?? []) texts.push([text, 'pod']);
      if (node.spec.podCIDR !== undefined) texts.push([node.spec.podCIDR, 'pod']);
    }
    for (const text of [...settings.clusterCIDR, ...(kubeProxy.clusterCIDR?.split(',') ?? [])])
      texts.push([text, 'pod']);
  }
  for (const { about, value } of bench?.assumptions ?? []) {
    if (about === 'podCIDR') texts.push([value, 'pod']);
    if (about === 'serviceCIDR') texts.push([value, 'service']);
  }
  return texts.flatMap(([text, kind]): [Cidr, AddressKind][] => {
    const parsed = parseCidr(text);
    return parsed.ok ? [[parsed.value, kind]] : [];
  });
}
