import { EllipsisVertical, Plus, X } from 'lucide-react';
import { memo, use, useMemo, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { addFlow, nextFlowId } from '../../core/document/edits/cluster';
import { addNode } from '../../core/document/edits/nodes';
import { addDeployment, addPod } from '../../core/document/edits/pods';
import {
  addHttpRoute,
  addIngress,
  addTlsRoute,
  listRouteObjects,
  type RouteName,
} from '../../core/document/edits/routes';
import { addService, addServiceWithPods } from '../../core/document/edits/services';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import { getNamespace } from '../../core/kubernetes/types';
import type { Document } from '../../core/document/document';
import type { Selection } from '../../store/selection';
import { AddressChip } from '../common/addresses';
import { classes } from '../common/classes';
import { IconButton } from '../common/controls';
import { Menu } from '../common/floating';
import { useReducedMotion } from '../common/theme/media';
import { newFlow, sourceTitle, targetTitle } from './flow.model';
import { useMemory } from '../common/memory';
import { hasMenu, MENU_HINT, RowMenuContext } from './row-menu';
import { nodeOfSelection, makeTree, type TreeRow } from './tree.model';
import { useFlowWords } from './use-flow-words';
import { VirtualRows } from './VirtualRows';
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
  const next = rows[Math.max(0, Math.min(to, rows.length - 1))];
  const isStep = event.key === 'ArrowDown' || event.key === 'ArrowUp';
  if (!isStep || !skipsRows(rows[here], next)) next?.focus();
}

/** Are there rows between the two that are not drawn yet? Then a held key waits for them. */
function skipsRows(from: HTMLElement | undefined, to: HTMLElement | undefined): boolean {
  const [here, there] = [from?.closest('li'), to?.closest('li')];
  if (!here?.ariaPosInSet || here.parentElement !== there?.parentElement) return false;
  return Math.abs(Number(here.ariaPosInSet) - Number(there?.ariaPosInSet)) > 1;
}

/** Services, nodes with their Pods, and flows: everything of the cluster in words. */
export function ClusterTree() {
  const t = useTranslations('editors');
  const document = useBench((state) => state.document.present);
  const selection = useBench(({ view }) => view.selection);
  const openNode = useMemo(() => nodeOfSelection(document, selection), [document, selection]);
  const memory = useMemory();
  const tree = useMemo(() => makeTree(document, openNode, memory), [document, openNode, memory]);
  return (
    <nav aria-label={t('tree')} onKeyDown={moveFocus}>
      <MenuHint />
      <Section title={t('services')} add={<AddServiceMenu />}>
        <Rows rows={tree.services} selection={selection} />
      </Section>
      <Section title={t('nodesAndPods')} add={<AddMenu />}>
        <Rows rows={tree.nodes} selection={selection} />
      </Section>
      <Section title={t('httpRoutes')} add={<AddRouteMenu />}>
        <Rows rows={tree.routes} selection={selection} />
      </Section>
      <FlowSection />
    </nav>
  );
}

/** From more rows on only those in sight are drawn. */
const MOST_DRAWN = 200;

function Rows({ rows, selection }: { readonly rows: readonly TreeRow[]; readonly selection: Selection | undefined }) {
  if (rows.length <= MOST_DRAWN) {
    return (
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={row.key}>
            <ObjectRow row={row} selected={isSelected(selection, row.selection)} />
          </li>
        ))}
      </ul>
    );
  }
  const picked = rows.findIndex((row) => isSelected(selection, row.selection));
  return (
    <VirtualRows
      count={rows.length}
      rowKey={(index) => rows[index]?.key ?? String(index)}
      picked={picked < 0 ? undefined : picked}
    >
      {(index) => {
        const row = rows[index];
        return row && <ObjectRow row={row} selected={index === picked} />;
      }}
    </VirtualRows>
  );
}

function AddServiceMenu() {
  const t = useTranslations('editors');
  const { edit, select } = useActions();
  const store = useBenchStore();
  const lastService = ({ cluster }: Document): Selection | undefined => {
    const made = cluster.services.at(-1);
    return made && { kind: 'service', namespace: getNamespace(made), name: made.metadata.name };
  };
  const add = (change: (doc: Document) => Document): void => {
    edit(change);
    const made = lastService(store.getState().document.present);
    if (made) select(made);
  };
  // A Service nobody asks stands on no stage: it comes with a flow to it, whose chip is seen.
  const withFlow = (doc: Document): Document => {
    const made = addServiceWithPods(doc, PODS_OF_NEW);
    return addFlow(made, newFlow(made, lastService(made)));
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
          onSelect: () => add(withFlow),
        },
        { id: 'alone', label: t('addServiceAlone'), onSelect: () => add((doc) => addService(doc)) },
      ]}
    />
  );
}

function AddRouteMenu() {
  const t = useTranslations('editors');
  const { edit, select } = useActions();
  const store = useBenchStore();
  const add = (change: (doc: Document) => Document): void => {
    const before = new Set(listRouteObjects(store.getState().document.present).map(routeKey));
    edit(change);
    const made = listRouteObjects(store.getState().document.present).find((each) => !before.has(routeKey(each)));
    if (made) select({ kind: 'route', ...made });
  };
  return (
    <Menu
      label={t('addRoute')}
      align="end"
      trigger={<IconButton size="s" label={t('addRoute')} icon={<Plus />} data-opens-form />}
      items={[
        { id: 'ingress', label: t('addIngress'), onSelect: () => add((doc) => addIngress(doc)) },
        { id: 'route', label: t('addHttpRoute'), onSelect: () => add((doc) => addHttpRoute(doc)) },
        { id: 'tls', label: t('addTlsRoute'), onSelect: () => add((doc) => addTlsRoute(doc)) },
      ]}
    />
  );
}

const routeKey = ({ object, namespace, name }: RouteName): string => `${object} ${namespace}/${name}`;

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
  const { edit, select, send, selectFlow } = useActions();
  const calm = useReducedMotion();
  const show = calm ? selectFlow : send;
  const add = (): void => {
    const id = nextFlowId(document);
    edit((doc) => addFlow(doc, newFlow(doc, selection)));
    select({ kind: 'flow', id });
    show(id);
  };
  const pick = (id: string): void => {
    select({ kind: 'flow', id });
    show(id);
  };
  return (
    <Section title={t('flows')} add={<AddButton label={t('addFlow')} onClick={add} />}>
      <ul className={styles.list}>
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
      </ul>
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
      {children}
    </section>
  );
}

/** Drawn anew only if its own object is another one. */
const ObjectRow = memo(function ObjectRow({ row, selected }: { readonly row: TreeRow; readonly selected: boolean }) {
  const { select } = useActions();
  const menu = useRowMenu(row);
  return (
    <div className={styles.rowWithMenu}>
      <button
        type="button"
        data-row={JSON.stringify(row.selection)}
        className={classes(styles.item, row.depth === 1 && styles.deep)}
        aria-current={selected}
        aria-haspopup={menu && 'menu'}
        onClick={() => select(selected ? undefined : row.selection)}
        onContextMenu={menu?.onContextMenu}
        onKeyDown={menu?.onKeyDown}
      >
        <RowWords row={row} />
      </button>
      {menu && (
        <IconButton
          size="s"
          className={styles.rowMenu}
          label={menu.label}
          icon={<EllipsisVertical aria-hidden />}
          aria-haspopup="menu"
          tabIndex={selected ? 0 : -1}
          onClick={({ currentTarget }) => menu.openAt(currentTarget)}
        />
      )}
    </div>
  );
});

function RowWords({ row }: { readonly row: TreeRow }) {
  const t = useTranslations('editors');
  return (
    <>
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
    </>
  );
}

/** By right click, the menu key, the right arrow or the row's button: the menu its box has on the stage. */
function useRowMenu({ selection, label: name }: TreeRow) {
  const t = useTranslations('editors');
  const open = use(RowMenuContext);
  if (!open || !hasMenu(selection)) return undefined;
  const openAt = (element: HTMLElement): void => {
    const { left, bottom } = element.getBoundingClientRect();
    open({ selection, x: left, y: bottom });
  };
  return {
    label: t('menuOf', { name }),
    openAt,
    onContextMenu: (event: MouseEvent<HTMLElement>): void => {
      event.preventDefault();
      // The menu key has no place of its own.
      if (event.clientX === 0 && event.clientY === 0) openAt(event.currentTarget);
      else open({ selection, x: event.clientX, y: event.clientY });
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      if (event.key !== 'ArrowRight' || event.shiftKey) return;
      event.preventDefault();
      openAt(event.currentTarget);
    },
  };
}

/** Said once: where the menus are. Gone when it was read, or one of them opened. */
function MenuHint() {
  const t = useTranslations('editors');
  const isRead = useBench(({ view }) => view.collapsed[MENU_HINT] === true);
  const { setCollapsed } = useActions();
  if (use(RowMenuContext) === undefined || isRead) return null;
  return (
    <p className={styles.menuHint} data-menu-hint>
      <span>{t('menuHint')}</span>
      <IconButton
        size="s"
        label={t('menuHintRead')}
        icon={<X aria-hidden />}
        onClick={() => setCollapsed(MENU_HINT, true)}
      />
    </p>
  );
}
