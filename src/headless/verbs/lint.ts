import { lintPasted } from '../../core/questions/lint/lint';
import { say, type Arguments, type ExitCode, type Io, type Verb } from '../verb';

function run({ files, options }: Arguments, io: Io): ExitCode {
  if (files.length === 0) {
    io.stderr('error usage 0:0 give the texts of one node, or - for stdin\n');
    return 2;
  }
  const texts = files.map((file, index) => ({ id: `text-${index + 1}`, title: file, text: io.read(file) }));
  const findings = lintPasted({ texts, facts: {} }).map(({ id, severity, message, next, places }) => ({
    id,
    severity,
    message: say(message),
    ...(next ? { next: say(next) } : {}),
    places,
  }));
  if (options['json']) io.stdout(`${JSON.stringify({ findings }, null, 1)}\n`);
  else {
    for (const { id, severity, message, next, places } of findings) {
      io.stdout(`${severity} ${id}: ${message}\n`);
      if (next !== undefined) io.stdout(`  next: ${next}\n`);
      for (const { family, table, chain, index, text } of places.slice(0, 5)) {
        const at = index === undefined ? '' : ` rule ${index + 1}`;
        io.stdout(`  ${family ? `${family} ` : ''}${table} ${chain}${at}${text === undefined ? '' : `: ${text}`}\n`);
      }
    }
  }
  return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
}

/** What is odd about the rules of a node. */
export const LINT: Verb = { name: 'lint', usage: 'lint [--json] FILE...', valued: [], run };
