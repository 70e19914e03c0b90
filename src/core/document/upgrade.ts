import { phrase, type Phrase } from '../lib/phrase';
import { err, ok, type Result } from '../lib/result';

/** The version this program writes. */
export const DOCUMENT_VERSION = 1;

type Plain = Readonly<Record<string, unknown>>;

/** From version n - 1 to version n, by n. Version 1 is the first, so there is none yet. */
export type Upgraders = Readonly<Record<number, (document: Plain) => Plain>>;
export const UPGRADERS: Upgraders = {};

for (let version = 2; version <= DOCUMENT_VERSION; version++) {
  if (!UPGRADERS[version]) throw new Error(`no upgrader to document version ${version}`);
}

/** Brings a document of any older version to `version`, one step at a time. A newer one is refused with a sentence. */
export function upgrade(
  document: Plain,
  upgraders: Upgraders = UPGRADERS,
  version: number = DOCUMENT_VERSION,
): Result<Plain, Phrase> {
  const from = document['version'];
  if (typeof from !== 'number' || !Number.isInteger(from) || from < 1) return err(phrase('document.codec.no-version'));
  if (from > version) return err(phrase('document.codec.newer', { found: from, known: version }));
  let current = document;
  for (let next = from + 1; next <= version; next++) {
    const step = upgraders[next];
    if (!step) return err(phrase('document.codec.no-upgrader', { found: from }));
    current = { ...step(current), version: next };
  }
  return ok(current);
}
