import type { Document } from '../../../core/document/document';

/** So many names are written out. */
const WRITTEN = 8;

/** What a document tells whoever gets it, while no names are hidden. */
export interface DocumentNames {
  readonly title: string;
  /** Of Nodes, Services and Pods, each once, as many as are written out. */
  readonly names: readonly string[];
  /** Names beyond those. */
  readonly more: number;
  /** Pasted texts, which are carried word for word. */
  readonly texts: number;
}

/** The names that what is shared carries: those of the objects, or, of a paste, that its texts go as they stand. */
export function listCarried({ title, subject, cluster, pasted }: Document): DocumentNames {
  if (subject === 'pasted') return { title, names: [], more: 0, texts: pasted.texts.length };
  const { nodes, services, pods } = cluster;
  const all = [...new Set([...nodes, ...services, ...pods].map(({ metadata }) => metadata.name))];
  return { title, names: all.slice(0, WRITTEN), more: Math.max(0, all.length - WRITTEN), texts: 0 };
}
