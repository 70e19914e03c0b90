import { withoutColours } from '../../core/formats/lines/undressed';
import { createRedactor } from '../../core/questions/redact/redact-text';
import type { Arguments, ExitCode, Io, Verb } from '../verb';

/** 128 random bits: whoever reads the output cannot try them all. */
function freshSeed(): string {
  return crypto.randomUUID();
}

/** Counts of what was replaced, by kind: `addresses 12, names 40`. */
function summary(kinds: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ');
}

function run({ files, options }: Arguments, io: Io): ExitCode {
  if (files.length === 0) {
    io.stderr('error usage 0:0 give texts that belong together, or - for stdin\n');
    return 2;
  }
  const seed = typeof options['seed'] === 'string' ? options['seed'] : freshSeed();
  const texts = files.map((file) => io.read(file));
  const redactor = createRedactor(seed, texts);
  for (const text of texts) io.stdout(withoutColours(redactor.text(text)));
  const replaced = redactor.replaced();
  if (options['map']) {
    for (const { kind, before, after } of replaced) io.stderr(`${kind} ${before} -> ${after}\n`);
  }
  io.stderr(
    `info replaced 0:0 ${summary(replaced.map(({ kind }) => kind)) || 'nothing'}; numbers, ports and times stay\n`,
  );
  return 0;
}

/** Texts with consistent pseudonyms for addresses, names and comments; the same network still. */
export const REDACT: Verb = {
  name: 'redact',
  usage: 'redact [--seed TEXT] [--map] FILE...',
  valued: ['seed'],
  run,
};
