import { Boxes } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '../common/Button';
import { Tooltip } from '../common/Tooltip';
import { useManyOpen } from '../many/open';
import { SHORTCUTS } from './shortcuts.model';
import styles from './transport.module.css';
import { useCommands } from './use-shortcuts';

/** Opens and closes what many packets do. */
export function ManyButton({ disabled }: { readonly disabled: boolean }) {
  const t = useTranslations('shell.transport');
  const open = useManyOpen((state) => state.open);
  const run = useCommands();
  return (
    <Tooltip text={t('many')} shortcut={SHORTCUTS.many[0]}>
      <Button
        className={styles.many}
        aria-label={t('many')}
        icon={<Boxes aria-hidden />}
        disabled={disabled}
        aria-pressed={open}
        onClick={() => run('many')}
      >
        <span className={styles.manyWord}>{t('many')}</span>
      </Button>
    </Tooltip>
  );
}
