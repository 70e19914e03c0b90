import { Ellipsis } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { IconButton } from '../common/IconButton';
import { Menu } from '../common/Menu';
import { useShell } from './shell-context';
import { THEMES } from './ThemeMenu';

/** What the head of the page has no room for. `short`: comparing, pasting and sharing have their own buttons. */
export function MoreMenu({ short }: { readonly short: boolean }) {
  const t = useTranslations('shell.top');
  const { openDialog, comparing, setComparing } = useShell();
  const built = useBench(({ view }) => !view.starting);
  const theme = useBench(({ view }) => view.theme);
  const locale = useBench(({ view }) => view.locale);
  const { setTheme, setLocale } = useActions();
  return (
    <Menu
      label={t('more')}
      align="end"
      trigger={<IconButton label={t('more')} icon={<Ellipsis aria-hidden />} />}
      items={[
        ...(built && !short
          ? [
              {
                id: 'compare',
                label: t('compare'),
                hint: t('compareHint'),
                checked: comparing,
                onSelect: () => setComparing(!comparing),
              },
            ]
          : []),
        ...(short
          ? []
          : [
              { id: 'paste', label: t('paste'), hint: t('pasteHint'), onSelect: () => openDialog('paste') },
              { id: 'share', label: t('share'), onSelect: () => openDialog('share') },
            ]),
        { id: 'commands', label: t('commands'), onSelect: () => openDialog('palette') },
        { id: 'help', label: t('help'), onSelect: () => openDialog('help') },
        { heading: t('theme') },
        ...THEMES.map((id) => ({
          id,
          label: t(`themes.${id}`),
          checked: id === theme,
          onSelect: () => setTheme(id),
        })),
        { heading: '' },
        { id: 'language', label: t('language'), onSelect: () => setLocale(locale === 'en' ? 'ko' : 'en') },
      ]}
    />
  );
}
