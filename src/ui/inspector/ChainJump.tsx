import { ListTree } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ChainView, RulesView } from '../../engine/protocol';
import { Button } from '../common/Button';
import { PickList } from '../common/PickList';
import { Popover } from '../common/Popover';
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
