import { Command as Cmdk } from 'cmdk';
import { Dialog as Radix, VisuallyHidden } from 'radix-ui';
import { useTranslations } from 'use-intl';
import { Kbd } from '../common/Kbd';
import dialog from '../common/dialog.module.css';
import { useFocusBack } from '../common/use-focus-back';
import styles from './palette.module.css';
import { paletteScore } from './palette.model';
import { usePaletteGroups } from './use-palette-groups';

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Everything that can be done, by typing a part of its name. */
export function Palette({ open, onOpenChange }: Props) {
  const t = useTranslations('guide.palette');
  const groups = usePaletteGroups();
  const { remember, giveBack } = useFocusBack();
  const run = (action: () => void): void => {
    onOpenChange(false);
    action();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={dialog.scrim} />
        <Radix.Content
          className={styles.window}
          aria-describedby={undefined}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
        >
          <VisuallyHidden.Root>
            <Radix.Title>{t('title')}</Radix.Title>
          </VisuallyHidden.Root>
          <Cmdk label={t('title')} loop filter={(_, typed, names) => paletteScore(names?.[0] ?? '', typed)}>
            <Cmdk.Input className={styles.input} placeholder={t('placeholder')} aria-label={t('placeholder')} />
            <Cmdk.List className={styles.list} label={t('title')}>
              <Cmdk.Empty className={styles.none}>{t('none')}</Cmdk.Empty>
              {groups.map(({ heading, items }) => (
                <Cmdk.Group key={heading} heading={heading} className={styles.group}>
                  {items.map(({ id, label, keys, action }) => (
                    <Cmdk.Item
                      key={id}
                      value={id}
                      keywords={[label]}
                      className={styles.item}
                      onSelect={() => run(action)}
                    >
                      <span className={styles.label}>{label}</span>
                      {keys !== undefined && <Kbd keys={keys} />}
                    </Cmdk.Item>
                  ))}
                </Cmdk.Group>
              ))}
            </Cmdk.List>
          </Cmdk>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
