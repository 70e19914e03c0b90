import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diagnose, IPTABLES_SAVE } from '../../src/core/formats/iptables-save';
import { readSections } from '../../src/core/formats/iptables-save/read';
import { SERVICES_OF_37_MB, bigDump } from './big-dump';
import { median, type Figure } from './walk';

/** Every rule read and judged, as `iptables-restore --test` does. */
function parseAll(text: string): number {
  const parsed = IPTABLES_SAVE.parse(text);
  if (!parsed.ok) return 0;
  let said = 0;
  for (const each of diagnose(parsed.value.value)) if (each) said++;
  return said;
}

/** Seconds of processor time of this process while `work` runs. */
function busy(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/**
 * Seconds of processor time `iptables-legacy-restore --test` needs for a text, in a network namespace of its own.
 * Undefined: the tool is not there, or may not run.
 */
function restoreSeconds(text: string): number | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'rulewalk-'));
  const file = join(folder, 'big.save');
  writeFileSync(file, text);
  const script = 'TIMEFORMAT="%U %S"; time iptables-legacy-restore --test "$0" || exit 3';
  const { status, stderr } = spawnSync('unshare', ['-rn', 'bash', '-c', script, file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const [user = Number.NaN, system = Number.NaN] = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  return status === 0 && Number.isFinite(user + system) ? user + system : undefined;
}

/** Reading 37 MB of iptables-save; beside the tool itself where this machine has it. */
export function* parseFigures(): Generator<Figure> {
  const { text, lines } = bigDump(SERVICES_OF_37_MB);
  const megabytes = text.length / 1e6;
  const about = `${megabytes.toFixed(1)} MB, ${lines.toLocaleString('en')} lines`;
  const first = median(() => readSections(text), 3);
  yield { name: 'iptables-save, first pass', value: megabytes / (first / 1000), unit: 'MB/s', note: about };
  const all = median(() => parseAll(text), 3);
  yield { name: 'iptables-save, every rule read', value: megabytes / (all / 1000), unit: 'MB/s', note: about };
  const tool = restoreSeconds(text);
  if (tool === undefined) return;
  const ours = Math.min(...[1, 2, 3].map(() => busy(() => parseAll(text))));
  yield { name: 'iptables-legacy-restore --test', value: megabytes / tool, unit: 'MB/s', note: about };
  const note = `processor time, ${tool.toFixed(1)} s against ${ours.toFixed(2)} s`;
  yield { name: 'every rule read against iptables-legacy-restore', value: tool / ours, unit: 'x', least: 8, note };
}
