import { FUZZ } from './fuzz-step';
import { IPTABLES_TEXT } from './iptables-text';
import { IPTABLES_PACKETS, NFT_PACKETS } from './packets';
import { NFT_TEXT } from './nft-text';
import { REMOVABLE_OF_DUMPS, REMOVABLE_RULES } from './removable-rules';
import { STORIES } from './stories';
import type { SoakStep } from './step';

/** Everything that is tried: one line each. */
const STEPS: readonly SoakStep[] = [
  FUZZ,
  IPTABLES_TEXT,
  NFT_TEXT,
  IPTABLES_PACKETS,
  NFT_PACKETS,
  REMOVABLE_RULES,
  REMOVABLE_OF_DUMPS,
  STORIES,
];

const MOST_SHOWN = 20;

/** SIZE [SEED [STEP]], as `npm run soak` takes them; how many passed, failed and were skipped. STEP: only those whose name has it. */
export async function main(args: readonly string[]): Promise<Record<'passed' | 'failed' | 'skipped', number>> {
  const [size = 1, seed = 1] = args.slice(0, 2).map(Number);
  const only = args[2] ?? '';
  let [passed, failed, skipped] = [0, 0, 0];
  for (const { name, run } of STEPS.filter((step) => step.name.includes(only))) {
    const started = performance.now();
    const result = await run({ seed, size });
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    const { failures, reasons } = result;
    console.log(
      `${name}: ${result.passed} passed, ${failures.length} failed, ${result.skipped} skipped (${seconds} s)`,
    );
    for (const reason of reasons) console.log(`  skipped ${reason}`);
    for (const failure of failures.slice(0, MOST_SHOWN)) console.log(`  FAILED ${failure}`);
    passed += result.passed;
    failed += failures.length;
    skipped += result.skipped;
  }
  return { passed, failed, skipped };
}
