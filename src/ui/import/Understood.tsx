import { useTranslations } from 'use-intl';
import type { Examined } from '../../core/analysis/examine';
import type { NodeFacts, PastedNode } from '../../core/analysis/pasted-types';
import { SectionHeading } from '../common/SectionHeading';
import { AssumptionList } from './AssumptionList';
import { FoundServices } from './FoundServices';
import { NodeSummary } from './NodeSummary';
import { NodeFlowForm } from './NodeFlowForm';
import { towards, type FlowDraft } from './node-flow.model';

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
  const { found, assumptions, devices, suggested } = examined;
  return (
    <>
      <NodeSummary identities={examined.identities} assumptions={assumptions} />
      <section>
        <SectionHeading count={found.length}>{t('found')}</SectionHeading>
        <FoundServices found={found} onPick={(service) => onDraft(towards(draft, service))} />
      </section>
      <section>
        <SectionHeading>{t('packet')}</SectionHeading>
        <NodeFlowForm draft={draft} onDraft={onDraft} devices={devices} suggested={suggested} found={found} />
      </section>
      <section>
        <SectionHeading count={assumptions.length}>{t('assumed')}</SectionHeading>
        <AssumptionList assumptions={assumptions} facts={facts} nodes={nodes} onFacts={onFacts} />
      </section>
    </>
  );
}
