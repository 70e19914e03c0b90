import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { EXAMPLES } from '../../content/examples';
import { useActions, useBench } from '../../store/hooks';
import { type Trigger, Menu, type MenuItem, type MenuProps } from '../common/floating';
import { exampleTitled, isAsShipped, shippedAs } from './palette.model';

interface Props extends Pick<MenuProps, 'defaultOpen'> {
  /** The button, which says whether the example on the bench was edited. */
  readonly trigger: (edited: boolean) => Trigger;
}

/** Every example with what it shows, the way back to the one on the bench as it is shipped, and to the start. */
export function ExampleMenu({ trigger, defaultOpen }: Props) {
  const t = useTranslations('shell.top');
  const locale = useBench(({ view }) => view.locale);
  const document = useBench((state) => state.document.present);
  const { openDocument, setStarting } = useActions();
  const example = exampleTitled(document.title);
  const begun = useBench(({ run }) => run.foretold?.document);
  const shipped = useMemo(() => example && shippedAs(example, begun), [example, begun]);
  const edited = shipped !== undefined && !isAsShipped(document, shipped);
  const reset: MenuItem = {
    id: 'reset',
    label: t('resetExample'),
    hint: t('resetExampleHint'),
    onSelect: () => example && openDocument(example.document(locale)),
  };
  const items: readonly MenuItem[] = [
    ...(edited ? [reset] : []),
    { id: 'start', label: t('start'), onSelect: () => setStarting(true) },
    { heading: t('examples') },
    ...EXAMPLES.map((each) => ({
      id: each.id,
      label: each.title[locale],
      hint: each.about[locale],
      onSelect: () => openDocument(each.document(locale)),
    })),
  ];
  return <Menu label={t('chooseExample')} items={items} trigger={trigger(edited)} defaultOpen={defaultOpen} />;
}
