import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { RulesView } from '../../engine/protocol';
import { useActions } from '../../store/hooks';
import { IconButton } from '../common/controls';
import { SearchBox } from '../common/inputs';
import { nextMatch, stepMatch } from './dump.model';

/** What is looked for in a dump. */
export interface DumpSearch {
  readonly query: string;
  readonly count: number;
  /** 1-based place of the cursor among the matches; 0 when it is on none. */
  readonly at: number;
  readonly setQuery: (query: string) => void;
  readonly go: (direction: 1 | -1) => void;
}

const NO_LINES: Uint32Array = new Uint32Array();

/** Search in a dump: matching lines, and moving the cursor from one to the next, round the ends. */
export function useDumpSearch(view: RulesView, cursor: number, setCursor: (line: number) => void): DumpSearch {
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
  const [found, setFound] = useState<{ readonly query: string; readonly lines: Uint32Array }>({
    query: '',
    lines: NO_LINES,
  });
  const told = useEffectEvent((lines: Uint32Array) => {
    const isOther = found.query !== query;
    setFound({ query, lines });
    if (isOther) onFound(lines);
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

/** The search box of the dump: Enter goes to the next match, shift Enter to the one before, Escape empties it. */
export function SearchBar({ search }: { readonly search: DumpSearch }) {
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
      <IconButton
        size="s"
        label={t('previous')}
        icon={<ChevronUp aria-hidden />}
        disabled={count === 0}
        onClick={() => go(-1)}
      />
      <IconButton
        size="s"
        label={t('next')}
        icon={<ChevronDown aria-hidden />}
        disabled={count === 0}
        onClick={() => go(1)}
      />
    </SearchBox>
  );
}
