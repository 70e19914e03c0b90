import { firstOf, fuzz } from '../fuzz/fuzz';
import { Tally, type SoakStep } from './step';

const TEXTS = 20_000;

/** Milliseconds of processor time. */
function busy(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** `npm run fuzz`, shorter: texts of every format, broken on purpose. */
export const FUZZ: SoakStep = {
  name: 'broken texts of every format',
  run: ({ seed, size }) => {
    const tally = new Tally();
    const count = TEXTS * size;
    const { texts, complaints, found } = fuzz({ from: firstOf(seed), count, pasteEvery: 16, now: busy });
    for (let i = complaints; i < texts; i++) tally.check(true, () => '');
    for (const { format, seed: at, complaint } of found) tally.check(false, () => `${format} seed ${at}: ${complaint}`);
    for (let i = found.length; i < complaints; i++) tally.check(false, () => 'another one');
    return tally.result();
  },
};
