import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Button, Segmented } from '../common/controls';
import { Dialog, WorkProgress, type WindowProps } from '../common/Dialog';
import { lazyPart } from '../common/late';
import { SectionHeading } from '../common/labels';
import { Documents } from './kept/Documents';
import { Kept } from './kept/Kept';
import type { PendingText } from '../../store/inbox-slice';
import { assignMachine, setSubject } from '../../core/document/edits/pasted';
import { towards, type FlowDraft } from './node-flow.model';
import { textsOfKubeProxy, textsWithObjects, textsWithRules } from '../../core/paste/openings';
import { isClusterFirst, listMachines, namesApart, withoutRemarks, type DifferingCopies } from './open-node.model';
import { OpenCluster, type OtherKindsProps } from './OpenCluster';
import { PasteFooter } from './PasteFooter';
import { PASTE_DRAFT } from './paste-draft';
import { TextCard } from './TextCard';
import { isKeptOverReload } from './use-inbox';
import { useStaging, type Staging } from './use-staging';
import styles from './import.module.css';
import { useActions, useBench } from '../../store/hooks';
import { PasteBox } from '../common/inputs';
import type { Examined } from '../../core/questions/examine';
import type { NodeFacts, PastedNode } from '../../core/paste/pasted-types';
import { AssumptionList } from './AssumptionList';
import { FoundServices, NodeSummary } from './NodeSummary';
import { NodeFlowForm } from './NodeFlowForm';
import { OfferedPackets } from './OfferedPackets';
import { PROJECT_FILE } from '../../core/formats/project-file';
import { openProject } from '../../store/file';
import { useReadDocument } from '../common/use-read-document';
import { Check, Copy } from 'lucide-react';
import { collectOfCluster, collectOnNode } from '../../core/paste/collect';
import { useCopy } from '../share/redact/redaction';
import { changeNodeSettings } from '../../core/document/edits/nodes';
import { readCni } from '../../core/kubernetes/network/cni-config';

const EvidenceList = lazyPart(async () => (await import('./findings/Evidence')).EvidenceList);

/** A dropped project replaces what is on the bench; undo brings it back. */
export function OpenProject({ texts, onDone }: OtherKindsProps) {
  const t = useTranslations('import');
  const { openDocument, notify, discardText } = useActions();
  const project = texts.find(({ text }) => PROJECT_FILE.detect(text) > 0);
  const { work, read } = useReadDocument(openProject, (opened) => {
    if (opened.ok) openDocument(opened.value, {}, { from: 'here' });
    else notify(opened.error);
    if (project) discardText(project.id);
    onDone();
  });
  if (!project) return null;
  return (
    <>
      <div className={styles.banner}>
        <span role="status">{t('project')}</span>
        <Button variant="primary" disabled={work.status === 'working'} onClick={() => read(project.text)}>
          {t('openProject')}
        </Button>
      </div>
      <WorkProgress work={work} room="import" />
    </>
  );
}

export interface UnderstoodProps {
  readonly examined: Examined;
  readonly facts: NodeFacts;
  readonly nodes: PastedNode['nodes'];
  readonly onFacts: (facts: NodeFacts, node?: string) => void;
  readonly draft: FlowDraft;
  readonly onDraft: (draft: FlowDraft) => void;
}

/** The meaning of all texts together: Services, the first packet, assumptions. */
export function UnderstoodTexts({ examined, facts, nodes, onFacts, draft, onDraft }: UnderstoodProps) {
  const t = useTranslations('import');
  const { found, assumptions, devices, suggested } = examined;
  return (
    <>
      <NodeSummary identities={examined.identities} assumptions={assumptions} />
      <section>
        <SectionHeading count={found.length}>{t(found.length > 0 ? 'found' : 'foundNone')}</SectionHeading>
        <FoundServices found={found} onPick={(service) => onDraft(towards(draft, service))} />
      </section>
      <section>
        <SectionHeading>{t('packet')}</SectionHeading>
        <OfferedPackets suggested={suggested} draft={draft} onDraft={onDraft} />
        <NodeFlowForm draft={draft} onDraft={onDraft} devices={devices} suggested={suggested} found={found} />
      </section>
      <section>
        <SectionHeading count={assumptions.length}>{t('assumed')}</SectionHeading>
        <AssumptionList assumptions={assumptions} facts={facts} nodes={nodes} onFacts={onFacts} />
      </section>
    </>
  );
}

/** Texts come in by the box or as files, and stand in the list below it. */
export function AddTexts({ unreadable }: { readonly unreadable: readonly string[] }) {
  const t = useTranslations('import');
  const { setDraft, receiveFiles, receiveTexts } = useActions();
  const typed = useBench(({ view }) => view.drafts[PASTE_DRAFT] ?? '');
  return (
    <section>
      <PasteBox
        words={{ box: t('box'), hint: t('boxHint'), files: t('files'), take: t('add') }}
        typed={typed}
        onTyped={(text) => setDraft(PASTE_DRAFT, text === '' ? undefined : text)}
        onText={(text) => receiveTexts([{ title: '', text }])}
        onFiles={(files) => void receiveFiles(files)}
      />
      {unreadable.map((name) => (
        <p key={name} role="alert" className={styles.problem}>
          {t('unreadable', { name })}
        </p>
      ))}
    </section>
  );
}

/** Characters: the lines of a longer text are there to be read while it is being understood. */
const LONG = 1_000_000;

/** Several texts in, what was understood of each and of all together, then the node on the bench. */
export function PasteDialog({ open, onOpenChange }: WindowProps) {
  const t = useTranslations('import');
  const close = (): void => onOpenChange(false);
  const staging = useStaging(close);
  const { examination } = staging;
  const { examined } = examination;
  const withObjects = textsWithObjects(staging.texts, examined?.texts ?? []);
  const isFirst = isClusterFirst(examined, withObjects);
  const hasRules = examined !== undefined && textsWithRules(staging.texts, examined.texts).length > 0;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="l"
      title={t('title')}
      description={t('about')}
      footer={<PasteFooter staging={staging} onCancel={close} isSecond={isFirst} />}
    >
      <div className={styles.sections}>
        <AddTexts unreadable={staging.unreadable} />
        <Collect />
        <OpenProject texts={staging.texts} onDone={close} />
        <OpenCluster about="kubernetes" isFirst={isFirst} texts={withObjects} onDone={close} />
        <OpenCluster about="kubeProxy" texts={textsOfKubeProxy(staging.texts, examined?.texts ?? [])} onDone={close} />
        <LayNetwork texts={staging.texts} onDone={close} />
        <WorkProgress work={examination} room="import" />
        <Evidence evidence={staging.evidence} />
        <Texts staging={staging} />
        {hasRules && (
          <UnderstoodTexts
            examined={examined}
            facts={staging.facts}
            nodes={staging.nodes}
            onFacts={staging.setFacts}
            draft={staging.draft}
            onDraft={staging.setDraft}
          />
        )}
        <Documents onOpened={close} />
        <Kept short />
      </div>
    </Dialog>
  );
}

/** What the texts prove by themselves, before anything is opened. */
function Evidence({ evidence }: Pick<Staging, 'evidence'>) {
  const t = useTranslations('findings');
  if (evidence.length === 0) return null;
  return (
    <section>
      <SectionHeading count={evidence.length}>{t('evidence')}</SectionHeading>
      <Suspense fallback={null}>
        <EvidenceList evidence={evidence} />
      </Suspense>
    </section>
  );
}

/** Two times of one machine are not put together: one of them is chosen, or both stand beside each other. */
function ChooseCopy({ copies, staging }: { readonly copies: DifferingCopies; readonly staging: Staging }) {
  const t = useTranslations('import');
  const { changeText, discardText } = useActions();
  const { first, last } = copies;
  const isOnBench = !staging.texts.some(({ id }) => id === first.id);
  const beside = (): void => {
    const [one, other] = namesApart(copies);
    if (!isOnBench) changeText(first.id, (old) => onMachine(old, one));
    changeText(last.id, (old) => onMachine(old, other));
  };
  return (
    <div className={styles.banner}>
      <span role="status">{t('copies', { first: first.title, last: last.title })}</span>
      <span className={styles.buttons}>
        <Button onClick={() => discardText(last.id)}>{t('stateFirst')}</Button>
        <Button onClick={() => (isOnBench ? staging.setFresh(true) : discardText(first.id))}>{t('stateLast')}</Button>
        <Button onClick={beside}>{t('copiesBeside')}</Button>
      </span>
    </div>
  );
}

function Texts({ staging }: { readonly staging: Staging }) {
  const t = useTranslations('import');
  const { texts, examination, evidence, hasNode, fresh, setFresh } = staging;
  const { changeText, discardText } = useActions();
  if (texts.length === 0) return null;
  return (
    <section>
      <SectionHeading count={texts.length}>{t('texts')}</SectionHeading>
      {!isKeptOverReload(texts) && <p role="status">{t('notKept')}</p>}
      {hasNode && (
        <div className={styles.buttons}>
          <span>{t('addTo')}</span>
          <Segmented
            label={t('addTo')}
            value={fresh ? 'new' : 'here'}
            onChange={(where) => setFresh(where === 'new')}
            items={[
              { id: 'here', label: t('addHere') },
              { id: 'new', label: t('addNew') },
            ]}
          />
        </div>
      )}
      {staging.copies && <ChooseCopy copies={staging.copies} staging={staging} />}
      {texts.map((text) => (
        <TextCard
          key={text.id}
          text={text}
          summary={withoutRemarks(
            examination.examined?.texts.find(({ id }) => id === text.id),
            text.title,
            evidence,
          )}
          nodes={listMachines(texts, examination.examined?.texts ?? [])}
          onTitle={(title) => changeText(text.id, (old) => ({ ...old, title }))}
          onNode={(node) => changeText(text.id, (old) => onMachine(old, node))}
          onMachine={(prompt, name) => changeText(text.id, (old) => assignMachine(old, prompt, name))}
          onRemove={() => discardText(text.id)}
          unfolded={text.text.length > LONG}
        />
      ))}
    </section>
  );
}

/** Says which machine a text is of. */
function onMachine({ node: _before, ...text }: PendingText, node: string | undefined): PendingText {
  return node === undefined ? text : { ...text, node };
}

/** One command for a node and one for whoever has kubectl: everything that is read here, to be copied. */
function Collect() {
  const t = useTranslations('import.collect');
  return (
    <details className={styles.collect}>
      <summary>{t('title')}</summary>
      <p>{t('about')}</p>
      <CommandRow label={t('node')} command={collectOnNode()} />
      <CommandRow label={t('cluster')} command={collectOfCluster()} />
    </details>
  );
}

function CommandRow({ label, command }: { readonly label: string; readonly command: string }) {
  const t = useTranslations('import.collect');
  const { outcome, copy } = useCopy();
  return (
    <section className={styles.command}>
      <label>
        {label}
        <input readOnly className={styles.input} value={command} onFocus={(event) => event.target.select()} />
      </label>
      <Button
        size="s"
        aria-label={t('copyOf', { label })}
        icon={outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
        onClick={() => copy(command)}
      >
        {outcome === 'copied' ? t('copied') : t('copy')}
      </Button>
      <span role="status" className={outcome === 'failed' ? styles.problem : 'visually-hidden'}>
        {outcome === 'failed' ? t('copyFailed') : outcome === 'copied' && t('copied')}
      </span>
    </section>
  );
}

interface LayNetworkProps {
  readonly texts: readonly PendingText[];
  readonly onDone: () => void;
}

/** A CNI configuration among the texts joins the Pods of the built cluster's nodes as it says. */
function LayNetwork({ texts, onDone }: LayNetworkProps) {
  const t = useTranslations('import');
  const { edit, discardText, setStarting } = useActions();
  const count = useBench(({ document }) => document.present.cluster.nodes.length);
  const found = texts.flatMap((text) => {
    const cni = readCni(text.text.slice(text.text.indexOf('{'), text.text.lastIndexOf('}') + 1));
    return cni ? [{ id: text.id, cni }] : [];
  })[0];
  if (!found || count === 0) return null;
  const lay = (): void => {
    edit((document) => setSubject(changeNodeSettings(document, { cni: found.cni }), 'cluster'));
    discardText(found.id);
    setStarting(false);
    onDone();
  };
  return (
    <div className={styles.banner}>
      <span role="status">{t('cni', { name: found.cni.name })}</span>
      <Button variant="primary" onClick={lay}>
        {t('layNetwork', { count })}
      </Button>
    </div>
  );
}
