import { useTranslations } from 'use-intl';
import { EXAMPLES } from '../../content/examples';
import { useActions, useBench } from '../../store/hooks';
import { Menu, type MenuItem, type MenuProps } from '../common/Menu';

/** Every example with what it shows, and the way back to the start. */
export function ExampleMenu({ trigger, defaultOpen }: Pick<MenuProps, 'trigger' | 'defaultOpen'>) {
  const t = useTranslations('shell.top');
  const locale = useBench(({ view }) => view.locale);
  const { openDocument, setStarting } = useActions();
  const items: readonly MenuItem[] = [
    { id: 'start', label: t('start'), onSelect: () => setStarting(true) },
    { heading: t('examples') },
    ...EXAMPLES.map((example) => ({
      id: example.id,
      label: example.title[locale],
      hint: example.about[locale],
      onSelect: () => openDocument(example.document(locale)),
    })),
  ];
  return <Menu label={t('chooseExample')} items={items} trigger={trigger} defaultOpen={defaultOpen} />;
}
