import { ChevronDown, ChevronUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../common/IconButton';
import { SearchBox } from '../common/SearchBox';
import type { DumpSearch } from './use-dump-search';

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
