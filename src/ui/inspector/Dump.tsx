import { Suspense, useEffect, useMemo, useRef, useState, useEffectEvent, type KeyboardEvent } from 'react';
import { lazyPart } from '../common/late';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { shownSteps, type FlatStep } from '../../store/selectors';
import { partKey } from '../rules/parts/parts.model';
import { lineOfRule, ruleAtLine } from '../../engine/chain-index';
import type { ChainIndex } from '../rules/rule/rules-view.model';
import { useChangedLines, useChanges, useRow, useShownMark, useStepIndex } from '../rules/datapath-context';
import {
  hitLines,
  lineOfChain,
  lineReached,
  ruleName,
  type Hit,
  chainsLike,
  nextRemark,
  remarksByLine,
  type Remarks,
  nextMatch,
  stepMatch,
} from './dump.model';
import { DumpList } from './DumpList';
import { NextRemark } from './NextRemark';
import styles from './rules-tab.module.css';
import { ListTree, ChevronDown, ChevronUp } from 'lucide-react';
import { Button, IconButton } from '../common/controls';
import { Popover } from '../common/floating';
import type { RulesView, PartRef, ChainView } from '../../engine/protocol';
import { OriginOf, OriginLine } from '../rules/OriginLine';
import severities from '../common/severity.module.css';
import { usePhrase } from '../common/i18n/use-phrase';
import { PickList } from '../common/lists';
import { SearchBox } from '../common/inputs';

const MOST = 60;

interface ChainJumpProps {
  readonly view: RulesView;
  readonly onJump: (chain: ChainView) => void;
}

/** Goes to a chain by its name or its Service. */
function ChainJump({ view, onJump }: ChainJumpProps) {
  const t = useTranslations('inspector.rules');
  const [open, setOpen] = useState(false);
  const jump = (chain: ChainView): void => {
    setOpen(false);
    onJump(chain);
  };
  return (
    <Popover
      label={t('chains')}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="s" icon={<ListTree aria-hidden />}>
          {t('chains')}
        </Button>
      }
    >
      <ChainList view={view} onJump={jump} />
    </Popover>
  );
}

function ChainList({ view, onJump }: ChainJumpProps) {
  const t = useTranslations('inspector.rules');
  const [typed, setTyped] = useState('');
  const chains = useMemo(() => chainsLike(view, typed, MOST), [view, typed]);
  const note = chains.length === 0 ? t('noChain') : chains.length === MOST ? t('moreChains') : undefined;
  return (
    <PickList
      label={t('chainName')}
      typed={typed}
      onTyped={setTyped}
      items={chains}
      keyOf={({ table, name }) => `${table} ${name}`}
      onPick={onJump}
      note={note}
    >
      {({ table, name, service, length }) => (
        <>
          <span className={styles.chainTable}>{table}</span>
          <code className={styles.chainLabel}>{name}</code>
          {service !== undefined && <span className={styles.service}>{service}</span>}
          <span className={styles.size}>{length}</span>
        </>
      )}
    </PickList>
  );
}

interface SelectedRuleProps {
  readonly index: ChainIndex;
  readonly hits: ReadonlyMap<number, Hit>;
  readonly remarks: Remarks;
}

/** Below the dump: what is known of the selected rule: where it comes from, and when it matched. */
function SelectedRule({ index, hits, remarks }: SelectedRuleProps) {
  const t = useTranslations('inspector.rules');
  const { selectRule, setPlayhead, pause } = useActions();
  const say = usePhrase();
  const { netns, family } = index.view;
  const selection = useBench((state) => state.view.ruleSelection);
  if (selection?.netns !== netns || selection.family !== family) return null;
  const line = lineOfRule(index, selection.ref);
  if (line === undefined) return null;
  const hit = hits.get(line);
  const go = (): void => {
    pause();
    if (hit) setPlayhead(hit.step.index);
  };
  return (
    <section className={styles.selected} aria-label={t('selected')}>
      <h3 className={styles.selectedName}>{ruleName(selection.ref)}</h3>
      {(remarks.get(line) ?? []).map((remark) => (
        <p key={`${remark.code} ${remark.span?.start}`} className={severities[remark.severity]}>
          {say(remark.message)}
        </p>
      ))}
      <OriginLine netns={netns} family={family} at={selection.ref} />
      <div className={styles.selectedButtons}>
        {hit ? (
          <Button size="s" onClick={go}>
            {t('goToStep', { step: hit.step.index + 1 })}
          </Button>
        ) : (
          <span className={styles.quiet}>{t('noHit')}</span>
        )}
        {!hit && <NotAskedLine rule={selection} />}
        <Button size="s" variant="quiet" onClick={() => selectRule(undefined)}>
          {t('unselect')}
        </Button>
      </div>
    </section>
  );
}

interface Props {
  readonly index: ChainIndex;
  readonly line: number | undefined;
}

/** Below the dump: what a picked line stands for that is no rule, which object and field asked for it, and why. */
function SelectedLine({ index, line }: Props) {
  const t = useTranslations('parts');
  const { selectLine } = useActions();
  const pasted = useBench((state) => state.document.present.subject === 'pasted');
  const row = useRow(index, line);
  if (!row || row.rule) return null;
  const { text, at, structure } = row;
  const { netns, family } = index.view;
  return (
    <section className={styles.selected} aria-label={t('line')}>
      <h3 className={styles.selectedName}>{text.trim()}</h3>
      {structure && !pasted && <p className={styles.quiet}>{t(`structure.${structure}`)}</p>}
      {at.map((part) => (
        <OriginOfPart key={partKey({ at: part })} netns={netns} family={family} part={part} />
      ))}
      <div className={styles.selectedButtons}>
        <Button size="s" variant="quiet" onClick={() => selectLine(undefined)}>
          {t('unselect')}
        </Button>
      </div>
    </section>
  );
}

type NetnsFamily = Pick<ChainIndex['view'], 'netns' | 'family'>;

function OriginOfPart({ netns, family, part }: NetnsFamily & { readonly part: PartRef }) {
  const place = useMemo(() => ({ netns, family, at: part }), [netns, family, part]);
  return <OriginOf place={place} />;
}

const NotAskedLine = lazyPart(async () => (await import('../rules/NotAskedLine')).NotAskedLine);
const ChangesPanel = lazyPart(async () => (await import('../rules/ChangesPanel')).ChangesPanel);

/** One node's dump: search, jump, the lines, and what is known of the selected rule. */
export function Dump({ index }: { readonly index: ChainIndex }) {
  const t = useTranslations('inspector.rules');
  const { selectRule, selectLine, setPlayhead, pause } = useActions();
  const { view } = index;
  const pane = useRef<HTMLDivElement>(null);
  const steps = useBench(shownSteps);
  const at = useStepIndex();
  const now = steps[at];
  const remarks = useMemo(() => remarksByLine(view.remarks), [view.remarks]);
  const hits = useMemo(() => hitLines(index, steps), [index, steps]);
  const changes = useChanges(view);
  const changed = useChangedLines(changes);
  useShownMark(view);
  const selectedLine = useSelectedLine(index);
  const home = useHome(index, steps, at);
  const [cursor, setCursor] = useCursor(selectedLine ?? home ?? hits.keys().next().value ?? 0);
  const search = useDumpSearch(view, cursor, setCursor);
  const nowLine = now?.data.kind === 'rule' && now.netns === view.netns ? lineOfRule(index, now.data.ref) : undefined;

  const choose = (line: number): void => {
    setCursor(line);
    const ref = ruleAtLine(index, line);
    const place = { netns: view.netns, family: view.family };
    selectRule(ref && { ...place, ref });
    selectLine(ref ? undefined : { ...place, part: view.rows[line]?.at[0], line });
    const hit = hits.get(line);
    if (!hit) return;
    pause();
    setPlayhead(hit.step.index);
  };
  return (
    <div ref={pane} className={styles.dump}>
      <div className={styles.bar}>
        <SearchBar search={search} />
        <NextRemark remarks={remarks} onGo={() => setCursor(nextRemark(remarks, cursor) ?? cursor)} />
        <ChainJump view={view} onJump={(chain) => setCursor(lineOfChain(chain))} />
      </div>
      <Suspense>
        <ChangesPanel index={index} />
      </Suspense>
      <DumpList
        index={index}
        label={t('dump')}
        cursor={cursor}
        selected={selectedLine}
        now={nowLine}
        hits={hits}
        remarks={remarks}
        changed={changed}
        fresh={changes?.fresh ?? false}
        query={search.query}
        onCursor={setCursor}
        onChoose={choose}
        onSearch={() => pane.current?.querySelector<HTMLElement>('[data-rules-search]')?.focus()}
      />
      <SelectedRule index={index} hits={hits} remarks={remarks} />
      <SelectedLine index={index} line={selectedLine} />
    </div>
  );
}

/** The line of the selected rule, else the picked one. */
function useSelectedLine(index: ChainIndex): number | undefined {
  const { netns, family } = index.view;
  const rule = useBench(({ view: { ruleSelection } }) =>
    ruleSelection?.netns === netns && ruleSelection.family === family
      ? lineOfRule(index, ruleSelection.ref)
      : undefined,
  );
  const pick = useBench((state) => state.view.lineSelection);
  const mine = pick?.netns === netns && pick.family === family ? pick : undefined;
  const line = usePlace(index.view, mine?.part, mine?.line);
  return rule ?? line;
}

/** The line a part stands on, also after an edit: `known` until the engine has found it. */
function usePlace(view: RulesView, part: PartRef | undefined, known: number | undefined): number | undefined {
  const { placeOf } = useActions();
  const [found, setFound] = useState<{ readonly part: PartRef; readonly line: number | undefined }>();
  const { netns, family, edition } = view;
  useEffect(() => {
    if (!part) return undefined;
    let wanted = true;
    void placeOf(view, part).then((line) => wanted && setFound({ part, line }));
    return () => {
      wanted = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- more rows of the listing are the same lines
  }, [netns, family, edition, part, placeOf]);
  return part && found?.part === part ? found.line : known;
}

/** Where the packet is when the dump is opened or the walk is another one; it does not run after the packet. */
function useHome(index: ChainIndex, steps: readonly FlatStep[], at: number): number | undefined {
  const [home, setHome] = useState(() => ({ steps, line: lineReached(index, steps, at) }));
  if (home.steps !== steps) setHome({ steps, line: lineReached(index, steps, at) });
  return home.line;
}

/** The line the keyboard is on; goes to `home` whenever that becomes another one. */
function useCursor(home: number): [number, (line: number) => void] {
  const [cursor, setCursor] = useState({ line: home, home });
  const line = cursor.home === home ? cursor.line : home;
  return [line, (next) => setCursor({ line: next, home })];
}

/** What is looked for in a dump. */
interface DumpSearch {
  readonly query: string;
  readonly count: number;
  /** 1-based place of the cursor among the matches; 0 when it is on none. */
  readonly at: number;
  readonly setQuery: (query: string) => void;
  readonly go: (direction: 1 | -1) => void;
}

const NO_LINES: Uint32Array = new Uint32Array();

/** Search in a dump: matching lines, and moving the cursor from one to the next, round the ends. */
function useDumpSearch(view: RulesView, cursor: number, setCursor: (line: number) => void): DumpSearch {
  const [typed, setTyped] = useState('');
  const lines = useFound(view, typed, (found) => {
    const line = found[nextMatch(found, cursor)];
    if (line !== undefined) setCursor(line);
  });
  const place = nextMatch(lines, cursor);
  const on = lines[place] === cursor;
  const go = (direction: 1 | -1): void => {
    // Standing between two matches, "next" is the one right below.
    const target = on || direction === -1 ? stepMatch(lines.length, place, direction) : lines.length > 0 ? place : -1;
    const line = lines[target];
    if (line !== undefined) setCursor(line);
  };
  return { query: typed, count: lines.length, at: on ? place + 1 : 0, setQuery: setTyped, go };
}

/** The lines with the words typed, as the engine finds them; `onFound`: other words were typed, and these are theirs. */
function useFound(view: RulesView, query: string, onFound: (lines: Uint32Array) => void): Uint32Array {
  const { findLines } = useActions();
  const [found, setFound] = useState({ query: '', lines: NO_LINES });
  const told = useEffectEvent((lines: Uint32Array) => {
    setFound({ query, lines });
    if (found.query !== query) onFound(lines);
  });
  const { netns, family, edition } = view;
  useEffect(() => {
    const asking = new AbortController();
    const ask = query === '' ? Promise.resolve(NO_LINES) : findLines(view, query, asking.signal);
    void ask.then((lines) => lines && !asking.signal.aborted && told(lines));
    return () => asking.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- more rows of the listing are the same lines
  }, [netns, family, edition, query, findLines]);
  return query === '' ? NO_LINES : found.lines;
}

const WAYS = [
  ['previous', -1, ChevronUp],
  ['next', 1, ChevronDown],
] as const;

/** The search box of the dump: Enter goes to the next match, shift Enter to the one before, Escape empties it. */
function SearchBar({ search }: { readonly search: DumpSearch }) {
  const t = useTranslations('inspector.rules');
  const { query, count, at, setQuery, go } = search;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && query !== '') setQuery('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <SearchBox
      data-rules-search
      label={t('search')}
      value={query}
      onValue={setQuery}
      onKeyDown={onKeyDown}
      found={query !== '' && t('found', { at, count })}
    >
      {WAYS.map(([word, way, Icon]) => (
        <IconButton
          key={word}
          size="s"
          label={t(word)}
          icon={<Icon aria-hidden />}
          disabled={count === 0}
          onClick={() => go(way)}
        />
      ))}
    </SearchBox>
  );
}
