import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type Document, type Flow, flowsOfSubject } from '../../core/document/document';
import { isProbe } from '../../core/questions/compare/compare-probes';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import type { MenuItem } from '../common/Menu';
import { ARRANGEMENTS, arrange, type Arrangement } from './arrange.model';
import { onePaneMore } from './compare.model';
import { BEFORE_KEY, CLUSTER_KEY, findPolicyKind } from './pane.model';
import { useFlowTitle, type Compared } from './use-comparison';

const OtherPane = lazy(() => import('./OtherPane').then((module) => ({ default: module.OtherPane })));

/** The document as it was before the last edit, while that can be undone. */
function useBefore(): Document | undefined {
  const store = useBenchStore();
  useBench(({ document }) => document.present);
  return store.temporal.getState().pastStates.at(-1)?.document?.present;
}

/** Panes that belong together, each with one choice. */
export function useArrangeItems({ offers, flow }: Compared): readonly MenuItem[] {
  const t = useTranslations('compare.arrange');
  const document = useBench((state) => state.document.present);
  const documents = useBench(({ view }) => view.compare.documents);
  const before = useBefore();
  const { setCompare } = useActions();
  const choose = (kind: Arrangement): void => {
    const panes = arrange(kind, { offers, document, flow, before });
    if (!panes) return;
    const kept = kind === 'edit' && before ? { ...documents, [BEFORE_KEY]: before } : documents;
    setCompare({ panes, documents: kept, outcome: undefined });
  };
  const policy = flow ? findPolicyKind(flow) : undefined;
  return ARRANGEMENTS.map((kind) => ({
    id: kind,
    label: t(kind === 'policies' && policy === 'internal' ? 'policiesInternal' : kind),
    hint: t(`hint.${kind}`),
    disabled: arrange(kind, { offers, document, flow, before }) === undefined,
    onSelect: () => choose(kind),
  }));
}

/** Another mode of the cluster; beside a pasted node without a cluster another document, which a window asks for. */
export function useOnePaneMore({ panes, offers, setPanes }: Compared): { readonly add: () => void; window: ReactNode } {
  const release = useBench(({ document }) => document.present.release);
  const mode = useBench(({ document }) => document.present.mode);
  const pasted = useBench(({ document }) => document.present.subject === 'pasted');
  const built = useBench(({ document }) => document.present.cluster.nodes.length > 0);
  const [choosing, setChoosing] = useState(false);
  const add = (): void => {
    if (pasted && !built) setChoosing(true);
    else
      setPanes(
        onePaneMore(panes, offers, { proxied: { mode, release }, ...(pasted ? { document: CLUSTER_KEY } : {}) }),
      );
  };
  const window = choosing && (
    <Suspense fallback={null}>
      <OtherPane onClose={() => setChoosing(false)} onPane={(pane) => setPanes([...panes, pane])} />
    </Suspense>
  );
  return { add, window };
}

interface FlowChoice {
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly choose: (id: string) => void;
}

/** The flows that can be compared: the document's, and the generated one that is. */
export function useFlowChoice(flow: Flow | undefined): FlowChoice {
  const titleOf = useFlowTitle();
  const document = useBench(({ document: { present } }) => present);
  const { selectFlow, setCompare, setCompareTick } = useActions();
  const generated = flow && isProbe(flow.id) ? [flow] : [];
  const options = [...generated, ...flowsOfSubject(document)].map((each) => ({
    id: each.id,
    label: titleOf(each),
  }));
  const choose = (id: string): void => {
    setCompare({ probe: undefined, outcome: undefined });
    setCompareTick(0);
    selectFlow(id);
  };
  return { options, choose };
}
