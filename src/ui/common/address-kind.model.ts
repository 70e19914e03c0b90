import type { Document } from '../../core/document/document';
import { knownAddresses } from '../../core/kubernetes/service-addresses';
import type { PodObject, ServiceObject } from '../../core/kubernetes/types';
import { asLast, Memo, once } from '../../core/lib/memo';
import type { Steps } from '../../core/lib/scan';
import type { Device } from '../../core/linux/namespace';
import { contains, parseCidr, type Cidr, formatIp, parseIp, printedIp, type IpAddress } from '../../core/net/ip';
import type { Bench, NetnsView } from '../../engine/protocol';

/** The network an address belongs to; each has one colour everywhere (tokens `--phys`, `--pod`, `--svc`). */
export type AddressKind = 'physical' | 'pod' | 'service';

/** The kinds of addresses, as they are printed. */
export type FoundKinds = ReadonlyMap<string, AddressKind>;

/** Single addresses as they are printed, from one source. */
type Page = ReadonlyMap<string, AddressKind>;

/** What is known of addresses on the page: single ones first, then prefixes, most telling first. */
export interface AddressBook {
  /** The strongest evidence first. */
  readonly exact: readonly Page[];
  /** Addresses that pasted rules tell of; what is in {@link exact} is stronger. */
  readonly found?: FoundKinds;
  readonly prefixes: readonly (readonly [Cidr, AddressKind])[];
}

/** A book that knows nothing: every address is of the physical network. */
export const EMPTY_BOOK: AddressBook = { exact: [], prefixes: [] };

/** So many are one slice of {@link foundKinds}. */
const SLICE_OF_SERVICES = 500;

/** Writes down the addresses of a document, of the network the engine made of it, and of pasted rules. */
export function addressBook(
  document: Document,
  { bench, found, memo = new Memo() }: { bench?: Bench | undefined; found?: FoundKinds | undefined; memo?: Memo } = {},
): AddressBook {
  const { pods, services } = document.cluster;
  // A device that has an address is stronger evidence than a list that names it.
  const devices = devicePage(bench?.netns ?? NO_NETNS, memo);
  const exact =
    document.subject === 'cluster' ? [devices, servicePage(services, memo), podPage(pods, memo)] : [devices];
  const book: AddressBook = {
    exact: exact.map((page, at) => lastPage(page, memo, String(at))),
    prefixes: listPrefixes(document, bench),
    ...(found ? { found } : {}),
  };
  return lastBook(book, memo);
}

/** The book with what other documents say, where it says nothing itself of single addresses. */
export function widenedBook(book: AddressBook, documents: readonly Document[], memo = new Memo()): AddressBook {
  if (documents.length === 0) return book;
  const pages = documents.flatMap(({ cluster }) => [servicePage(cluster.services, memo), podPage(cluster.pods, memo)]);
  const prefixes = documents.flatMap((document) => listPrefixes(document, undefined));
  return { ...book, exact: [...book.exact, ...pages], prefixes: [...book.prefixes, ...prefixes] };
}

const NO_NETNS: Bench['netns'] = [];

/** Most edits change no address: a book that says the same is the same, so that no address is drawn anew. */
const lastBook = asLast<AddressBook>();

/** A page that says the same as the one in its place before is that one. */
function lastPage(page: Page, memo: Memo, place: string): Page {
  return memo.about(lastPage, page, () => {
    const known = lastEntries([...page], memo, place);
    return memo.about(lastEntries, known, () => page);
  });
}

const lastEntries = asLast<readonly (readonly [string, AddressKind])[]>();

/** Kinds of the addresses that pasted rules tell of. In slices: a node may have 45,000 Services. */
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
  for (const page of book.exact) {
    const kind = page.get(printed);
    if (kind) return kind;
  }
  const told = book.found?.get(printed);
  if (told) return told;
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

const podPage = once((pods: readonly PodObject[]): Page => {
  const page = new Map<string, AddressKind>();
  for (const { spec, status } of pods) {
    const printed = spec.hostNetwork ? undefined : printedAddress(status?.podIP);
    if (printed !== undefined) page.set(printed, 'pod');
  }
  return page;
});

const servicePage = once((services: readonly ServiceObject[], memo): Page => {
  const page = new Map<string, AddressKind>();
  for (const service of services) for (const printed of knownAddresses(service, memo)) page.set(printed, 'service');
  return page;
});

function printedAddress(text: string | undefined): string | undefined {
  return text === undefined ? undefined : printedIp(bareAddress(text));
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

/** An edit of a Service leaves all devices as they were, most others most of them. */
const devicePage = once((all: readonly NetnsView[], memo): Page => {
  const page = new Map<string, AddressKind>();
  for (const netns of all) {
    for (const device of netns.devices) {
      const kind = netns.kind === 'pod' ? 'pod' : DEVICE_KINDS[device.kind];
      for (const text of textsOf(device, memo)) page.set(text, kind);
    }
  }
  return page;
});

const textsOf = once((device: Device): readonly string[] => device.addresses.map(({ address }) => formatIp(address)));

function listPrefixes(document: Document, bench: Bench | undefined): [Cidr, AddressKind][] {
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
  for (const text of bench?.podNetworks ?? []) texts.push([text, 'pod']);
  return texts.flatMap(([text, kind]): [Cidr, AddressKind][] => {
    const parsed = parseCidr(text);
    return parsed.ok ? [[parsed.value, kind]] : [];
  });
}
