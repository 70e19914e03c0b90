import { useDeferredValue, useMemo, useState } from 'react';
import type { RulesView } from '../../engine/protocol';
import { findLines, nextMatch, stepMatch } from './dump.model';

export interface DumpSearch {
  readonly query: string;
  readonly count: number;
  /** 1-based place of the cursor among the matches; 0 when it is on none. */
  readonly at: number;
  readonly setQuery: (query: string) => void;
  readonly go: (direction: 1 | -1) => void;
}

/** Search in a dump: matching lines, and moving the cursor from one to the next, round the ends. */
export function useDumpSearch(view: RulesView, cursor: number, setCursor: (line: number) => void): DumpSearch {
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed);
  const lines = useMemo(() => findLines(view, query), [view, query]);
  const place = nextMatch(lines, cursor);
  const on = lines[place] === cursor;
  const go = (direction: 1 | -1): void => {
    // Standing between two matches, "next" is the one right below.
    const target = on || direction === -1 ? stepMatch(lines.length, place, direction) : lines.length > 0 ? place : -1;
    const line = lines[target];
    if (line !== undefined) setCursor(line);
  };
  const setQuery = (next: string): void => {
    setTyped(next);
    const found = next === '' ? undefined : findLines(view, next);
    const line = found?.[nextMatch(found, cursor)];
    if (line !== undefined) setCursor(line);
  };
  return { query: typed, count: lines.length, at: on ? place + 1 : 0, setQuery, go };
}
