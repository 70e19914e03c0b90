import { beyondLimits } from '../kubernetes/limits';
import { LIMITS } from '../lib/limits';
import { phrase, type Phrase } from '../lib/phrase';
import type { Document } from './document';

/**
 * Why a document is more than the page takes on; undefined: it is not. `before`: a document that was within, whose
 * parts are not looked at again.
 */
export function documentBeyondLimits(document: Document, before?: Document): Phrase | undefined {
  const { title, cluster } = document;
  if (title.length > LIMITS.title) return phrase('document.limit.title', { found: title.length, most: LIMITS.title });
  return cluster === before?.cluster ? undefined : beyondLimits(cluster, before?.cluster)?.message;
}
