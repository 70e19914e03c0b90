import { ChevronsLeft, ChevronsRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../common/IconButton';
import { Select } from '../common/Select';
import { SHORTCUTS, type Command, type JumpKind } from './shortcuts.model';
import styles from './transport.module.css';

const KINDS: readonly JumpKind[] = ['nat', 'hop', 'decision'];

interface Props {
  readonly disabled: boolean;
  readonly onCommand: (command: Command) => void;
}

/** To the previous or next rewrite, hop or decision: which of them is chosen between the two buttons. */
export function JumpButtons({ disabled, onCommand }: Props) {
  const t = useTranslations('shell.transport');
  const [kind, setKind] = useState<JumpKind>('decision');
  const what = t(`jump.${kind}`);
  const [back, forward] = [`${kind}-back`, `${kind}-forward`] as const;
  return (
    <div className={styles.jump}>
      <IconButton
        label={t('jumpBack', { what })}
        shortcut={SHORTCUTS[back][0]}
        icon={<ChevronsLeft aria-hidden />}
        disabled={disabled}
        onClick={() => onCommand(back)}
      />
      <Select
        aria-label={t('jumpTo')}
        value={kind}
        onChange={(id) => setKind(KINDS.find((each) => each === id) ?? kind)}
        options={KINDS.map((id) => ({ id, label: t(`jump.${id}`) }))}
      />
      <IconButton
        label={t('jumpForward', { what })}
        shortcut={SHORTCUTS[forward][0]}
        icon={<ChevronsRight aria-hidden />}
        disabled={disabled}
        onClick={() => onCommand(forward)}
      />
    </div>
  );
}
