import { within, type Steps } from '../../lib/scan';
import { Memo } from '../../lib/memo';
import { emptyDocument } from '../../document/document';
import { openManifest } from '../../document/open-manifest';
import { tellOnlyOfCluster, textsWithObjects, textsWithRules } from '../../paste/openings';
import { networkInSteps, type PastedNetwork } from '../../paste/pasted';
import type { PastedNode } from '../../paste/pasted-types';
import type { EvidenceFinding } from './evidence-finding';
import { evidenceInSteps, placeEvidence, type PlacedEvidence } from './list-evidence';
import { findOfWords } from './word-findings';

/**
 * Findings that pasted texts prove by themselves, worst first, as `rulewalk explain` says it: opened as a node or as a
 * cluster, else the causes that lines of logs tell. In steps, each how far it is, 0..1. Never throws for what was pasted.
 */
export function* proveTexts(pasted: PastedNode, memo = new Memo()): Steps<readonly PlacedEvidence[]> {
  const { texts } = pasted;
  const all = yield* within(networkInSteps(pasted, [], memo), 0, 0.3);
  const own = tellOnlyOfCluster(all.texts) ? [] : textsWithRules(texts, all.texts);
  if (own.length === 0) return placeEvidence(yield* within(ofObjects(pasted, all), 0.3, 1), texts);
  const node = own.length === texts.length ? pasted : { ...pasted, texts: own };
  const derived = node === pasted ? all : yield* within(networkInSteps(node, [], memo), 0.3, 0.5);
  const document = { subject: 'pasted' as const, pasted: node };
  const source = { document, derived, texts, examined: derived };
  return placeEvidence(yield* within(evidenceInSteps(source), 0.5, 1), texts);
}

/** Of texts without rules: what their objects prove, and their logs. */
function* ofObjects({ texts }: PastedNode, read: PastedNetwork): Steps<readonly EvidenceFinding[]> {
  const manifest = textsWithObjects(texts, read.texts).map(({ text }) => text);
  if (manifest.length === 0) return findOfWords(texts);
  const { objects } = yield* within(
    openManifest({ document: emptyDocument(), texts: manifest, state: 'told' }),
    0,
    0.5,
  );
  const source = { document: emptyDocument(), derived: read, texts, ...(objects ? { objects } : {}) };
  return yield* within(evidenceInSteps(source), 0.5, 1);
}
