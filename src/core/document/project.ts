import { PROJECT_FILE } from '../formats/project-file';
import { phrase, type Phrase } from '../lib/phrase';
import { err, type Result } from '../lib/result';
import { checkDocument } from './codec';
import type { Document } from './document';

/** The document of a project file's text, of any version up to ours. */
export function readProject(text: string): Result<Document, Phrase> {
  const parsed = PROJECT_FILE.parse(text);
  if (!parsed.ok) return err(parsed.error[0]?.message ?? phrase('document.codec.not-project'));
  return checkDocument(parsed.value.value.document);
}
