import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { createDerive } from '../document/derive';
import { emptyDocument, type Document } from '../document/document';
import { PROXY_MODE_IDS } from '../kubernetes/mode-ids';
import { inMode } from '../document/edits/proxy';
import { faultsOf } from './testing/facts';
import { randomDocuments } from './testing/random-walks';
import { idleCauses } from './testing/taken-away';
import { walksOf } from './testing/walks';
import { SOAKING, some, somePairs, tries } from '../lib/testing/soaking';

/** The notes belong to others: they are read in place. */
const SEEDS = `${process.env['RULEWALK_SHARED'] ?? '../shared'}/seeds`;

/** Pasted texts with the flows that are worth sending first. */
function pastedDocument(text: string): Document {
  const empty = emptyDocument('pasted');
  const document: Document = {
    ...empty,
    subject: 'pasted',
    pasted: { texts: [{ id: 't', title: 't', text }], facts: {} },
  };
  const flows = createDerive()(document)
    .suggested.slice(0, 12)
    .map(({ from, to, device, protocol, port, enters, node }, i) => ({
      id: `f${i}`,
      from: {
        kind: 'interface' as const,
        address: from,
        ...(device === undefined ? {} : { device }),
        ...(enters === undefined ? {} : { enters }),
        ...(node === undefined ? {} : { node }),
      },
      to: { kind: 'address' as const, address: to },
      protocol,
      port,
    }));
  return { ...document, flows };
}

describe('an example', () => {
  it.each(somePairs(EXAMPLES, PROXY_MODE_IDS, 10).map(([example, mode]) => [example.id, mode, example] as const))(
    '%s says in %s what the engine says, and every cause decides',
    (_, mode, example) => {
      const walks = walksOf(inMode(example.document(), mode), 2);
      expect(walks.flatMap(faultsOf)).toEqual([]);
      expect(walks.slice(0, SOAKING ? 2 : 1).flatMap((walk) => idleCauses(walk, 2).idle)).toEqual([]);
    },
  );
});

describe.skipIf(!existsSync(SEEDS))('notes with real listings', () => {
  it('are told whole, and nothing is said of them that the engine did not find', () => {
    const names = readdirSync(SEEDS).filter((name) => name.endsWith('.txt'));
    const texts = some(names).map((name) => readFileSync(`${SEEDS}/${name}`, 'utf8'));
    const walks = texts.flatMap((text) => walksOf(pastedDocument(text)));
    expect(walks.length).toBeGreaterThan(0);
    expect(walks.flatMap(faultsOf)).toEqual([]);
  });
});

describe('a story of any cluster', () => {
  it('says what the engine says', () => {
    fc.assert(
      fc.property(fc.noShrink(randomDocuments), (documents) => {
        for (const document of documents) for (const walk of walksOf(document, 3)) expect(faultsOf(walk)).toEqual([]);
      }),
      { numRuns: tries(40), seed: 15 },
    );
  });

  it('names causes that decide', () => {
    fc.assert(
      fc.property(fc.noShrink(randomDocuments), (documents) => {
        for (const document of documents)
          for (const walk of walksOf(document, 1)) expect(idleCauses(walk, 3).idle).toEqual([]);
      }),
      { numRuns: tries(10), seed: 15 },
    );
  });
});
