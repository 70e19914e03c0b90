import { fuzz } from './fuzz';

const MUTATIONS = 1_000_000;

/** Milliseconds of processor time: on a busy machine the clock goes on without us. */
function busy(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** `npm run fuzz [-- COUNT [FIRST SEED]]`: mutated texts of every format; 1 if a promise was broken. */
export function main(args: readonly string[]): number {
  const [count = MUTATIONS, from = 0] = args.map(Number);
  const started = performance.now();
  const { found, slowest } = fuzz({
    from,
    count,
    pasteEvery: 16,
    now: busy,
    progress: (done) => process.stderr.write(`\r${done}`),
  });
  for (const { format, seed, complaint, text } of found) {
    console.log(`${format} seed ${seed}: ${complaint}\n${JSON.stringify(text)}\n`);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`${count} mutated texts in ${seconds} s, slowest ${slowest.toFixed(0)} ms, ${found.length} complaints`);
  return found.length === 0 ? 0 : 1;
}
