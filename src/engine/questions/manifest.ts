import { openManifest, type ManifestAnswer, type ManifestQuestion } from '../../core/document/open-manifest';
import type { Steps } from '../../core/lib/scan';
import type { Engine } from '../engine';

/** Texts of API objects as the cluster of a document. */
export function manifest({ memo }: Engine, question: ManifestQuestion): Steps<ManifestAnswer> {
  return openManifest(question, memo.watch);
}
