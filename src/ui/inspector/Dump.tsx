import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { shownSteps, type FlatStep } from '../../store/selectors';
import { lineOfPart, meaningOf } from '../parts/lines.model';
import { pickLine, usePickedLine } from '../parts/line-pick';
import { lineOfRule, ruleAtLine, type ChainIndex } from '../rules/rules-view.model';
import { useChangedLines, useChanges } from '../rules/changes/use-changes';
import { useShownMark } from '../rules/use-shown-mark';
import { useStepIndex } from '../rules/use-trace';
import { ChainJump } from './ChainJump';
import { hitLines, lineOfChain, lineReached } from './dump.model';
import { DumpList } from './DumpList';
import styles from './rules-tab.module.css';
import { SearchBar } from './SearchBar';
import { NextRemark } from './NextRemark';
import { nextRemark, remarksOf, type Remarks } from './remarks.model';
import { SelectedLine } from './SelectedLine';
import { SelectedRule } from './SelectedRule';
import { useDumpSearch } from './use-dump-search';

const ChangesPanel = lazy(async () => ({ default: (await import('../rules/changes/ChangesPanel')).ChangesPanel }));

/** One node's dump: search, jump, the lines, and what is known of the selected rule. */
export function Dump({ index }: { readonly index: ChainIndex }) {
  const t = useTranslations('inspector.rules');
  const { selectRule, setPlayhead, pause } = useActions();
  const { view } = index;
  const pane = useRef<HTMLDivElement>(null);
  const steps = useBench(shownSteps);
  const at = useStepIndex();
  const now = steps[at];
  const remarks = useRemarks(index);
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
    pickLine(ref ? undefined : { ...place, part: meaningOf(index, line).parts[0], line });
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
        <ChainJump view={view} onJump={(chain) => setCursor(lineOfChain(view, chain) ?? cursor)} />
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
  const pick = usePickedLine();
  if (rule !== undefined || pick?.netns !== netns || pick.family !== family) return rule;
  return pick.part ? lineOfPart(index, pick.part) : pick.line;
}

/** Where the packet is when the dump is opened or the walk is another one; it does not run after the packet. */
function useHome(index: ChainIndex, steps: readonly FlatStep[], at: number): number | undefined {
  const [home, setHome] = useState(() => ({ steps, line: lineReached(index, steps, at) }));
  if (home.steps !== steps) setHome({ steps, line: lineReached(index, steps, at) });
  return home.line;
}

/** What was said of the pasted rules of this dump. */
function useRemarks(index: ChainIndex): Remarks {
  const diagnostics = useBench((state) => state.run.bench?.diagnostics);
  const texts = useBench((state) => state.document.present.pasted.texts);
  return useMemo(() => remarksOf(index, diagnostics ?? [], texts), [index, diagnostics, texts]);
}

/** The line the keyboard is on; goes to `home` whenever that becomes another one. */
function useCursor(home: number): [number, (line: number) => void] {
  const [cursor, setCursor] = useState({ line: home, home });
  const line = cursor.home === home ? cursor.line : home;
  return [line, (next) => setCursor({ line: next, home })];
}
