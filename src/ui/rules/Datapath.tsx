import { useMemo, Suspense, useRef, useLayoutEffect, useState, type RefObject } from 'react';
import { lazyPart } from '../common/late';
import { useTranslations } from 'use-intl';
import { useBench, useActions } from '../../store/hooks';
import { shownSteps, type FlatStep } from '../../store/selectors';
import { FlowState } from './FlowState';
import styles from './datapath.module.css';
import {
  makeDatapath,
  type Card,
  type NodeDatapath,
  type CardPlace,
  type ClosedCard,
  type ClosedTable,
  type ChainCard,
} from './rules.model';
import {
  useHop,
  DatapathContext,
  type DatapathScope,
  useGoTo,
  useStepRow,
  useShownMark,
  useAddressNames,
  useStepIndex,
  useChangedLines,
  useChanges,
} from './datapath-context';
import type { NetnsView } from '../../engine/protocol';
import { Select } from '../common/controls';
import type { ChainIndex } from './rule/rules-view.model';
import { nodesByPassage, listPassages, edgePath, type Box } from './ladder.model';
import type { IpFamily } from '../../core/net/ip';
import { ChainCardView } from './ChainCardView';
import { EventCardView } from './EventCardView';
import { useRovingRows } from '../common/lists';
import { useScrollToStep } from './use-scroll-to-step';
import { classes } from '../common/classes';
import { priorityText } from './stands.model';
import { VerdictOf } from '../common/VerdictBadge';
import closedCardViewStyles from './event-card.module.css';

const ChangesButton = lazyPart(async () => (await import('./ChangesPanel')).ChangesButton);

const FOLLOW = '';

interface Props {
  readonly node: NetnsView | undefined;
  readonly steps: readonly FlatStep[];
  readonly index: ChainIndex | undefined;
}

/** Which node the datapath is of, and which passage of the packet through it. */
export function DatapathBar({ node, steps, index }: Props) {
  const t = useTranslations('rules');
  return (
    <div className={styles.bar}>
      <h3 className={styles.title}>{t('title')}</h3>
      <NodePicker node={node} label={t('node')} />
      <Passages node={node} at={steps[0]} />
      <Suspense>
        <ChangesButton index={index} />
      </Suspense>
    </div>
  );
}

function NodePicker({ node, label }: { readonly node: NetnsView | undefined; readonly label: string }) {
  const t = useTranslations('rules');
  const { focusNode } = useActions();
  const bench = useBench((state) => state.run.bench);
  const all = useBench(shownSteps);
  const focus = useBench((state) => state.view.focusNode);
  const nodes = useMemo(
    () => nodesByPassage(bench?.netns.filter(({ kind }) => kind === 'node') ?? [], all),
    [bench, all],
  );
  const follow = { id: FOLLOW, label: focus === undefined ? t('following', { node: node?.title ?? '' }) : t('follow') };
  return (
    <Select
      aria-label={label}
      className={styles.picker}
      value={focus ?? FOLLOW}
      onChange={(id) => focusNode(id === FOLLOW ? undefined : id)}
      options={[follow, ...nodes.map(({ id, title }) => ({ id, label: title }))]}
    />
  );
}

function Passages({ node, at }: { readonly node: NetnsView | undefined; readonly at: FlatStep | undefined }) {
  const t = useTranslations('rules');
  const { setPlayhead, pause } = useActions();
  const all = useBench(shownSteps);
  const passages = useMemo(() => listPassages(all, node?.id), [all, node]);
  const passageName = ({ role, turn }: { role: string; turn: number }): string =>
    turn > 0 ? t('turn', { role, turn }) : role;
  const go = (first: number): void => {
    pause();
    setPlayhead(first);
  };
  return (
    <div className={styles.passages} role="group" aria-label={t('passages')}>
      {passages.map(({ first, role, second, leg, hop, turn }) => (
        <button
          key={first}
          type="button"
          className={styles.passage}
          aria-pressed={leg === at?.leg && hop === at.hop}
          onClick={() => go(first)}
        >
          {passageName({ role: second ? t('second', { role: t(`role.${role}`) }) : t(`role.${role}`), turn })}
        </button>
      ))}
    </div>
  );
}

/**
 * The packet's way through the node in focus: hooks, tables, chains and rules in the order the kernel went, with conntrack,
 * NAT and routing between them. Follows the playhead.
 */
export function Datapath() {
  const t = useTranslations('rules');
  const { node, steps, index } = useHop();
  const sent = useBench((state) => shownSteps(state).length > 0);
  const datapath = useMemo(() => makeDatapath(steps, index), [steps, index]);
  return (
    <section className={styles.pane} aria-label={t('title')}>
      {sent && <DatapathBar node={node} steps={steps} index={index} />}
      {!sent && <FlowState />}
      {sent && steps.length === 0 && <p className={styles.nothing}>{t('notHere', { node: node?.title ?? '' })}</p>}
      {steps.length > 0 && (
        <Columns
          datapath={datapath}
          index={index}
          node={node?.id ?? ''}
          family={steps[0]!.data.packet.family}
          steps={steps}
        />
      )}
    </section>
  );
}

interface Edge {
  readonly id: string;
  readonly path: string;
  readonly step: number;
}

interface Drawing {
  readonly edges: readonly Edge[];
  readonly width: number;
  readonly height: number;
}

/** Room right of the last column, which columns themselves do not leave. */
const END = 16;

const NOTHING: Drawing = { edges: [], width: 0, height: 0 };

function boxIn(sheet: DOMRect, element: Element): Box {
  // A card that continues in the next column has one rectangle a column: the first holds its heading.
  const rect = element.getClientRects()[0] ?? element.getBoundingClientRect();
  return { left: rect.left - sheet.left, top: rect.top - sheet.top, width: rect.width, height: rect.height };
}

function collectEdge(sheet: Element, card: ChainCard): Edge[] {
  if (!card.from) return [];
  const { index } = card.from.step;
  const row = sheet.querySelector(`[data-card="${CSS.escape(card.from.card)}"] [data-step="${index}"]`);
  const target = sheet.querySelector(`[data-card="${CSS.escape(card.id)}"]`);
  if (!row || !target) return [];
  const origin = sheet.getBoundingClientRect();
  return [{ id: card.id, step: index, path: edgePath(boxIn(origin, row), boxIn(origin, target)) }];
}

function measure(scroller: HTMLElement | null, cards: readonly Card[]): Drawing {
  const sheet = scroller?.querySelector('[data-sheet]');
  if (!scroller || !sheet) return NOTHING;
  const edges = cards.flatMap((card) => (card.kind === 'chain' ? collectEdge(sheet, card) : []));
  return { edges, width: sheet.scrollWidth + END, height: sheet.scrollHeight };
}

interface EdgesProps {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly cards: readonly Card[];
  readonly now: number;
}

/** The jumps the packet took, from rule to chain: strong once the playhead has passed them. */
function Edges({ scroller, cards, now }: EdgesProps) {
  const [drawing, setDrawing] = useState(NOTHING);
  useLayoutEffect(() => {
    const redraw = (): void => setDrawing(measure(scroller.current, cards));
    redraw();
    const observer = new ResizeObserver(redraw);
    for (const element of scroller.current?.querySelectorAll('[data-sheet], [data-card]') ?? [])
      observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, cards]);
  return (
    <svg aria-hidden className={styles.edges} width={drawing.width} height={drawing.height}>
      <defs>
        <Arrow id="jump-taken" className={styles.taken} />
        <Arrow id="jump-ahead" className={styles.ahead} />
      </defs>
      {drawing.edges.map(({ id, path, step }) => (
        <path
          key={id}
          d={path}
          className={classes(styles.edge, step <= now ? styles.edgeTaken : styles.edgeAhead)}
          markerEnd={step <= now ? 'url(#jump-taken)' : 'url(#jump-ahead)'}
        />
      ))}
    </svg>
  );
}

function Arrow({ id, className }: { readonly id: string; readonly className: string | undefined }) {
  return (
    <marker
      id={id}
      className={className}
      viewBox="0 0 6 6"
      refX="5"
      refY="3"
      markerWidth="7"
      markerHeight="7"
      markerUnits="userSpaceOnUse"
      orient="auto"
    >
      <path d="M0 0L6 3L0 6Z" />
    </marker>
  );
}

/** Tables in which there is nothing to see: one line each, with the reason. */
function ClosedCardView({ card }: { readonly card: ClosedCard }) {
  return (
    <ul className={closedCardViewStyles.closed}>
      {card.tables.map((table) => (
        <li key={table.name}>
          <ClosedLine closed={table} />
        </li>
      ))}
    </ul>
  );
}

function ClosedLine({ closed: { name, priority, reason, step, verdict } }: { readonly closed: ClosedTable }) {
  const t = useTranslations('rules.closed');
  const { row, current } = useStepRow(step);
  const goTo = useGoTo();
  const words = (
    <>
      <span className={closedCardViewStyles.closedName}>
        {name}
        {priority !== undefined && ` ${priorityText(priority)}`}
      </span>
      <span>{t(reason)}</span>
      {verdict && <VerdictOf verdict={verdict} />}
    </>
  );
  if (!step) return <p className={closedCardViewStyles.closedLine}>{words}</p>;
  return (
    <button
      type="button"
      {...row}
      className={classes(closedCardViewStyles.closedLine, current && closedCardViewStyles.now)}
      onClick={() => goTo(step)}
    >
      {words}
    </button>
  );
}

interface PlaceHeadingProps {
  readonly place: CardPlace;
  /** The first heading of a hook is the hook's own step. */
  readonly first: boolean;
  /** The lines below name their tables themselves. */
  readonly closed: boolean;
}

/** `PREROUTING · nat`: where the cards below stand. */
function PlaceHeading({ place, first, closed }: PlaceHeadingProps) {
  const t = useTranslations('rules');
  const goTo = useGoTo();
  const { hook, table, base, hookStep } = place;
  const where = base ? `${table} ${priorityText(base.priority)}` : table;
  const { row, current } = useStepRow(first ? hookStep : undefined);
  return (
    <h4 className={styles.place}>
      <button
        type="button"
        {...row}
        className={classes(styles.placeName, current && styles.now)}
        onClick={() => hookStep && goTo(hookStep)}
      >
        {hook}
        {!closed && <span className={styles.table}>{where ?? t('conntrackPlace')}</span>}
      </button>
    </h4>
  );
}

interface ColumnsProps {
  readonly datapath: NodeDatapath;
  readonly index: ChainIndex | undefined;
  readonly node: string;
  readonly family: IpFamily;
  readonly steps: readonly FlatStep[];
}

/** The cards, flowing into columns of the pane's height, with the jumps drawn between them. */
function Columns({ datapath, index, node, family, steps }: ColumnsProps) {
  const t = useTranslations('rules');
  const now = useStepIndex();
  const names = useAddressNames();
  const scroller = useRef<HTMLDivElement>(null);
  const tabStop = steps.some((step) => step.index === now) ? now : (steps[0]?.index ?? 0);
  const changes = useChanges(index?.view);
  const changed = useChangedLines(changes);
  const fresh = changes?.fresh ?? false;
  const scope = useMemo<DatapathScope>(
    () => ({ node, family, index, names, now, tabStop, changed, fresh }),
    [node, family, index, names, now, tabStop, changed, fresh],
  );
  useShownMark(index?.view);
  const onKeyDown = useRovingRows(scroller);
  useScrollToStep(scroller, now, datapath);
  const { cards, otherHooks } = datapath;
  return (
    <DatapathContext value={scope}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- moves the focus between the buttons inside */}
      <div ref={scroller} className={styles.scroller} onKeyDown={onKeyDown}>
        <div className={styles.content}>
          <div className={styles.sheet} data-sheet>
            {cards.map((card, at) => (
              <div key={card.id} className={styles.cell} data-column>
                {startsPlace(card, cards[at - 1]) && (
                  <PlaceHeading
                    place={card.place}
                    first={startsHook(card, cards[at - 1])}
                    closed={card.kind === 'closed'}
                  />
                )}
                <CardView card={card} />
              </div>
            ))}
            {otherHooks.length > 0 && (
              <p className={styles.others}>{t('otherHooks', { hooks: otherHooks.join(', ') })}</p>
            )}
          </div>
          <Edges scroller={scroller} cards={cards} now={now} />
        </div>
      </div>
    </DatapathContext>
  );
}

/** A table begins, or a hook of which there is nothing to open. */
function startsPlace(card: Card, before: Card | undefined): boolean {
  if (!card.place.hook) return false;
  if (startsHook(card, before)) return true;
  const [now, then] = [card.place, before?.place];
  return card.kind !== 'closed' && (now.table !== then?.table || now.base?.chain !== then?.base?.chain);
}

function startsHook(card: Card, before: Card | undefined): boolean {
  return card.place.hookStep !== before?.place.hookStep;
}

function CardView({ card }: { readonly card: Card }) {
  if (card.kind === 'chain') return <ChainCardView card={card} />;
  return card.kind === 'event' ? <EventCardView card={card} /> : <ClosedCardView card={card} />;
}
