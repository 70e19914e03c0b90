import type { FoundService } from '../../core/analysis/pasted-types';
import type { SuggestedFlow } from '../../core/analysis/pasted';
import type { Flow } from '../../core/document/document';
import { err, ok, type Result } from '../../core/lib/result';
import { parseIp } from '../../core/net/ip';

/** A packet through a pasted node as it stands in the form. */
export interface FlowDraft {
  /** Empty: the node itself makes it. */
  readonly device: string;
  readonly from: string;
  readonly to: string;
  readonly protocol: Flow['protocol'];
  readonly port: string;
  readonly title: string;
}

export const EMPTY_DRAFT: FlowDraft = { device: '', from: '', to: '', protocol: 'tcp', port: '80', title: '' };

export type FlowProblem = 'needsSource' | 'needsTarget' | 'needsPort';

/** The form filled with a suggestion. */
export function draftOf({ device = '', from, to, protocol, port, title }: SuggestedFlow): FlowDraft {
  return { device, from, to, protocol, port: String(port), title };
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

/** What is missing, else the flow to add to the document. */
export function flowOf(draft: FlowDraft): Result<Omit<Flow, 'id'>, FlowProblem> {
  if (!parseIp(draft.from.trim()).ok && (draft.device !== '' || draft.from.trim() !== '')) return err('needsSource');
  if (!parseIp(draft.to.trim()).ok) return err('needsTarget');
  const port = /^\d{1,5}$/.test(draft.port.trim()) ? Number(draft.port) : 0;
  if (draft.protocol !== 'icmp' && (port < 1 || port > 65_535)) return err('needsPort');
  return ok({
    ...(draft.title === '' ? {} : { title: draft.title }),
    from: {
      kind: 'interface',
      ...(draft.device === '' ? {} : { device: draft.device }),
      address: draft.from.trim(),
    },
    to: { kind: 'address', address: draft.to.trim() },
    protocol: draft.protocol,
    port: draft.protocol === 'icmp' ? 0 : port,
  });
}

/** The odds of a Service's endpoints in short: one text if they are all the same. */
export function sharedOdds({ odds = [] }: FoundService): string | undefined {
  const [first] = odds;
  return first !== undefined && first !== '' && odds.length > 1 && odds.every((each) => each === first)
    ? first
    : undefined;
}

/** Services whose name, address, port or endpoint holds the words. */
export function matching(services: readonly FoundService[], words: string): readonly FoundService[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return services;
  return services.filter(({ name, address, port, nodePort, endpoints }) =>
    [name, `${address}:${port}`, String(nodePort ?? ''), ...endpoints].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
}
