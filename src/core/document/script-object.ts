import * as v from 'valibot';
import type { OtherObject } from '../kubernetes/types';
import { phrase, type Phrase } from '../lib/phrase';
import { err, ok, type Result } from '../lib/result';
import { SCRIPT_SCHEMA, type Script } from './script';

const API_VERSION = 'rulewalk/v1';
const KIND = 'Script';

/** Is it a script among the objects of a text? */
export function isScriptObject({ apiVersion, kind }: OtherObject): boolean {
  return apiVersion === API_VERSION && kind === KIND;
}

/** A script as it stands among the objects of a cluster's YAML. */
export function objectOfScript(script: Script): OtherObject {
  return { apiVersion: API_VERSION, kind: KIND, ...script };
}

/** The script that an object of a text is; else what is wrong with it, and where. */
export function scriptOfObject(object: OtherObject): Result<Script, Phrase> {
  const { apiVersion: _version, kind: _kind, ...fields } = object;
  const checked = v.safeParse(SCRIPT_SCHEMA, fields);
  // The schema is that of the type: literals, strings and numbers within their limits.
  if (checked.success) return ok(checked.output as Script);
  const [issue] = checked.issues;
  const path = ['script', ...(issue.path ?? []).map(({ key }) => String(key))].join('.');
  const { received, expected } = issue;
  return err(phrase('document.codec.invalid', { path, expected: expected ?? issue.message, received }));
}
