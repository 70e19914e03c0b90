import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { removalsOf } from '../../src/core/questions/lint/testing/removed-rule';
import { Dice, expand, type Words } from './dice';
import { skippedStep, Tally, type SoakStep, type StepResult } from './step';

const PACKETS = 300;
const ROUNDS = 300;

/** What may hold rules. */
const OF_RULES = /\.(?:txt|save|rules|log|md|normalised\S*|restore)$|^[^.]+$/;
const RULE = /^\s*(?:\[\d+:\d+\] )?-A |Chain /m;

/** Every file below a folder that may hold rules. */
function textsBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return textsBelow(path);
    return OF_RULES.test(name) ? [path] : [];
  });
}

interface Dumps {
  readonly folders: readonly string[];
  /** How many packets each rule that can go is tried with. */
  readonly packets: number;
  /** Longer files are left out, bytes. */
  readonly longest: number;
}

/** Removes every rule that a finding on a dump of some folders says can go; folders that are not there are skipped with a word. */
export function tryDumps({ folders, packets, longest }: Dumps): StepResult {
  const tally = new Tally();
  for (const folder of folders) {
    if (!existsSync(folder)) {
      tally.skip(`no ${folder}`);
      continue;
    }
    for (const file of textsBelow(folder).filter((path) => statSync(path).size <= longest)) {
      const text = readFileSync(file, 'utf8');
      if (RULE.test(text)) check(tally, file, removalsOf(text, packets));
    }
  }
  return tally.result();
}

function check(tally: Tally, name: string, { claims, wrong }: ReturnType<typeof removalsOf>): void {
  for (let right = wrong.length; right < claims; right++) tally.check(true, () => '');
  for (const each of wrong) tally.check(false, () => `${name} ${each}`);
}

const CHAINS = ['FORWARD', 'cali-FORWARD', 'cali-tw-cali1', 'cali-pi-allow', 'cali-pri-ns'] as const;
const BITS: Words = { bit: '«0x10000¦0x20000¦0x40000»' };
/** Chains of policies as Calico's Felix writes them: they hand their verdict on in bits of the mark. */
const RULES: readonly string[] = [
  '-m mark --mark <bit>/<bit> -j RETURN',
  '-m mark --mark 0x0/<bit> -j «NEXT¦DROP»',
  '-j MARK --set-xmark 0x0/<bit>',
  '-j MARK --set-xmark <bit>/<bit>',
  '-s 10.0.0.0/8 -j MARK --set-xmark <bit>/<bit>',
  '-p tcp -m tcp --dport 80 -j MARK --set-xmark <bit>/<bit>',
  '-m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT',
  '-m conntrack --ctstate INVALID -j DROP',
  '-m mark --mark <bit>/<bit> -j ACCEPT',
  '-j NEXT',
  '-g NEXT',
  '-j DROP',
];

/** Random chains of such rules; each leads only to later ones: the kernel refuses loops. */
function chainsOfMarks(dice: Dice): string {
  const rules = CHAINS.flatMap((chain, at) =>
    Array.from({ length: dice.int(2, 7) }, () => {
      const later = CHAINS.slice(at + 1);
      const next = later.length === 0 ? 'ACCEPT' : dice.pick(later);
      const rule = expand(dice.pick(RULES), dice, BITS).replace(later.length === 0 ? /-[jg] NEXT/ : 'NEXT', (found) =>
        found === 'NEXT' ? next : '-j ACCEPT',
      );
      return `-A ${chain} ${rule}`;
    }),
  );
  const heads = CHAINS.map((chain) => `:${chain} ${chain === 'FORWARD' ? 'ACCEPT' : '-'} [0:0]`);
  return ['*filter', ...heads, ...rules, 'COMMIT', ''].join('\n');
}

/** What is called never reached, or there twice, is taken away: no packet may fare otherwise. */
export const REMOVABLE_RULES: SoakStep = {
  name: 'rules that findings say can go',
  run: ({ seed, size }) => {
    const tally = new Tally();
    for (let round = 0; round < ROUNDS * size; round++) {
      const text = chainsOfMarks(new Dice(seed + round));
      check(tally, `seed ${seed + round}\n${text}`, removalsOf(text, PACKETS));
    }
    return tally.result();
  },
};

/** The same of every dump there is: the recordings in this project, and those beside it. */
export const REMOVABLE_OF_DUMPS: SoakStep = {
  name: 'rules of dumps that findings say can go',
  run: () => {
    const shared = process.env['RULEWALK_SHARED'] ?? '../shared';
    const folders = ['src', ...['corpus', 'cases', 'golden', 'seeds'].map((folder) => join(shared, folder))];
    const isHere = folders.some((folder) => existsSync(folder));
    return isHere ? tryDumps({ folders, packets: PACKETS, longest: Infinity }) : skippedStep('no dumps here');
  },
};
