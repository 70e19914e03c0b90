import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../common/IconButton';
import styles from './rules-tab.module.css';
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
    <div className={styles.search} role="search">
      <Search size={14} aria-hidden className={styles.icon} />
      <input
        type="search"
        data-rules-search
        className={styles.input}
        aria-label={t('search')}
        placeholder={t('search')}
        value={query}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className={styles.count}>
        {query !== '' && t('found', { at, count })}
      </span>
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
    </div>
  );
}
