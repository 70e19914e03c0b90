import { ClipboardPaste, Play, Trash2, FileDiff } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isMachine } from '../../core/paste/sender';
import type { SuggestedFlow } from '../../core/paste/pasted';
import type { FoundService } from '../../core/paste/pasted-types';
import {
  changePasted,
  moveText,
  nameMachine,
  removePasted,
  setFacts,
  makeSetFacts,
  setSubject,
} from '../../core/document/edits/pasted';
import { flowsOfSubject, type Flow } from '../../core/document/document';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import { AsSheet } from '../common/AsSheet';
import { Button, IconButton } from '../common/controls';
import { EmptyState } from '../common/feedback';
import { SectionHeading } from '../common/labels';
import { useLateBench } from '../common/use-late-bench';
import { FindingsPanel } from './findings/FindingsPanel';
import { RebuildButton, Reference } from '../windows/rebuild/Reference';
import { RedactSwitch } from '../share/redact/RedactSwitch';
import { useWorkspace } from '../shell/bench/use-shortcuts';
import { AssumptionList } from './AssumptionList';
import { DiagnosticList, FoundServices, NodeSummary } from './NodeSummary';
import { NodeFlowForm } from './NodeFlowForm';
import { OfferedPackets } from './OfferedPackets';
import { listSenderDevices, makeDraft, EMPTY_FLOW_DRAFT, getFlow, towards, type FlowDraft } from './node-flow.model';
import { listMachines } from './open-node.model';
import { TextCard } from './TextCard';
import { useSendFlow } from '../shell/bench/use-send-flow';
import styles from './import.module.css';
import { removeFlow } from '../../core/document/edits/cluster';
import { sourceTitle, targetTitle } from '../editors/flow.model';

/** The packets sent so far; one click sends one again. */
function NodeFlows({ flows }: { readonly flows: readonly Flow[] }) {
  const t = useTranslations('import');
  const { edit, send } = useActions();
  const shown = useBench(({ run }) => run.flowId);
  if (flows.length === 0) return null;
  return (
    <ul className={styles.flows}>
      {flows.map((flow) => {
        const words = { outside: '', thisNode: t('thisNode') };
        const title = `${sourceTitle(flow.from, words)} → ${flow.title ?? targetTitle(flow)}`;
        return (
          <li key={flow.id} className={styles.correctable}>
            <Button
              size="s"
              variant="quiet"
              icon={<Play aria-hidden />}
              aria-current={flow.id === shown}
              onClick={() => send(flow.id)}
            >
              {title}
            </Button>
            <IconButton
              size="s"
              label={t('remove', { title })}
              icon={<Trash2 aria-hidden />}
              onClick={() => edit((document) => removeFlow(document, flow.id))}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** The pasted node for later: its texts, Services, packets, and everything that was assumed. */
export function DumpPanel() {
  const t = useTranslations('import');
  const { openDialog } = useWorkspace();
  const { edit } = useActions();
  const subject = useBench(({ document }) => document.present.subject);
  const any = useBench(({ document }) => document.present.pasted.texts.length > 0);
  const paste = (
    <Button size="s" icon={<ClipboardPaste aria-hidden />} onClick={() => openDialog('paste')}>
      {any ? t('more') : t('paste')}
    </Button>
  );
  if (!any) {
    return (
      <EmptyState title={t('empty')}>
        <p>{t('emptyNext')}</p>
        {paste}
      </EmptyState>
    );
  }
  return (
    <div className={styles.panel}>
      <div className={styles.buttons}>
        {paste}
        <Button
          size="s"
          onClick={() => edit((document) => setSubject(document, subject === 'pasted' ? 'cluster' : 'pasted'))}
        >
          {subject === 'pasted' ? t('showCluster') : t('showNode')}
        </Button>
        {subject === 'pasted' && <AsSheet name="this-machine" />}
        {subject === 'pasted' && <RebuildButton />}
        {subject === 'pasted' && <CompareDumps />}
      </div>
      {subject === 'pasted' && <Summary />}
      <Reference />
      {subject === 'pasted' && <Packets />}
      {subject === 'pasted' && <FindingsPanel />}
      <Texts />
      {subject === 'pasted' && <RedactSwitch />}
      {subject === 'pasted' && <Assumed />}
    </div>
  );
}

/** What the machines are, and what to paste next for the packet that is shown. */
function Summary() {
  const identities = useBench(({ run }) => run.bench?.identities);
  const assumptions = useBench(({ run }) => run.bench?.assumptions);
  const trace = useBench(({ run }) => run.result?.trace);
  if (!identities) return null;
  return <NodeSummary identities={identities} assumptions={assumptions ?? []} trace={trace} />;
}

const NONE: readonly SuggestedFlow[] = [];

function Packets() {
  const t = useTranslations('import');
  const bench = useLateBench(useBench(({ run }) => run.bench));
  const flows = useBench(({ document }) => document.present.flows);
  const store = useBenchStore();
  const [typed, setTyped] = useState<FlowDraft>();
  const sendFlow = useSendFlow();
  const suggested = bench?.suggested ?? NONE;
  const [first] = suggested;
  const draft = typed ?? (first ? makeDraft(first) : EMPTY_FLOW_DRAFT);
  const machines = (bench?.netns ?? []).filter(({ id }) => isMachine(id));
  const devices = listSenderDevices(machines, first?.node);
  const found = bench?.found ?? [];
  const pick = (service: FoundService): void => {
    const aimed = towards(draft, service);
    setTyped(aimed);
    const read = getFlow(aimed);
    if (read.ok) sendFlow(read.value);
  };
  return (
    <>
      <section>
        <SectionHeading count={found.length}>{t(found.length > 0 ? 'found' : 'foundNone')}</SectionHeading>
        <FoundServices found={found} onPick={pick} />
      </section>
      <section>
        <SectionHeading>{t('packet')}</SectionHeading>
        <OfferedPackets suggested={suggested} draft={draft} onDraft={setTyped} />
        <NodeFlowForm
          draft={draft}
          onDraft={setTyped}
          devices={devices}
          suggested={suggested}
          found={found}
          onSend={sendFlow}
        />
        <NodeFlows flows={flows.length === 0 ? [] : flowsOfSubject(store.getState().document.present)} />
      </section>
    </>
  );
}

function Texts() {
  const t = useTranslations('import');
  const { edit } = useActions();
  const texts = useBench(({ document }) => document.present.pasted.texts);
  const summaries = useBench(({ run }) => run.bench?.texts);
  const nodes = listMachines(texts, summaries ?? []);
  return (
    <section>
      <SectionHeading count={texts.length}>{t('texts')}</SectionHeading>
      {texts.map((text) => (
        <TextCard
          key={text.id}
          text={text}
          summary={summaries?.find(({ id }) => id === text.id)}
          nodes={nodes}
          onNode={(node) => edit((document) => moveText(document, text.id, node), { coalesce: `node ${text.id}` })}
          onMachine={(told, name) =>
            edit((document) => nameMachine(document, text.id, told, name), { coalesce: `machine ${text.id} ${told}` })
          }
          onTitle={(title) =>
            edit((document) => changePasted(document, text.id, { title }), { coalesce: `title ${text.id}` })
          }
          onRemove={() => edit((document) => removePasted(document, text.id))}
        />
      ))}
    </section>
  );
}

function Assumed() {
  const t = useTranslations('import');
  const { edit } = useActions();
  const facts = useBench(({ document }) => document.present.pasted.facts);
  const nodes = useBench(({ document }) => document.present.pasted.nodes);
  const assumptions = useBench(({ run }) => run.bench?.assumptions);
  const diagnostics = useBench(({ run }) => run.bench?.diagnostics);
  const texts = useBench(({ run }) => run.bench?.texts);
  const own = new Set(texts?.flatMap((text) => text.diagnostics.map(({ message }) => message.id)));
  const others = (diagnostics ?? []).filter(({ message }) => !own.has(message.id));
  return (
    <>
      <section>
        <SectionHeading count={assumptions?.length ?? 0}>{t('assumed')}</SectionHeading>
        <AssumptionList
          assumptions={assumptions ?? []}
          facts={facts}
          nodes={nodes}
          onFacts={(next, node) =>
            edit((document) => (node === undefined ? setFacts(document, next) : makeSetFacts(document, node, next)))
          }
        />
      </section>
      {others.length > 0 && (
        <section>
          <SectionHeading>{t('remarks')}</SectionHeading>
          <DiagnosticList diagnostics={others} />
        </section>
      )}
    </>
  );
}

/** Opens the comparison of the pasted node with another dump. */
function CompareDumps() {
  const t = useTranslations('twoDumps');
  const { openDialog } = useWorkspace();
  return (
    <Button size="s" icon={<FileDiff aria-hidden />} onClick={() => openDialog('two-dumps')}>
      {t('open')}
    </Button>
  );
}
