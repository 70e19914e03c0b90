import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { IconButton } from '../common/controls';
import { Menu } from '../common/floating';
import { THEMES } from './HeadParts';

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

/** Light, dark, or as the system is. */
export function ThemeMenu() {
  const t = useTranslations('shell.top');
  const theme = useBench(({ view }) => view.theme);
  const { setTheme } = useActions();
  const Icon = ICONS[theme];
  return (
    <Menu
      label={t('theme')}
      align="end"
      trigger={<IconButton label={t('theme')} icon={<Icon aria-hidden />} />}
      items={THEMES.map((id) => ({
        id,
        label: t(`themes.${id}`),
        checked: id === theme,
        onSelect: () => setTheme(id),
      }))}
    />
  );
}
