import type { NodeDevice } from '../../core/questions/examine';
import { NODE_ID } from '../../core/paste/sender';
import type { FoundService } from '../../core/paste/pasted-types';
import type { SuggestedFlow } from '../../core/paste/pasted';
import type { Flow, FlowBefore } from '../../core/document/document';
import { err, ok, type Result } from '../../core/lib/result';
import { formatIp, parseIp } from '../../core/net/ip';
import { parseEndpoint, type TcpSegment } from '../../core/net/packet';

/** A packet through a pasted node as it stands in the form. */
export interface FlowDraft {
  /** Empty: the node itself makes it. */
  readonly device: string;
  readonly from: string;
  readonly to: string;
  readonly protocol: Flow['protocol'];
  readonly port: string;
  /** Empty: as a caller picks one. */
  readonly sourcePort: string;
  /** The endpoint that the client's connection before got to; empty: the client is new. */
  readonly before: string;
  /** How many seconds ago that was; empty: just now. */
  readonly ago: string;
  readonly segment: TcpSegment;
  readonly title: string;
  /** Of several machines: the one it begins at; empty: the only one, or whose address it is. */
  readonly node: string;
  /** A chain that nothing in the texts leads to, which the packet is put into; empty: it comes by its hooks alone. */
  readonly enters: string;
}

export const EMPTY_FLOW_DRAFT: FlowDraft = {
  device: '',
  from: '',
  to: '',
  protocol: 'tcp',
  port: '80',
  sourcePort: '',
  before: '',
  ago: '',
  segment: 'SYN',
  title: '',
  node: '',
  enters: '',
};

export type FlowProblem = 'needsSource' | 'needsTarget' | 'needsPort' | 'needsBefore';

/** The form filled with a suggestion. */
export function makeDraft({
  device = '',
  from,
  to,
  protocol,
  port,
  title,
  node = '',
  enters = '',
  sourcePort,
}: SuggestedFlow): FlowDraft {
  const sent = sourcePort === undefined ? '' : String(sourcePort);
  const ends = { device, from, to, protocol, port: String(port), sourcePort: sent, title, node, enters };
  return { ...EMPTY_FLOW_DRAFT, ...ends };
}

/** More of them are no easier to choose from. */
const MOST_OFFERED = 5;

/** The packets shown to choose from, in their order: each where it goes once, so that a sender more is not a packet less. */
export function chooseOffers(suggested: readonly SuggestedFlow[]): readonly SuggestedFlow[] {
  const once = new Map<string, SuggestedFlow>();
  for (const offer of suggested) {
    const { node = '', enters = '', from, device = '', to, protocol, port } = offer;
    const key = [node, enters, from, device, to, protocol, port].join(' ');
    if (!once.has(key)) once.set(key, offer);
    if (once.size === MOST_OFFERED) break;
  }
  return [...once.values()];
}

/** `eth0 192.0.2.10 → 10.96.0.1:443/tcp`; where the machine itself sends, its `own` name stands in the device's place. */
export function offerLine({ node, device, from, to, protocol, port, enters }: SuggestedFlow, own: string): string {
  const target = protocol === 'icmp' ? to : to.includes(':') ? `[${to}]:${port}` : `${to}:${port}`;
  const at = [node, device ?? own].filter((each) => each !== undefined).join(' ');
  return `${at} ${from} → ${target}/${protocol}${enters === undefined ? '' : ` (${enters})`}`;
}

/** Is the form filled with this suggestion? */
export function isDraftOf(draft: FlowDraft, offer: SuggestedFlow): boolean {
  const made = makeDraft(offer);
  return (['node', 'device', 'from', 'to', 'protocol', 'port', 'enters'] as const).every(
    (field) => draft[field] === made[field],
  );
}

/** The form with a packet that begins at another machine: as is suggested there, to where it went before. */
export function beginningAt(draft: FlowDraft, node: string, suggested: readonly SuggestedFlow[]): FlowDraft {
  const own = suggested.filter((each) => each.node === node);
  const same = own.find(
    ({ to, port, protocol }) => to === draft.to && `${port}` === draft.port && protocol === draft.protocol,
  );
  const next = same ?? own[0];
  if (!next) return { ...draft, node, device: '', from: '' };
  const { device, from } = makeDraft(next);
  return draft.to === '' || draft.to === draft.from ? makeDraft(next) : { ...draft, node, device, from };
}

interface Machine {
  readonly id: string;
  readonly title: string;
  readonly devices: readonly { readonly name: string }[];
}

/** Devices a packet can come in by; of several machines each with its machine, `first` the first one's name. */
export function listSenderDevices(machines: readonly Machine[], first: string | undefined): NodeDevice[] {
  const nameOf = ({ id, title }: Machine): string => (id === NODE_ID ? (first ?? title) : id.slice(NODE_ID.length + 1));
  return machines.flatMap((machine) =>
    machine.devices.map(({ name }) => ({
      name,
      addresses: [],
      ...(machines.length > 1 ? { node: nameOf(machine) } : {}),
    })),
  );
}

/** The form with a Service as its target; what the text does not say stays to be filled in. */
export function towards(draft: FlowDraft, service: FoundService): FlowDraft {
  return {
    ...draft,
    to: service.address,
    port: service.port === 0 ? '' : String(service.port),
    protocol: service.protocol,
    title: service.name,
  };
}

/** The flow that a form describes; an error names the field that is missing or wrong. */
export function getFlow(draft: FlowDraft): Result<Omit<Flow, 'id'>, FlowProblem> {
  if (!parseIp(draft.from.trim()).ok && (draft.device !== '' || draft.from.trim() !== '')) return err('needsSource');
  if (!parseIp(draft.to.trim()).ok) return err('needsTarget');
  const port = /^\d{1,5}$/.test(draft.port.trim()) ? Number(draft.port) : 0;
  if (draft.protocol !== 'icmp' && (port < 1 || port > 65_535)) return err('needsPort');
  const sourcePort = /^\d{1,5}$/.test(draft.sourcePort.trim()) ? Number(draft.sourcePort) : 0;
  const isAny = draft.protocol === 'icmp' || draft.sourcePort.trim() === '';
  if (!isAny && (sourcePort < 1 || sourcePort > 65_535)) return err('needsPort');
  const again = readBefore(draft);
  if (again === 'unread') return err('needsBefore');
  return ok({
    ...(again ? { again } : {}),
    ...(draft.title === '' ? {} : { title: draft.title }),
    from: {
      kind: 'interface',
      ...(draft.device === '' ? {} : { device: draft.device }),
      address: draft.from.trim(),
      ...(draft.node === '' ? {} : { node: draft.node }),
      ...(draft.enters === '' ? {} : { enters: draft.enters }),
    },
    to: { kind: 'address', address: draft.to.trim() },
    protocol: draft.protocol,
    port: draft.protocol === 'icmp' ? 0 : port,
    ...(isAny ? {} : { sourcePort }),
    ...(draft.protocol !== 'tcp' || draft.segment === 'SYN' ? {} : { segment: draft.segment }),
  });
}

/** What is said of the connection before: an endpoint by its address, with or without its port, and seconds. */
function readBefore({ before, ago }: FlowDraft): FlowBefore | 'unread' | undefined {
  if (before.trim() === '') return undefined;
  const plain = parseIp(before.trim());
  const address = parseEndpoint(before.trim())?.address ?? (plain.ok ? plain.value : undefined);
  if (!address || !/^\d{0,8}$/.test(ago.trim())) return 'unread';
  const seconds = ago.trim() === '' ? {} : { seconds: Number(ago) };
  return { to: { kind: 'address', address: formatIp(address) }, ...seconds };
}

/** The endpoints of the Service that a packet of the form asks for, as far as the texts tell them. */
export function endpointsOfDraft({ to, port, protocol }: FlowDraft, found: readonly FoundService[]): readonly string[] {
  const asked = found.filter(
    (each) =>
      each.protocol === protocol && String(each.port) === port && [each.address, ...(each.external ?? [])].includes(to),
  );
  return [...new Set(asked.flatMap(({ endpoints }) => endpoints))];
}

/** The odds of a Service's endpoints in short: one text if they are all the same. */
export function sharedOdds({ odds = [] }: FoundService): string | undefined {
  const [first] = odds;
  return first !== undefined && first !== '' && odds.length > 1 && odds.every((each) => each === first)
    ? first
    : undefined;
}

/** Services whose name, address, port or endpoint holds the words. */
export function matchingServices(services: readonly FoundService[], words: string): readonly FoundService[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return services;
  return services.filter(({ name, address, external = [], port, nodePort, endpoints }) =>
    [name, ...[address, ...external].map((each) => `${each}:${port}`), String(nodePort ?? ''), ...endpoints].some(
      (text) => text.toLowerCase().includes(wanted),
    ),
  );
}
