import { spawnSync } from 'node:child_process';

interface Done {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

const MOST_OUTPUT = 64 * 1024 * 1024;

/** Runs a program to its end. */
export function run(program: string, args: readonly string[], input = ''): Done {
  const done = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: MOST_OUTPUT, timeout: 120_000 });
  return { ok: done.status === 0, stdout: done.stdout ?? '', stderr: done.stderr ?? '' };
}

/** Runs a shell script in a network namespace of its own, which ends with it. */
export function inNewNamespace(script: string, input = ''): Done {
  return run('unshare', ['-n', 'sh', '-c', script], input);
}

/** Why rules cannot be loaded here; undefined: they can. */
export function whyNot(probe: string): string | undefined {
  if (process.platform !== 'linux') return 'not Linux';
  if (process.getuid?.() !== 0) return 'not root: network namespaces and rules are root’s';
  if (!inNewNamespace('true').ok) return 'no network namespace can be made here (unshare -n)';
  const tried = inNewNamespace(probe);
  return tried.ok
    ? undefined
    : `the kernel or its tools do not take rules: ${tried.stderr.trim().split('\n')[0] ?? ''}`;
}

/** The command of the two that answers: iptables-legacy speaks to x_tables itself. */
export function iptablesProgram(): string | undefined {
  return ['iptables-legacy', 'iptables'].find((name) => whyNot(`${name} -t filter -A OUTPUT -j ACCEPT`) === undefined);
}
