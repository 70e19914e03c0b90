import fc from 'fast-check';
import { EXAMPLES } from '../../src/content/examples';
import { SCENES } from '../../src/content/scenes';
import type { Document } from '../../src/core/document/document';
import { inMode } from '../../src/core/document/edits/proxy';
import { PROXY_MODE_IDS } from '../../src/core/kubernetes/mode-ids';
import { moments } from '../../src/core/story/moments';
import { faultsOf } from '../../src/core/story/testing/facts';
import { randomDocuments } from '../../src/core/story/testing/random-walks';
import { readSentences } from '../../src/core/story/testing/sentence-forms';
import { walksOf } from '../../src/core/story/testing/walks';
import { Tally, type SoakStep } from './step';

const CLUSTERS = 200;
const OUTCOMES = 4;

/** What a visitor can open from the lists, and clusters nobody has seen: each in every mode. */
function* documents(seed: number, size: number): Generator<readonly [name: string, Document]> {
  for (const { id, document } of [...SCENES, ...EXAMPLES]) {
    yield [id, document()];
    for (const mode of PROXY_MODE_IDS) yield [`${id} in ${mode}`, inMode(document(), mode)];
  }
  for (const [at, made] of fc.sample(randomDocuments, { seed, numRuns: CLUSTERS * size }).entries())
    for (const document of made) yield [`cluster ${at} of seed ${seed}, ${document.mode}`, document];
}

/** Tells every walk there is and holds each sentence to trace and document; how often each form was read is told. */
export const SENTENCES: SoakStep = {
  name: 'sentences of scenes, examples and random clusters',
  run: ({ seed, size }) => {
    const tally = new Tally();
    const read = new Map<string, number>();
    let [walks, told] = [0, 0];
    for (const [name, document] of documents(seed, size)) {
      for (const walk of walksOf(document, OUTCOMES)) {
        const story = moments(walk.walked);
        walks++;
        told += story.reduce((sum, { cause }) => sum + (cause ? 2 : 1), 0);
        for (const { form } of readSentences(walk, story)) read.set(form, (read.get(form) ?? 0) + 1);
        const faults = faultsOf(walk);
        tally.check(faults.length === 0, () => `${name}: ${faults.join('; ')}`);
      }
    }
    const parts = [...read].toSorted(([, a], [, b]) => b - a).map(([form, count]) => `“${form}”: read ${count} times`);
    return { ...tally.result(), parts: [`${walks} walks, ${told} sentences`, ...parts] };
  },
};
