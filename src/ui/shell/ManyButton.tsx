import { Boxes } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../common/IconButton';
import { useManyOpen } from '../many/open';
import { SHORTCUTS } from './shortcuts.model';
import { useCommands } from './use-shortcuts';

/** Opens and closes what many packets do. */
export function ManyButton({ disabled }: { readonly disabled: boolean }) {
  const t = useTranslations('shell.transport');
  const open = useManyOpen((state) => state.open);
  const run = useCommands();
  return (
    <IconButton
      label={t('many')}
      shortcut={SHORTCUTS.many[0]}
      icon={<Boxes aria-hidden />}
      disabled={disabled}
      aria-pressed={open}
      onClick={() => run('many')}
    />
  );
}
