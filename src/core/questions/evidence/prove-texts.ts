import { within, type Steps } from '../../lib/scan';
import { Memo } from '../../lib/memo';
import { createDerive } from '../../document/derive';
import { emptyDocument } from '../../document/document';
import { openManifest } from '../../document/open-manifest';
import { tellOnlyOfCluster, textsWithObjects, textsWithRules } from '../../paste/openings';
import { networkInSteps, type PastedNetwork } from '../../paste/pasted';
import type { PastedNode } from '../../paste/pasted-types';
import { evidenceInSteps, placeEvidence, type EvidenceSource, type PlacedEvidence } from './list-evidence';
import { withoutServed } from './overruled';
import { RANKS, rankFinding } from './strength';
import { walkTold, type ToldNetwork } from './told-walk';
import { findOfWords } from './word-findings';

/** Texts that were opened, to be proven and walked. */
export type OpenedEvidence = EvidenceSource & ToldNetwork;

/** Larger texts are walked on the page once they are opened. */
const LONGEST_WALKED = 400_000;

/**
 * Findings that pasted texts prove by themselves, worst first, as `rulewalk explain` says it: opened as a node or as a
 * cluster, else the causes that lines of logs tell. In steps, each how far it is, 0..1. Never throws for what was pasted.
 */
export function* proveTexts(pasted: PastedNode, memo = new Memo()): Steps<readonly PlacedEvidence[]> {
  const { texts } = pasted;
  const all = yield* within(networkInSteps(pasted, [], memo), 0, 0.3);
  const own = tellOnlyOfCluster(all.texts) ? [] : textsWithRules(texts, all.texts);
  if (own.length === 0) return yield* within(ofObjects(pasted, all, memo), 0.3, 1);
  const node = own.length === texts.length ? pasted : { ...pasted, texts: own };
  const derived = node === pasted ? all : yield* within(networkInSteps(node, [], memo), 0.3, 0.5);
  const document = { ...emptyDocument(), subject: 'pasted' as const, pasted: node };
  const source = { document, derived, texts, examined: derived, suggested: derived.suggested };
  return yield* within(proveShort(source, memo), 0.5, 1);
}

/** Findings on opened texts and what becomes of their packet, worst first, each with its lines. */
export function* proveOpened(source: OpenedEvidence, memo: Memo): Steps<readonly PlacedEvidence[]> {
  const found = yield* within(evidenceInSteps(source), 0, 0.5);
  const proven = found.filter((each) => rankFinding(each) <= RANKS.oddity);
  const walked = yield* within(walkTold(source, createDerive(memo), proven), 0.5, 1);
  return placeEvidence(withoutServed([...found, ...walked]), source.texts);
}

/** As {@link proveOpened}, of large texts without their packet. */
function* proveShort(source: OpenedEvidence, memo: Memo): Steps<readonly PlacedEvidence[]> {
  const length = source.texts.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= LONGEST_WALKED) return yield* proveOpened(source, memo);
  return placeEvidence(yield* evidenceInSteps(source), source.texts);
}

/** Of texts without rules: what their objects prove, and their logs. */
function* ofObjects({ texts }: PastedNode, read: PastedNetwork, memo: Memo): Steps<readonly PlacedEvidence[]> {
  const manifest = textsWithObjects(texts, read.texts).map(({ text }) => text);
  if (manifest.length === 0) return placeEvidence(findOfWords(texts), texts);
  const state = { document: emptyDocument(), texts: manifest, state: 'told' } as const;
  const { objects, words, document } = yield* within(openManifest(state), 0, 0.5);
  const told = { derived: read, texts, ...(objects ? { objects } : {}), ...(words ? { words } : {}) };
  const source = { ...told, document: document ?? emptyDocument() };
  return yield* within(proveShort(source, memo), 0.5, 1);
}
