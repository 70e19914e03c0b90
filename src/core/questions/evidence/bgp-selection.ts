import { isFields } from '../../kubernetes/policy/selector';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { listFragments } from './yaml-fragments';

const OF_CILIUM = /\bkind: ["']?CiliumBGP(?:Advertisement|PeerConfig)\b/;

type Fields = Readonly<Record<string, unknown>>;

const readField = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((at, key) => (isFields(at) ? at[key] : undefined), value);

const listFields = (value: unknown, ...path: readonly string[]): readonly Fields[] => {
  const list = readField(value, ...path);
  return Array.isArray(list) ? list.filter(isFields) : [];
};

const readName = (object: Fields): string => {
  const name = readField(object, 'metadata', 'name');
  return typeof name === 'string' ? name : '?';
};

/** Selects all Services: no label of that key has the value. */
const ALL = 'selector: {matchExpressions: [{key: somekey, operator: NotIn, values: [never-used]}]}';

/** Advertisements of Services without a selector: the field is optional, and without it none is selected (CiliumBGPAdvertisement, docs.cilium.io). */
function findUnselected(advertisements: readonly Fields[]): readonly EvidenceFinding[] {
  const unselected = advertisements.filter((each) =>
    listFields(each, 'spec', 'advertisements').some(
      ({ advertisementType, selector }) => advertisementType === 'Service' && selector === undefined,
    ),
  );
  return unselected.slice(0, 1).map((each) => ({
    id: 'bgp-unselected',
    severity: 'error',
    says: phrase('evidence.bgp-unselected', { name: readName(each) }),
    next: phrase('evidence.next.bgp-unselected', { name: readName(each), selector: ALL }),
    words: ['CiliumBGPAdvertisement'],
  }));
}

const writeLabels = (labels: Fields): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join(', ');

/** Labels by which a peer’s family picks advertisements, where none of those told has them. */
function findUnlabelled(peers: readonly Fields[], advertisements: readonly Fields[]): readonly EvidenceFinding[] {
  const isPicked = (wanted: Fields): boolean =>
    advertisements.some((each) => {
      const labels = readField(each, 'metadata', 'labels');
      return isFields(labels) && Object.entries(wanted).every(([key, value]) => labels[key] === value);
    });
  const families = peers.flatMap((peer) =>
    listFields(peer, 'spec', 'families').map((family) => ({
      peer,
      wanted: readField(family, 'advertisements', 'matchLabels'),
    })),
  );
  return families
    .flatMap(({ peer, wanted }) => (isFields(wanted) && !isPicked(wanted) ? [{ peer, wanted }] : []))
    .slice(0, 1)
    .map(({ peer, wanted }) => {
      const values = { peer: readName(peer), labels: writeLabels(wanted), name: readName(advertisements[0] ?? {}) };
      return {
        id: 'bgp-unlabelled',
        severity: 'error',
        says: phrase('evidence.bgp-unlabelled', values),
        next: phrase('evidence.next.bgp-unlabelled', values),
        words: ['CiliumBGPPeerConfig'],
      };
    });
}

/**
 * Finds advertisements of Cilium’s BGP control plane that select nothing: of Services without a selector, or without the labels that a peer of the
 * same texts asks for.
 */
export function findBgpSelection(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const objects = texts.flatMap(({ text }) => listFragments(text, OF_CILIUM)).filter(isFields);
  const advertisements = objects.filter(({ kind }) => kind === 'CiliumBGPAdvertisement');
  const peers = objects.filter(({ kind }) => kind === 'CiliumBGPPeerConfig');
  if (advertisements.length === 0) return [];
  return [...findUnselected(advertisements), ...findUnlabelled(peers, advertisements)];
}
