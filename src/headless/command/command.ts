import type { Locale, createSpeaker } from '../../content/phrases';
import type { JsonSchema } from './schema';
import type { PageLine } from './page';
import type { CommandWords } from './words';

/** 0 as asked, 1 not so, 2 cannot be said, 64 used wrongly (EX_USAGE of sysexits(3)). */
export type CommandCode = 0 | 1 | 2 | 64;

/** The files of one folder and those below it; nothing else can be read. */
export interface RootedFiles {
  /** Rejects for what is not a file inside, by whatever way: `..`, an absolute path, a symbolic link. */
  readonly read: (path: string) => Promise<string>;
  /** Paths of all files, from the folder; symbolic links are left out. */
  readonly list: () => Promise<readonly string[]>;
}

/** What a command does besides computing: all of it is handed in, so that a test can run one without a process. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Bytes as they are, to standard output. Absent: it is a terminal, or part of something else, and takes text alone. */
  readonly bytes?: (bytes: Uint8Array) => void;
  /** The text of a file, of standard input for `-`. Rejects where there is none. */
  readonly read: (path: string) => Promise<string>;
  /** Standard input line by line, as it comes. */
  readonly lines: () => AsyncIterable<string>;
  /** The files that a pattern with `*`, `?` or `**` fits, in the order of their names. */
  readonly glob: (pattern: string) => readonly string[];
  /** Standard output is a terminal that shows colours. */
  readonly isColoured: boolean;
  /** How far long work is, for whoever looks on; absent: nobody does. */
  readonly progress?: (text: string) => void;
  /** Runs until the process is stopped: the built page on localhost. Absent: there is no page beside the command. */
  readonly serve?: (port: number | undefined) => Promise<string>;
  /** Opens a folder for reading and nothing else; rejects where there is none. Absent: none can be opened. */
  readonly openRoot?: (path: string) => Promise<RootedFiles>;
}

/** A word with two dashes that a command knows. */
export interface CommandOption {
  /** `from`, written `--from`. */
  readonly name: string;
  /** One letter, written `-v`. */
  readonly letter?: string;
  /** What stands behind it; absent: nothing does. */
  readonly value?: string;
  /** True of an option that may be given more than once. */
  readonly many?: true;
  readonly about: string;
}

/** The options of one call, read. */
export interface CommandOptions {
  readonly has: (name: string) => boolean;
  /** Of an option given several times the last. */
  readonly get: (name: string) => string | undefined;
  readonly all: (name: string) => readonly string[];
}

/** A call of a command. */
export interface CommandCall {
  /** The words that are no options. */
  readonly words: readonly string[];
  readonly options: CommandOptions;
  readonly terminal: Terminal;
  readonly locale: Locale;
  /** Says core's sentences in the language that is asked for. */
  readonly say: ReturnType<typeof createSpeaker>;
  /** Says the command's own. */
  readonly word: CommandWords;
}

/** What a command answers: as lines for people, as data for machines. */
export interface CommandReply {
  readonly code: CommandCode;
  /** What `--json` prints. */
  readonly json: unknown;
  readonly lines: readonly PageLine[];
  /** What is printed as it is in place of `lines`: rules, manifests, scripts. */
  readonly raw?: string;
  /** A file, in place of text. */
  readonly bytes?: Uint8Array;
  /** What goes to standard error beside it. */
  readonly remarks?: readonly PageLine[];
}

/** Why a command does nothing: the person used it wrongly, or there is nothing to answer with. */
export class CommandRefusal extends Error {
  override readonly name = 'CommandRefusal';
  readonly code: 2 | 64;

  constructor(code: 2 | 64, message: string) {
    super(message);
    this.code = code;
  }
}

/** One verb: a file in verbs/, a line in commands.ts. */
export interface CommandVerb {
  readonly name: string;
  /** What it does, in a line. */
  readonly about: string;
  /** What stands behind the name: `FILES...`. */
  readonly takes: string;
  readonly options: readonly CommandOption[];
  /** Two: what is typed, and what for. */
  readonly examples: readonly (readonly [typed: string, about: string])[];
  /** What 0, 1 and 2 mean of it. */
  readonly exits: Readonly<Record<0 | 1 | 2, string>>;
  /** The shape of what `--json` prints; absent: it prints rules, a script or a manifest whatever is asked. */
  readonly schema?: JsonSchema;
  readonly run: (call: CommandCall) => Promise<CommandReply>;
}
