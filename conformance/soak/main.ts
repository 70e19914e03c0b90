import { ALL_PACKETS } from './all-packets';
import { FUZZ } from './fuzz-step';
import { IPTABLES_TEXT } from './iptables-text';
import { IPTABLES_PACKETS, NFT_PACKETS, ODD_PACKETS } from './packets';
import { NETWORKS } from './networks';
import { NFT_TEXT } from './nft-text';
import { NFT_TESTS_LOADED, NFT_TESTS_STEP, NFT_WORDS_STEP } from './nft-words';
import { REMOVABLE_OF_DUMPS, REMOVABLE_RULES } from './removable-rules';
import { SENTENCES } from './sentences';
import { STORIES } from './stories';
import { TIMELINES } from './timelines';
import type { SoakStep } from './step';

/** Everything that is tried: one line each. */
const STEPS: readonly SoakStep[] = [
  FUZZ,
  IPTABLES_TEXT,
  NFT_TEXT,
  NFT_WORDS_STEP,
  NFT_TESTS_STEP,
  NFT_TESTS_LOADED,
  IPTABLES_PACKETS,
  NFT_PACKETS,
  ODD_PACKETS,
  NETWORKS,
  REMOVABLE_RULES,
  REMOVABLE_OF_DUMPS,
  STORIES,
  SENTENCES,
  TIMELINES,
  ALL_PACKETS,
];

const MOST_SHOWN = 20;

export interface SoakOptions {
  /** How much is tried: 1 is what `npm run soak` does by itself. */
  readonly size: number;
  readonly seed: number;
  /** Only the steps whose name has it; empty: all. */
  readonly only: string;
  /** May a step of that name still be begun? */
  readonly hasTime: (name: string) => boolean;
}

/** Runs the steps one after the other; how many tries passed, failed and were skipped. */
export async function main(options: SoakOptions): Promise<Record<'passed' | 'failed' | 'skipped', number>> {
  const { size, seed, only, hasTime } = options;
  let [passed, failed, skipped] = [0, 0, 0];
  for (const { name, run } of STEPS.filter((step) => step.name.includes(only))) {
    if (!hasTime(name)) continue;
    const started = performance.now();
    const result = await run({ seed, size });
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    const { failures, reasons } = result;
    console.log(
      `${name}: ${result.passed} passed, ${failures.length} failed, ${result.skipped} skipped (${seconds} s)`,
    );
    for (const part of result.parts ?? []) console.log(`  ${part}`);
    for (const reason of reasons) console.log(`  skipped ${reason}`);
    for (const failure of failures.slice(0, MOST_SHOWN)) console.log(`  FAILED ${failure}`);
    passed += result.passed;
    failed += failures.length;
    skipped += result.skipped;
  }
  return { passed, failed, skipped };
}
