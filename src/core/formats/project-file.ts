import { phrase } from '../lib/phrase';
import { err, ok } from '../lib/result';
import type { Format } from './format';

/** A downloaded project. What the document holds is checked by core/document/codec. */
export interface ProjectFile {
  readonly document: unknown;
}

const MARK = 'rulewalk';

/** The file a person downloads and drops back on the page: `{"format": "rulewalk", "document": {…}}`. */
export const PROJECT_FILE: Format<'project-file', ProjectFile> = {
  id: 'project-file',
  title: 'Rulewalk project',
  command: 'a downloaded .rulewalk.json',
  detect: (text) => (/^\s*\{\s*"format"\s*:\s*"rulewalk"/.test(text.slice(0, 200)) ? 1 : 0),
  parse: (text) => {
    const value = parseJson(text);
    if (isProject(value)) return ok({ value: { document: value.document }, diagnostics: [] });
    return err([{ severity: 'error', code: 'syntax', message: phrase('document.codec.not-project') }]);
  },
  print: ({ document }) => `${JSON.stringify({ format: MARK, document }, undefined, 2)}\n`,
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProject(value: unknown): value is { readonly format: string; readonly document: unknown } {
  return (
    typeof value === 'object' && value !== null && 'format' in value && value.format === MARK && 'document' in value
  );
}
