import { Plus } from 'lucide-react';
import { memo, useMemo, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { addFlow, nextFlowId } from '../../core/document/edits/flows';
import { addNode } from '../../core/document/edits/nodes';
import { addDeployment, addPod } from '../../core/document/edits/pods';
import { addService, addServiceWithPods } from '../../core/document/edits/services';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import { namespaceOf } from '../../core/kubernetes/meta';
import type { Document } from '../../core/document/document';
import type { Selection } from '../../store/types';
import { AddressChip } from '../common/AddressChip';
import { classes } from '../common/classes';
import { IconButton } from '../common/IconButton';
import { Menu } from '../common/Menu';
import { newFlow, sourceTitle, targetTitle } from './flow.model';
import { nodeOfSelection, treeOf, type TreeRow } from './tree.model';
import { useFlowWords } from './use-flow-words';
import styles from './editors.module.css';

/** Pods of a Service that is added with Pods. */
const PODS_OF_NEW = 3;

function isSelected(selection: Selection | undefined, row: Selection): boolean {
  if (selection === undefined || selection.kind !== row.kind) return false;
  if ('name' in selection && 'name' in row && selection.name !== row.name) return false;
  const own = new Map(Object.entries(row));
  return Object.entries(selection).every(([key, value]) => own.get(key) === value);
}

/** Up and down move between the rows of the whole tree; Home and End go to its ends. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const here = rows.indexOf(event.target as HTMLElement);
  const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (here < 0 || to === undefined) return;
  event.preventDefault();
  rows[Math.max(0, Math.min(to, rows.length - 1))]?.focus();
}

/** Services, nodes with their Pods, and flows: everything of the cluster in words. */
export function ClusterTree() {
  const t = useTranslations('editors');
  const document = useBench((state) => state.document.present);
  const selection = useBench(({ view }) => view.selection);
  const openNode = useMemo(() => nodeOfSelection(document, selection), [document, selection]);
  const tree = useMemo(() => treeOf(document, openNode), [document, openNode]);
  return (
    <nav aria-label={t('tree')} onKeyDown={moveFocus}>
      <Section title={t('services')} add={<AddServiceMenu />}>
        {tree.services.map((row) => (
          <ObjectRow key={row.key} row={row} selected={isSelected(selection, row.selection)} />
        ))}
      </Section>
      <Section title={t('nodesAndPods')} add={<AddMenu />}>
        {tree.nodes.map((row) => (
          <ObjectRow key={row.key} row={row} selected={isSelected(selection, row.selection)} />
        ))}
      </Section>
      <FlowSection />
    </nav>
  );
}

function AddServiceMenu() {
  const t = useTranslations('editors');
  const { edit, select } = useActions();
  const store = useBenchStore();
  const add = (change: (doc: Document) => Document): void => {
    edit(change);
    const made = store.getState().document.present.cluster.services.at(-1);
    if (made) select({ kind: 'service', namespace: namespaceOf(made), name: made.metadata.name });
  };
  return (
    <Menu
      label={t('addService')}
      align="end"
      trigger={<IconButton size="s" label={t('addService')} icon={<Plus />} data-opens-form />}
      items={[
        {
          id: 'with-pods',
          label: t('addServiceWithPods', { count: PODS_OF_NEW }),
          onSelect: () => add((doc) => addServiceWithPods(doc, PODS_OF_NEW)),
        },
        { id: 'alone', label: t('addServiceAlone'), onSelect: () => add((doc) => addService(doc)) },
      ]}
    />
  );
}

function AddMenu() {
  const t = useTranslations('editors');
  const { edit } = useActions();
  return (
    <Menu
      label={t('add')}
      align="end"
      trigger={<IconButton size="s" label={t('add')} icon={<Plus />} />}
      items={[
        { id: 'deployment', label: t('addDeployment'), onSelect: () => edit((doc) => addDeployment(doc)) },
        { id: 'pod', label: t('addPod'), onSelect: () => edit((doc) => addPod(doc)) },
        { id: 'node', label: t('addNode'), onSelect: () => edit((doc) => addNode(doc)) },
      ]}
    />
  );
}

function FlowSection() {
  const t = useTranslations('editors');
  const words = useFlowWords();
  const document = useBench((state) => state.document.present);
  const selection = useBench((state) => state.view.selection);
  const shown = useBench((state) => state.run.flowId);
  const { edit, select, send } = useActions();
  const add = (): void => {
    const id = nextFlowId(document);
    edit((doc) => addFlow(doc, newFlow(doc, selection)));
    select({ kind: 'flow', id });
    send(id);
  };
  const pick = (id: string): void => {
    select({ kind: 'flow', id });
    send(id);
  };
  return (
    <Section title={t('flows')} add={<AddButton label={t('addFlow')} onClick={add} />}>
      {document.flows.map((flow) => (
        <li key={flow.id}>
          <button
            type="button"
            data-row
            className={styles.item}
            aria-current={shown === flow.id}
            onClick={() => pick(flow.id)}
          >
            <span className={styles.label}>
              {flow.title ?? `${sourceTitle(flow.from, words)} → ${targetTitle(flow)}`}
            </span>
            <span className={styles.namespace}>{flow.protocol.toUpperCase()}</span>
          </button>
        </li>
      ))}
    </Section>
  );
}

function AddButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return <IconButton size="s" label={label} icon={<Plus />} onClick={onClick} />;
}

function Section({
  title,
  add,
  children,
}: {
  readonly title: string;
  readonly add: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.heading}>
        <h2>{title}</h2>
        {add}
      </div>
      <ul className={styles.list}>{children}</ul>
    </section>
  );
}

/** Drawn anew only if its own object is another one. */
const ObjectRow = memo(function ObjectRow({ row, selected }: { readonly row: TreeRow; readonly selected: boolean }) {
  const t = useTranslations('editors');
  const { select } = useActions();
  return (
    <li>
      <button
        type="button"
        data-row
        className={classes(styles.item, row.depth === 1 && styles.deep)}
        aria-current={selected}
        onClick={() => select(selected ? undefined : row.selection)}
      >
        <span className={classes(styles.label, row.selection.kind === 'node' && styles.strong)}>
          {row.label}
          {row.namespace && <span className={styles.namespace}> {row.namespace}</span>}
        </span>
        {row.pods !== undefined && <span className={styles.remark}>{t('podCount', { count: row.pods })}</span>}
        {row.remarks.map((remark) => (
          <span key={remark} className={styles.remark}>
            {t(`remark.${remark}`)}
          </span>
        ))}
        {row.address && (
          <AddressChip address={row.address} port={row.port} {...(row.addressKind ? { kind: row.addressKind } : {})} />
        )}
      </button>
    </li>
  );
});
