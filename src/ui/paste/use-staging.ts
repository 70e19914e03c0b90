import { useMemo, useState, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { NodeFacts, PastedNode, TextSummary } from '../../core/paste/pasted-types';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import type { PendingText } from '../../store/inbox-slice';
import { makeDraft, EMPTY_FLOW_DRAFT, getFlow, type FlowDraft } from './node-flow.model';
import { textsWithRules } from '../../core/paste/openings';
import { differingCopies, makeComparison, modesApart, openNode, type DifferingCopies } from './open-node.model';
import type { Examined } from '../../core/questions/examine';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import { useQuestion, type AskState } from '../common/use-asked';
import type { PlacedEvidence } from '../../core/questions/evidence/list-evidence';
import { useEvidence } from './findings/use-evidence';

/** How the examination of some texts stands. What was understood last stays while it is done again. */
interface Examination extends AskState<Examined> {
  readonly examined: Examined | undefined;
}

/** Examines texts in a worker whenever they or the corrections change. */
function useExamine(pasted: PastedNode): Examination {
  const ask = useCallback((options: AskOptions) => background.ask('examine', { pasted }, options), [pasted]);
  const asked = useQuestion(pasted.texts.length === 0 ? undefined : ask);
  return { ...asked, examined: asked.answer };
}

/** Everything the window works on before a node is opened. */
export interface Staging {
  readonly texts: readonly PendingText[];
  readonly unreadable: readonly string[];
  readonly examination: Examination;
  /** What the texts prove by themselves. */
  readonly evidence: readonly PlacedEvidence[];
  readonly facts: NodeFacts;
  /** Facts of several machines, by name. */
  readonly nodes: PastedNode['nodes'];
  readonly setFacts: (facts: NodeFacts, node?: string) => void;
  readonly draft: FlowDraft;
  readonly setDraft: (draft: FlowDraft) => void;
  /** Whether the texts are another node than the one on the bench. */
  readonly fresh: boolean;
  readonly setFresh: (fresh: boolean) => void;
  /** A node is on the bench already. */
  readonly hasNode: boolean;
  readonly canOpen: boolean;
  /** Texts of which one has to be chosen first. */
  readonly copies: DifferingCopies | undefined;
  readonly open: () => void;
}

const NO_FACTS: NodeFacts = {};

/** The window's state: texts of the inbox, what was understood, corrections and the first packet. */
export function useStaging(onDone: () => void): Staging {
  const t = useTranslations('common');
  const inbox = useBench((state) => state.inbox);
  const onBench = useBench(({ document }) => document.present.pasted);
  const [fresh, setFresh] = useState(false);
  const [own, setOwn] = useState<NodeFacts>();
  const [ownNodes, setNodes] = useState<PastedNode['nodes']>();
  const [typed, setTyped] = useState<FlowDraft>();
  const hasNode = onBench.texts.length > 0;
  const texts = useMemo(
    () =>
      inbox.texts.map((text, index) =>
        text.title === '' ? { ...text, title: t('untitledText', { number: index + 1 }) } : text,
      ),
    [inbox.texts, t],
  );
  const all = useMemo(() => (fresh ? texts : [...onBench.texts, ...texts]), [fresh, onBench.texts, texts]);
  const facts = own ?? (fresh ? NO_FACTS : onBench.facts);
  const nodes = ownNodes ?? (fresh ? undefined : onBench.nodes);
  const pasted = useMemo(
    () => ({ texts: texts.length === 0 ? NO_TEXTS : all, facts, ...(nodes ? { nodes } : {}) }),
    [texts, all, facts, nodes],
  );
  const examination = useExamine(pasted);
  const { examined } = examination;
  const evidence = useEvidence(examination.status === 'done' && examined ? pasted : undefined).answer ?? NONE;
  const suggested = examined?.suggested[0];
  const draft = typed ?? (suggested ? makeDraft(suggested) : EMPTY_FLOW_DRAFT);
  const withRules = textsWithRules(texts, examined?.texts ?? []);
  const copies = useMemo(() => {
    const found = differingCopies(all, examined?.diagnostics ?? []);
    return found && texts.some(({ id }) => id === found.last.id) ? found : undefined;
  }, [all, texts, examined]);
  const open = useOpen(onDone);
  return {
    texts,
    unreadable: inbox.unreadable,
    examination,
    evidence,
    facts,
    nodes,
    setFacts: (next, node) => (node === undefined ? setOwn(next) : setNodes({ ...nodes, [node]: { facts: next } })),
    draft,
    setDraft: setTyped,
    fresh,
    setFresh,
    hasNode,
    canOpen: withRules.length > 0 && examination.status === 'done' && !copies,
    copies,
    open: () => open({ fresh, texts: withRules, facts, nodes, draft, summaries: examined?.texts ?? [] }),
  };
}

const NO_TEXTS: readonly PendingText[] = [];
const NONE: readonly PlacedEvidence[] = [];

interface Handed {
  readonly fresh: boolean;
  readonly texts: readonly PendingText[];
  readonly facts: NodeFacts;
  readonly nodes: PastedNode['nodes'];
  readonly draft: FlowDraft;
  readonly summaries: readonly TextSummary[];
}

/** Puts the node on the bench as one edit and sends its first packet; a note of several modes is compared. */
function useOpen(onDone: () => void): (handed: Handed) => void {
  const { edit, send, showLeft, setStarting, setCompare, clearInbox } = useActions();
  const store = useBenchStore();
  return ({ draft, summaries, ...rest }) => {
    const read = getFlow(draft);
    const whole = { ...rest, flow: read.ok ? read.value : undefined };
    const apart = modesApart(whole, summaries);
    const opening = apart?.opening ?? whole;
    onDone();
    // The window closes in a task of its own: a long text takes as long again to reach the engine.
    setTimeout(() => {
      const { document, flowId } = openNode(store.getState().document.present, opening);
      edit(() => document, opening.fresh ? 'replace' : 'record');
      setStarting(false);
      showLeft('pasted');
      clearInbox();
      if (apart) setCompare(makeComparison(document, apart));
      if (flowId !== undefined) send(flowId);
    }, 0);
  };
}
