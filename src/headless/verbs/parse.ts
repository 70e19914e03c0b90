import { readText as readPasted } from '../../core/paste/read-text';
import { FORMATS, readAs, readByFormat } from '../../core/formats';
import type { Diagnostic } from '../../core/formats/format';
import { say, type Arguments, type ExitCode, type Io, type Verb, diagnosticLine } from '../verb';

/** A diagnostic as plain JSON, its sentence said in English. */
function plain({ severity, code, message, span, path }: Diagnostic): Record<string, unknown> {
  return {
    severity,
    code,
    ...(span ? { line: span.line, column: span.column } : {}),
    ...(path === undefined ? {} : { path }),
    id: message.id,
    message: say(message),
  };
}

function run({ files, options }: Arguments, io: Io): ExitCode {
  const [file] = files;
  if (file === undefined || files.length > 1) return refuse(io, 'give one file, or - for stdin');
  const asked = options['format'];
  const named = FORMATS.find(({ id }) => id === asked)?.id;
  if (asked !== undefined && !named) {
    return refuse(io, `no format ${String(asked)}; there are ${FORMATS.map(({ id }) => id).join(', ')}`);
  }
  const text = io.read(file);
  if (options['segments']) return segments(text, file, io);
  const read = named ? readAs(named, text) : readByFormat(text);
  const diagnostics = read.ok ? read.value.diagnostics : read.error;
  for (const diagnostic of diagnostics) io.stderr(diagnosticLine(diagnostic));
  if (!read.ok) return diagnostics.length > 0 ? 2 : refuse(io, 'no format claims this text; name one with --format');
  const { format, summary, print } = read.value;
  if (options['print']) io.stdout(print());
  else io.stdout(`${JSON.stringify({ format, diagnostics: diagnostics.map(plain), summary }, null, 1)}\n`);
  return 0;
}

/** What one paste holds, however many formats it mixes: tables of rules, other listings, lines left aside. */
function segments(text: string, title: string, io: Io): ExitCode {
  const { layers, pieces, others, lines, diagnostics } = readPasted({ id: 'text', title, text });
  const tables = layers.map(({ format, family, table, whole, chains }) => ({
    format,
    family,
    table,
    whole,
    chains: chains.size,
  }));
  const said = diagnostics.map(plain);
  io.stdout(`${JSON.stringify({ lines, tables, pieces, leftAside: others, diagnostics: said }, null, 1)}\n`);
  return layers.length + pieces.length > 0 ? 0 : 2;
}

function refuse(io: Io, message: string): ExitCode {
  io.stderr(`error usage 0:0 ${message}\n`);
  return 2;
}

/** Reads any supported text: what it is, what is odd in it, what is in it; or its canonical text. */
export const PARSE: Verb = {
  name: 'parse',
  usage: 'parse FILE [--format NAME] [--print] [--segments]',
  valued: ['format'],
  run,
};
