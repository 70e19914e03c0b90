import type { Flow } from '../../document/document';
import { isUserService } from '../../document/edits/offered-flows';
import { saysOwnService } from '../../document/word-flows';
import type { ClusterObjects } from '../../kubernetes/types';
import { formatIp, parseIp } from '../../net/ip';
import { listAskedPlaces } from '../../paste/asked-places';
import { findUnsendable, type UnsendablePlace } from '../../paste/unsendable';
import { listWritten } from './complaints';
import type { EvidenceFinding } from './evidence-finding';
import { isMadeAlone, listOffered, type OfferingTexts } from './offered-flow';

type Aimed = Omit<Flow, 'id'>;

/** Packets that are made to meet a rule or a set: nobody asks about them. */
const OF_NOBODY: ReadonlySet<string> = new Set([
  'analysis.offer.rule',
  'analysis.offer.unmet',
  'analysis.offer.element',
  'analysis.offer.pods',
  'analysis.offer.listed',
]);

const wordsOf = ({ texts }: OfferingTexts): readonly string[] => texts.map(({ text }) => text);

/** The first address that the texts ask in vain and that is not where a packet goes. */
function findOtherPlace(told: OfferingTexts, { to, port }: Aimed): UnsendablePlace | undefined {
  const failed = listAskedPlaces(wordsOf(told)).filter(
    ({ host, isFailed, isTyped }) => isFailed && isTyped && parseIp(host).ok,
  );
  const [first] = failed;
  if (!first || to.kind !== 'address') return undefined;
  const asked = parseIp(to.address);
  const isSame = failed.some((each) => {
    const host = parseIp(each.host);
    return asked.ok && host.ok && formatIp(asked.value) === formatIp(host.value) && each.port === port;
  });
  const words = first.port === 0 ? first.host : `${first.host}:${first.port}`;
  return isSame ? undefined : { is: 'untold', words };
}

/** A Service of the texts that their words name, in titles or outside of fences. */
function findNamed(told: OfferingTexts, flows: readonly Aimed[]): Aimed | undefined {
  const names = new Set((told.objects?.services ?? []).filter(isUserService).map(({ metadata }) => metadata.name));
  const written = wordsOf(told)
    .flatMap((text) => [...listWritten(text)])
    .join('\n');
  return flows.find(({ to }) => to.kind === 'service' && names.has(to.name) && hasWord(written, to.name));
}

const hasWord = (text: string, word: string): boolean =>
  text
    .split(word)
    .some((before, at, all) => at < all.length - 1 && !/[\w-]$/.test(before) && !/^[\w-]/.test(all[at + 1] ?? ''));

/** The packet that texts ask about, or why none is known: `nobody`: one is offered that nobody asks about. */
export type ToldPacket =
  | { readonly kind: 'packet'; readonly flow: Aimed }
  | { readonly kind: 'none'; readonly why: 'none' | 'nobody' | UnsendablePlace['is']; readonly place: string };

/** A packet to a Service that something is proven to be wrong with: a finding is of it, or names it. */
function findProven(flows: readonly Aimed[], proven: readonly EvidenceFinding[]): Aimed | undefined {
  const names = new Set(
    proven.flatMap(({ path = '', says: { values = {} } }) => [path, values['service'], values['name']]),
  );
  const isOf = (name: string): boolean => names.has(name) || names.has(`Service ${name}`);
  return flows.find(({ to }) => to.kind === 'service' && isOf(`${to.namespace}/${to.name}`));
}

/** Is a packet to a Service that no text tells? What is made up beside them shows nothing of theirs. */
function isToMade({ objects }: OfferingTexts, { to }: Aimed): boolean {
  if (to.kind !== 'service' || !objects) return false;
  return !objects.services.some(
    ({ metadata: { name, namespace = 'default' } }) => name === to.name && namespace === to.namespace,
  );
}

/**
 * Chooses the packet of texts: one to a Service that something is proven of, else the one that is offered, unless they ask another one, or it is
 * made for a rule alone.
 */
export function choosePacket(told: OfferingTexts, proven: readonly EvidenceFinding[]): ToldPacket {
  const offers = listOffered(told);
  const [first] = offers;
  const none = (why: UnsendablePlace | undefined): ToldPacket =>
    why ? { kind: 'none', why: why.is, place: why.words } : { kind: 'none', why: 'none', place: '' };
  if (!first || isMadeAlone(told)) return none(findUnsendable(wordsOf(told)));
  const isOfNobody = told.document.subject === 'pasted' && OF_NOBODY.has(told.suggested?.[0]?.reason.id ?? '');
  const other = told.document.subject === 'pasted' ? findOtherPlace(told, first) : undefined;
  if (other) return none(other);
  if (isOfNobody) return { kind: 'none', why: 'nobody', place: '' };
  const flow = findProven(offers, proven) ?? findNamed(told, offers) ?? first;
  return isToMade(told, flow) ? none(undefined) : { kind: 'packet', flow };
}

/** The same packet from a Node, where a Pod of the Service was chosen to send it, and no words ask about its own packet. */
export function fromElsewhere(told: OfferingTexts, flow: Flow, { nodes }: ClusterObjects): Flow | undefined {
  const [node] = nodes;
  if (!node || flow.from.kind !== 'pod' || saysOwnService(wordsOf(told))) return undefined;
  return { ...flow, from: { kind: 'node', name: node.metadata.name } };
}
