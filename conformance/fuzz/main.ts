import { firstOf, fuzz } from './fuzz';

const MUTATIONS = 1_000_000;

/** Milliseconds of processor time: on a busy machine the clock goes on without us. */
function busy(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** `npm run fuzz [-- COUNT [SEED]]`: mutated texts of every format, others for each seed; 1 if a promise was broken. */
export function main(args: readonly string[]): number {
  const [count = MUTATIONS, seed = 0] = args.map(Number);
  const started = performance.now();
  const { texts, complaints, found, slowest } = fuzz({
    from: firstOf(seed),
    count,
    pasteEvery: 16,
    now: busy,
    progress: (done) => process.stderr.write(`\r${done}`),
  });
  for (const { format, seed: own, complaint, text } of found) {
    console.log(`${format} seed ${own}: ${complaint}\n${JSON.stringify(text)}\n`);
  }
  if (complaints > found.length) console.log(`... and ${complaints - found.length} complaints more`);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `seed ${seed}: ${texts} mutated texts in ${seconds} s, slowest ${slowest.toFixed(0)} ms, ${complaints} complaints`,
  );
  return complaints === 0 ? 0 : 1;
}
