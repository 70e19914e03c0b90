import { wrap, type Remote } from 'comlink';
import type { Comparison, PaneSpec } from '../core/document/compare';
import type { ComparedDocuments, CompareQuestion, ProbePage } from './compare';
import type { RulesAnswer, RulesQuestion } from './compare-rules';
import type { CompareService } from './compare-service';
import { diff } from './patch';

/** Whoever compares, as the page sees it: each call says which documents it is about. */
export interface CompareClient {
  readonly compare: (documents: ComparedDocuments, question: CompareQuestion) => Promise<Comparison>;
  readonly probe: (documents: ComparedDocuments, panes: readonly PaneSpec[], from: number) => Promise<ProbePage>;
  readonly rules: (documents: ComparedDocuments, question: RulesQuestion) => Promise<RulesAnswer>;
  /** Ends what is being computed and forgets everything. */
  readonly end: () => void;
}

type Asked = Remote<CompareService> | CompareService;

/** Asks a service; the documents are sent as differences, before the first question about them. */
function clientOf(service: Promise<Asked>, end: () => void): CompareClient {
  let sent: ComparedDocuments | undefined;
  let ready: Promise<unknown> = Promise.resolve();
  const about = async (documents: ComparedDocuments): Promise<Asked> => {
    const asked = await service;
    const same =
      sent !== undefined && Object.keys({ ...sent, ...documents }).every((key) => sent?.[key] === documents[key]);
    if (!same) {
      const patch = diff(sent, documents);
      sent = documents;
      ready = ready.then(() => asked.setDocuments(patch));
    }
    await ready;
    return asked;
  };
  return {
    compare: async (documents, question) => (await about(documents)).compare(question),
    probe: async (documents, panes, from) => (await about(documents)).probe(panes, from),
    rules: async (documents, question) => (await about(documents)).rules(question),
    end,
  };
}

async function inline(): Promise<CompareService> {
  const [{ compareService }, { createDerive }] = await Promise.all([
    import('./compare-service'),
    import('../core/document/derive'),
  ]);
  return compareService(createDerive);
}

/** Compares in a worker of its own, so that the bench's engine is not kept waiting; on the page's thread where there is none. */
export function startCompareClient(): CompareClient {
  if (typeof Worker === 'undefined') return clientOf(inline(), () => undefined);
  let worker: Worker;
  try {
    worker = new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return clientOf(inline(), () => undefined);
  }
  return clientOf(Promise.resolve(wrap<CompareService>(worker)), () => worker.terminate());
}
