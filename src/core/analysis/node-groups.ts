import type { PastedText } from './pasted-types';
import type { ReadText } from './read-text';

/** The texts of one machine. */
interface NodeGroup {
  /** Its name, if texts are of more than one machine or a person named it. */
  readonly label?: string;
  readonly texts: readonly ReadText[];
}

/** Pieces that tell of the cluster rather than of the machine they were printed on. */
const OF_CLUSTER: ReadonlySet<string> = new Set(['kubectl-table', 'kubernetes-yaml']);
/** `dump-node1.txt`, `worker-2.iptables`: a name of a machine in the name of a file. */
const IN_TITLE = /(?:^|[^a-z0-9])((?:node|worker|master|host|control-plane|cp|kube|k8s)[-_]?\d+)(?![a-z0-9])/i;

/**
 * Which texts are of one machine: as a person said, else by the name on their prompts, else, where two
 * texts show the same whole table, by the names of their files. Texts of the cluster belong to all;
 * what nothing tells of belongs to the first machine.
 */
export function groupTexts(texts: readonly ReadText[]): NodeGroup[] {
  const byTitle = clash(texts);
  const labels = texts.map((text) => labelOf(text, byTitle));
  const names = [...new Set(labels.filter((label) => label !== undefined))];
  if (names.length < 2) return [{ texts, ...(names[0] === undefined ? {} : { label: names[0] }) }];
  const [first] = names;
  return names.map((label) => ({
    label,
    texts: texts.filter((text, index) => {
      const own = labels[index];
      return own === label || (own === undefined && (label === first || isShared(text)));
    }),
  }));
}

/** Texts that are of the cluster only. */
function isShared({ layers, pieces }: ReadText): boolean {
  return layers.length === 0 && pieces.length > 0 && pieces.every(({ format }) => OF_CLUSTER.has(format));
}

function labelOf(text: ReadText, byTitle: boolean): string | undefined {
  const said = text.pasted.node?.trim();
  if (said) return said;
  if (isShared(text) || text.layers.length + text.pieces.length === 0) return undefined;
  return shortName(text.hostname) ?? (byTitle ? titleName(text.pasted) : undefined);
}

/** A prompt shows the first label of a name. */
function shortName(hostname: string | undefined): string | undefined {
  const short = hostname?.split('.')[0];
  return short === 'localhost' ? undefined : short;
}

function titleName({ title }: PastedText): string | undefined {
  return IN_TITLE.exec(title)?.[1];
}

/** Do two texts show the same table whole? Then they are of two machines, or of two times. */
function clash(texts: readonly ReadText[]): boolean {
  const seen = new Set<string>();
  return texts.some(({ layers }) =>
    [...new Set(layers.filter(({ whole }) => whole).map(({ family, table }) => `${family} ${table}`))].some((key) => {
      const known = seen.has(key);
      seen.add(key);
      return known;
    }),
  );
}
