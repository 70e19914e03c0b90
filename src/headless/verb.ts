/** What a verb may do besides computing: all of it is handed in, so that tests can watch. */
export interface Io {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Reads a file, or stdin for `-`. */
  readonly read: (path: string) => string;
}

export interface Arguments {
  /** Everything that is not an option, after the verb. */
  readonly files: readonly string[];
  /** `--mode iptables` -> mode: 'iptables'; a bare `--json` -> json: true. */
  readonly options: Readonly<Record<string, string | true>>;
}

/** 0 done, 1 the answer is "no", 2 bad usage or unreadable input. */
export type ExitCode = 0 | 1 | 2;

/** A verb of the command line: one file each in verbs/, one line in main.ts. */
export interface Verb {
  readonly name: string;
  readonly usage: string;
  /** Options that take a value; all others are switches. */
  readonly valued: readonly string[];
  readonly run: (args: Arguments, io: Io) => ExitCode | Promise<ExitCode>;
}
