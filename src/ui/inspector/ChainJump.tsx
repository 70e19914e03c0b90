import { ListTree } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ChainView, RulesView } from '../../worker/protocol';
import { Button } from '../common/Button';
import { Popover } from '../common/Popover';
import { useRovingRows } from '../rules/use-roving-rows';
import { chainsLike } from './dump.model';
import styles from './rules-tab.module.css';

const MOST = 60;

interface Props {
  readonly view: RulesView;
  readonly onJump: (chain: ChainView) => void;
}

/** Goes to a chain by its name or its Service. */
export function ChainJump({ view, onJump }: Props) {
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

function ChainList({ view, onJump }: Props) {
  const t = useTranslations('inspector.rules');
  const [typed, setTyped] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = useRovingRows(list);
  const chains = useMemo(() => chainsLike(view, typed, MOST), [view, typed]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- moves the focus between the fields inside
    <div ref={list} className={styles.chains} onKeyDown={onKeyDown}>
      <input
        data-row
        type="search"
        className={styles.chainInput}
        aria-label={t('chainName')}
        placeholder={t('chainName')}
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && chains[0] && onJump(chains[0])}
      />
      <ul className={styles.chainList}>
        {chains.map((chain) => (
          <li key={`${chain.table} ${chain.name}`}>
            <button type="button" data-row className={styles.chain} onClick={() => onJump(chain)}>
              <span className={styles.chainTable}>{chain.table}</span>
              <code className={styles.chainLabel}>{chain.name}</code>
              {chain.service !== undefined && <span className={styles.service}>{chain.service}</span>}
              <span className={styles.size}>{chain.length}</span>
            </button>
          </li>
        ))}
      </ul>
      {chains.length === 0 && <p className={styles.quiet}>{t('noChain')}</p>}
      {chains.length === MOST && <p className={styles.quiet}>{t('moreChains')}</p>}
    </div>
  );
}
