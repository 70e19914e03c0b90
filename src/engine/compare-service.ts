import type { Comparison, PaneSpec } from '../core/document/compare';
import type { Derive } from '../core/document/derived';
import type { Document } from '../core/document/document';
import { createComparer, type ComparedDocuments, type CompareQuestion, type ProbePage } from './compare';
import type { RulesAnswer, RulesQuestion } from './compare-rules';
import { applyPatch, type Patch } from './patch';

/** What is asked of whoever compares; each question comes after the documents it is about. */
export interface CompareService {
  /** The documents, as the difference from those before: what did not change keeps its identity and stays compiled. */
  readonly setDocuments: (patch: Patch) => Promise<void>;
  readonly compare: (question: CompareQuestion) => Comparison;
  /** Rows from the `from`th on, so many as a slice of time allows: between slices other questions are answered. */
  readonly probe: (panes: readonly PaneSpec[], from: number) => ProbePage;
  readonly rules: (question: RulesQuestion) => RulesAnswer;
}

const SLICE_MS = 30;

/** Makes a service with a memory of its own. `ready`: what a document has to wait for. */
export function compareService(newDerive: () => Derive, ready?: (document: Document) => Promise<void>): CompareService {
  const comparer = createComparer(newDerive);
  let documents: unknown;
  return {
    setDocuments: async (patch) => {
      documents = applyPatch(documents, patch);
      const next = documents as ComparedDocuments;
      for (const document of Object.values(next)) await ready?.(document);
      comparer.setDocuments(next);
    },
    compare: comparer.compare,
    probe: (panes, from) => {
      const until = performance.now() + SLICE_MS;
      return comparer.probe(panes, from, () => performance.now() > until);
    },
    rules: comparer.rules,
  };
}
