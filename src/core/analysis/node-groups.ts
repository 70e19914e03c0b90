import { shortName } from './machine/sections';
import type { PastedText, TextPiece } from './pasted-types';
import type { ReadPart } from './read-parts';

/** The texts of one machine. */
interface NodeGroup {
  /** Its name, if texts are of more than one machine or a person named it. */
  readonly label?: string;
  readonly texts: readonly ReadPart[];
}

/** Pieces that tell of the cluster rather than of the machine they were printed on. */
const OF_CLUSTER: ReadonlySet<string> = new Set(['kubectl-table', 'kubernetes-yaml']);
/** Pieces that may be of a Pod's namespace. */
const OF_NAMESPACES: ReadonlySet<string> = new Set(['ip-address', 'ifconfig', 'ip-route', 'route-n']);
/** `dump-node1.txt`, `worker-2.iptables`: a name of a machine in the name of a file. */
const IN_TITLE = /(?:^|[^a-z0-9])((?:node|worker|master|host|control-plane|cp|kube|k8s)[-_]?\d+)(?![a-z0-9])/i;

/**
 * Which texts are of one machine: as a person said, else by the name on their prompts (a text with several is several), else, where two
 * texts show the same whole table, by the names of their files. Texts of the cluster belong to all;
 * what nothing tells of belongs to the first machine.
 */
export function groupTexts(texts: readonly ReadPart[]): NodeGroup[] {
  const byTitle = clash(texts);
  const labels = standing(
    texts,
    texts.map((text) => labelOf(text, byTitle)),
  );
  const names = [...new Set(labels.filter((label) => label !== undefined))];
  if (names.length < 2) return [{ texts, ...(names[0] === undefined ? {} : { label: names[0] }) }];
  const [first] = names;
  const groups = names.map((label) => ({
    label,
    texts: texts.filter((text, index) => {
      const own = labels[index];
      return own === label || (own === undefined && (label === first || isShared(text)));
    }),
  }));
  return groups.toSorted((a, b) => Number(b.texts.some(hasRules)) - Number(a.texts.some(hasRules)));
}

type Labels = readonly (string | undefined)[];

/** Configuration alone makes no machine beside one that is told of: a name nothing else stands by is none. */
function standing(texts: readonly ReadPart[], labels: Labels): Labels {
  const stands = new Set(labels.filter((_, index) => isOwn(texts[index])));
  return stands.size === 0 ? labels : labels.map((label) => (stands.has(label) ? label : undefined));
}

/** Pieces that are the same on every machine of a cluster, or nearly. */
const CONFIGURATION: ReadonlySet<string> = new Set(['cni-conflist', 'kube-proxy-config', 'project-file']);

/** Does a text tell of the machine itself, or did a person say it does? */
function isOwn(text: ReadPart | undefined): boolean {
  if (!text) return false;
  const tells = ({ format }: TextPiece): boolean => !OF_CLUSTER.has(format) && !CONFIGURATION.has(format);
  return text.layers.length > 0 || text.pieces.some(tells) || (text.pasted.node?.trim() ?? '') !== '';
}

const RULES: ReadonlySet<string> = new Set(['nft-json', 'nft-ruleset', 'ipvsadm']);

/** Machines whose rules are known stand before those of which something else is. */
function hasRules({ layers, pieces }: ReadPart): boolean {
  return layers.length > 0 || pieces.some(({ format }) => RULES.has(format));
}

/** Texts that are of the cluster only: of its API, or of Pods that were entered from some machine. */
function isShared({ layers, pieces, machine }: ReadPart): boolean {
  if (layers.length > 0 || pieces.length === 0) return false;
  const { links, routes } = machine;
  const isInside = [...links, ...routes].every(({ inside }) => inside === true);
  return pieces.every(({ format }) => OF_CLUSTER.has(format) || (isInside && OF_NAMESPACES.has(format)));
}

function labelOf(text: ReadPart, byTitle: boolean): string | undefined {
  const said = text.pasted.node?.trim();
  if (said) return said;
  if (isShared(text) || text.layers.length + text.pieces.length === 0) return undefined;
  return (text.hostname && shortName(text.hostname)) ?? (byTitle ? titleName(text.pasted) : undefined);
}

function titleName({ title }: PastedText): string | undefined {
  return IN_TITLE.exec(title)?.[1];
}

/** Do two texts show the same table whole? Then they are of two machines, or of two times. */
function clash(texts: readonly ReadPart[]): boolean {
  const seen = new Set<string>();
  return texts.some(({ layers }) =>
    [
      ...new Set(
        layers.filter(({ whole }) => whole).map(({ family, table, backend = '' }) => `${family} ${table} ${backend}`),
      ),
    ].some((key) => {
      const known = seen.has(key);
      seen.add(key);
      return known;
    }),
  );
}
