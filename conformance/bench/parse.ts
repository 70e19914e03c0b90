import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diagnose, IPTABLES_SAVE } from '../../src/core/formats/iptables-save';
import { readSections } from '../../src/core/formats/iptables-save/read';
import { median, type Figure } from './walk';

/** What a text of so many Services is made of. */
interface BigDump {
  readonly text: string;
  readonly lines: number;
  readonly rules: number;
}

/** Services of the 37 MB, 499,000-line text: each brings eleven lines. */
const SERVICES_OF_37_MB = 45_362;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Sixteen base32 letters that look like a chain's hash; the same for the same number. */
function hash(of: number): string {
  let state = Math.imul(of + 1, 0x9e37_79b1) >>> 0;
  let text = '';
  for (let i = 0; i < 16; i++) {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) + of) >>> 0;
    text += LETTERS[state >>> 27];
  }
  return text;
}

const address = (first: string, of: number): string => `${first}.${(of >>> 14) & 63}.${(of >>> 7) & 127}.${of & 127}`;

/**
 * What `iptables-save` prints of a node with so many Services of two endpoints each, in kube-proxy's large cluster
 * mode, which writes hardly a comment; deterministic.
 */
function bigDump(services: number): BigDump {
  const chains: string[] = [];
  const portals: string[] = [];
  const rules: string[] = [];
  for (let i = 0; i < services; i++) {
    const [svc, a, b] = [hash(i * 3), hash(i * 3 + 1), hash(i * 3 + 2)];
    const ip = address('10', i + (32 << 14));
    chains.push(`:KUBE-SVC-${svc} - [0:0]`, `:KUBE-SEP-${a} - [0:0]`, `:KUBE-SEP-${b} - [0:0]`);
    portals.push(
      `-A KUBE-SERVICES -d ${ip}/32 -p tcp -m comment --comment "ns${i % 40}/svc-${i}:http cluster IP" -m tcp --dport 80 -j KUBE-SVC-${svc}`,
    );
    for (const [end, pod] of [a, b].entries()) {
      const to = address('10', i * 2 + end);
      rules.push(
        `-A KUBE-SEP-${pod} -s ${to}/32 -j KUBE-MARK-MASQ`,
        `-A KUBE-SEP-${pod} -p tcp -m tcp -j DNAT --to-destination ${to}:8080`,
      );
    }
    rules.push(
      `-A KUBE-SVC-${svc} ! -s 10.0.0.0/9 -d ${ip}/32 -p tcp -m tcp --dport 80 -j KUBE-MARK-MASQ`,
      `-A KUBE-SVC-${svc} -m statistic --mode random --probability 0.50000000000 -j KUBE-SEP-${a}`,
      `-A KUBE-SVC-${svc} -j KUBE-SEP-${b}`,
    );
  }
  const lines = [
    '*nat',
    ':PREROUTING ACCEPT [0:0]',
    ':INPUT ACCEPT [0:0]',
    ':OUTPUT ACCEPT [0:0]',
    ':POSTROUTING ACCEPT [0:0]',
    ':KUBE-MARK-MASQ - [0:0]',
    ':KUBE-POSTROUTING - [0:0]',
    ':KUBE-SERVICES - [0:0]',
    ...chains,
    '-A PREROUTING -m comment --comment "kubernetes service portals" -j KUBE-SERVICES',
    '-A OUTPUT -m comment --comment "kubernetes service portals" -j KUBE-SERVICES',
    '-A POSTROUTING -m comment --comment "kubernetes postrouting rules" -j KUBE-POSTROUTING',
    '-A KUBE-MARK-MASQ -j MARK --set-xmark 0x4000/0x4000',
    '-A KUBE-POSTROUTING -m mark ! --mark 0x4000/0x4000 -j RETURN',
    '-A KUBE-POSTROUTING -j MARK --set-xmark 0x4000/0x0',
    '-A KUBE-POSTROUTING -m comment --comment "kubernetes service traffic requiring SNAT" -j MASQUERADE --random-fully',
    ...portals,
    ...rules,
    'COMMIT',
    '',
  ];
  return { text: lines.join('\n'), lines: lines.length - 1, rules: portals.length + rules.length + 7 };
}

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

/** What the tool needed on a machine like this one, when it cannot be asked: 403,000 lines in 8.1 s. */
const KNOWN_LINES_PER_SECOND = 403_000 / 8.1;

/** Reading 37 MB of iptables-save, beside the tool itself. */
export function* parseFigures(): Generator<Figure> {
  const { text, lines } = bigDump(SERVICES_OF_37_MB);
  const megabytes = text.length / 1e6;
  const about = `${megabytes.toFixed(1)} MB, ${lines.toLocaleString('en')} lines`;
  const first = median(() => readSections(text), 3);
  yield { name: 'iptables-save, first pass', value: megabytes / (first / 1000), unit: 'MB/s', note: about };
  const all = median(() => parseAll(text), 3);
  yield { name: 'iptables-save, every rule read', value: megabytes / (all / 1000), unit: 'MB/s', note: about };
  const measured = restoreSeconds(text);
  const tool = measured ?? lines / KNOWN_LINES_PER_SECOND;
  const where = measured === undefined ? 'not run here: 403,000 lines in 8.1 s are known' : 'in this run';
  const ours = Math.min(...[1, 2, 3].map(() => busy(() => parseAll(text))));
  yield { name: 'iptables-legacy-restore --test', value: megabytes / tool, unit: 'MB/s', note: where };
  const note = `processor time, ${tool.toFixed(1)} s against ${ours.toFixed(2)} s`;
  yield { name: 'every rule read against iptables-legacy-restore', value: tool / ours, unit: 'x', least: 8, note };
}
