import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../call';
import type { CommandCode } from '../command';
import { filesFitting } from '../glob';

const TESTDATA = fileURLToPath(new URL('../../testdata', import.meta.url));

/** What a call printed, and its exit code. */
export interface RanCommand {
  readonly code: CommandCode;
  readonly out: string;
  readonly err: string;
  /** The file it wrote to standard output; empty: none. */
  readonly bytes: Uint8Array;
}

/** Where a call finds its input. */
interface CommandInput {
  /** Standard input, in the pieces it comes in. */
  readonly stdin?: readonly string[];
  /** Files besides those of testdata, by name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly isColoured?: boolean;
  /** Standard output is a terminal: it takes no file. */
  readonly isTerminal?: boolean;
}

/** Runs a call in the folder testdata, without a process. */
export async function ranCommand(words: readonly string[], input: CommandInput = {}): Promise<RanCommand> {
  const [out, err]: [string[], string[]] = [[], []];
  const { stdin = [], files = {}, isColoured = false, isTerminal = false } = input;
  const written: number[] = [];
  const code = await runCommand(words, {
    terminal: {
      out: (text) => void out.push(text),
      err: (text) => void err.push(text),
      ...(isTerminal ? {} : { bytes: (bytes: Uint8Array) => void written.push(...bytes) }),
      read: async (path) =>
        path === '-' ? stdin.join('') : (files[path] ?? readFileSync(join(TESTDATA, path), 'utf8')),
      async *lines() {
        for (const line of stdin) yield line;
      },
      glob: (pattern) =>
        filesFitting(pattern, (folder) => readdirSync(join(TESTDATA, folder), { withFileTypes: true }), join),
      isColoured,
    },
  });
  return { code, out: out.join(''), err: err.join(''), bytes: Uint8Array.from(written) };
}
