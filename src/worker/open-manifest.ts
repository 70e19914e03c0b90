import type { Document } from '../core/document/document';
import { openCluster } from '../core/document/edits/open-cluster';
import type { Diagnostic } from '../core/formats/format';
import { readManifest } from '../core/formats/kubernetes-yaml';
import { within, type Steps } from '../core/lib/steps';

/** Texts of API objects, and the document whose cluster they become. */
export interface ManifestQuestion {
  readonly document: Document;
  /** Several are one manifest. */
  readonly texts: readonly string[];
}

/** The document with the cluster on the bench; without one, what keeps the texts from being a cluster. */
export interface ManifestAnswer {
  readonly document?: Document;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the texts and settles their cluster, in slices. One error and nothing is opened. */
export function* openManifest({ document, texts }: ManifestQuestion): Steps<ManifestAnswer> {
  const read = yield* within(readManifest(texts.join('\n---\n')), 0, 0.8);
  if (!read.ok) return { diagnostics: read.error };
  const { value, diagnostics } = read.value;
  if (diagnostics.some(({ severity }) => severity === 'error')) return { diagnostics };
  return { document: openCluster(document, value.cluster), diagnostics };
}
