import type { Diagnostic, SourceSpan } from '../core/formats/format';
import type { Finding } from '../core/kubernetes/finding';
import { say } from './words';

/** `severity code line:column message`: one line on stderr. */
export function diagnosticLine({ severity, code, message, span, path }: Diagnostic): string {
  const place = span ? `${span.line}:${span.column}` : '0:0';
  return `${severity} ${code} ${place} ${path === undefined ? '' : `${path}: `}${say(message)}\n`;
}

/** A finding as a diagnostic: its path carries the object's name, its span is looked up by it. */
export function diagnosticOfFinding(found: Finding, spanOf: (path: string) => SourceSpan | undefined): Diagnostic {
  const { severity, code, message, path: field, object } = found;
  if (!object) return { severity, code, message, path: field };
  const name = object.namespace === undefined ? object.name : `${object.namespace}/${object.name}`;
  const path = `${object.kind} ${name}${field === '' ? '' : ` ${field}`}`;
  const span = spanOf(path);
  return span ? { severity, code, message, path, span } : { severity, code, message, path };
}
