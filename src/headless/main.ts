import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { forTerminal } from '../core/lib/plain';
import type { Arguments, ExitCode, Io, Verb } from './verb';
import { makeBatch, FLOWS } from './verbs/runs';
import { COMPILE } from './verbs/compile';
import { CONFORMANCE } from './verbs/conformance';
import { DEAD } from './verbs/dead';
import { DIFF } from './verbs/diff';
import { LINT } from './verbs/lint';
import { PARSE } from './verbs/parse';
import { QUESTIONS_VERB } from './verbs/questions';
import { REDACT } from './verbs/redact';
import { RECONSTRUCT } from './verbs/reconstruct';
import { STORY } from './verbs/story';
import { CILIUM } from './verbs/cilium';
import { HNS } from './verbs/hns';
import { SYNC_RUNS } from './verbs/sync-runs';
import { TIMELINE } from './verbs/timeline';
import { TRACE_VERB } from './verbs/trace';

/** One line a verb. */
const VERBS: readonly Verb[] = [
  COMPILE,
  CONFORMANCE,
  PARSE,
  LINT,
  DEAD,
  DIFF,
  RECONSTRUCT,
  FLOWS,
  REDACT,
  TRACE_VERB,
  STORY,
  CILIUM,
  HNS,
  QUESTIONS_VERB,
  SYNC_RUNS,
  TIMELINE,
  makeBatch((words, io) => runCall(words, io)),
];

const PROCESS: Io = {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  read: (path) => readFileSync(path === '-' ? 0 : path, 'utf8'),
  lines: () => createInterface({ input: process.stdin, crlfDelay: Infinity }),
};

/** Splits words into files and options; `--mode=x` and `--mode x` are the same. */
export function parseArguments(words: readonly string[], valued: readonly string[]): Arguments | string {
  const files: string[] = [];
  const options: Record<string, string | true> = {};
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (!word.startsWith('--')) {
      files.push(word);
      continue;
    }
    const [name = '', inline] = word.slice(2).split(/=(.*)/s, 2);
    if (!valued.includes(name)) options[name] = true;
    else {
      const value = inline ?? words[++i];
      if (value === undefined) return `--${name} needs a value`;
      options[name] = value;
    }
  }
  return { files, options };
}

/** Runs `VERB [options] [FILE]`; returns the exit code. */
export function main(words: readonly string[]): Promise<ExitCode> {
  return runCall(words, PROCESS);
}

/** What is shown acts on no terminal, whatever names were given; JSON stays the same JSON. */
function shownOnly({ stdout, stderr, ...rest }: Io): Io {
  return { stdout: (text) => stdout(forTerminal(text)), stderr: (text) => stderr(forTerminal(text)), ...rest };
}

async function runCall(words: readonly string[], given: Io): Promise<ExitCode> {
  const io = shownOnly(given);
  const verb = VERBS.find((candidate) => candidate.name === words[0]);
  if (!verb) {
    io.stderr(`usage: headless VERB [options] [FILE]\n${VERBS.map((v) => `  ${v.usage}\n`).join('')}`);
    return 2;
  }
  const args = parseArguments(words.slice(1), verb.valued);
  if (typeof args === 'string') {
    io.stderr(`${args}\nusage: ${verb.usage}\n`);
    return 2;
  }
  try {
    return await verb.run(args, io);
  } catch (error) {
    io.stderr(`error unreadable 0:0 ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}
