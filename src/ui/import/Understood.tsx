import { useTranslations } from 'use-intl';
import type { Examined } from '../../core/analysis/examine';
import type { NodeFacts, PastedNode } from '../../core/analysis/pasted-types';
import { AssumptionList } from './AssumptionList';
import { FoundServices } from './FoundServices';
import { NodeFlowForm } from './NodeFlowForm';
import { towards, type FlowDraft } from './node-flow.model';
import styles from './import.module.css';

export interface UnderstoodProps {
  readonly examined: Examined;
  readonly facts: NodeFacts;
  readonly nodes: PastedNode['nodes'];
  readonly onFacts: (facts: NodeFacts, node?: string) => void;
  readonly draft: FlowDraft;
  readonly onDraft: (draft: FlowDraft) => void;
}

/** What was understood of all texts together: Services, the first packet, what had to be assumed. */
export function Understood({ examined, facts, nodes, onFacts, draft, onDraft }: UnderstoodProps) {
  const t = useTranslations('import');
  const { found, assumptions, devices } = examined;
  return (
    <>
      <section>
        <Heading text={t('found')} count={found.length} />
        <FoundServices found={found} onPick={(service) => onDraft(towards(draft, service))} />
      </section>
      <section>
        <Heading text={t('packet')} />
        <NodeFlowForm draft={draft} onDraft={onDraft} devices={devices} found={found} />
      </section>
      <section>
        <Heading text={t('assumed')} count={assumptions.length} />
        <AssumptionList assumptions={assumptions} facts={facts} nodes={nodes} onFacts={onFacts} />
      </section>
    </>
  );
}

function Heading({ text, count }: { readonly text: string; readonly count?: number }) {
  return (
    <h3 className={styles.heading}>
      {text}
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </h3>
  );
}
