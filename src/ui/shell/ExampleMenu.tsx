import { Suspense, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { EXAMPLES } from '../../content/examples';
import { useActions, useBench } from '../../store/hooks';
import { RestOfWords } from '../common/i18n/I18nProvider';
import { useDocuments } from '../paste/kept/use-documents';
import { type Trigger, Menu, type MenuItem, type MenuProps } from '../common/floating';
import { exampleTitled, isAsShipped, shippedAs } from './edited.model';

interface Props extends Pick<MenuProps, 'defaultOpen'> {
  /** The button, which says whether the example on the bench was edited. */
  readonly trigger: (edited: boolean) => Trigger;
}

/** The documents to go back to, every example, the way back to the one on the bench as it is shipped, and to the start. */
export function ExampleMenu(props: Props) {
  return (
    <Suspense fallback={<OpenMenu {...props} documents={[]} />}>
      <RestOfWords>
        <WithDocuments {...props} />
      </RestOfWords>
    </Suspense>
  );
}

function WithDocuments(props: Props) {
  const t = useTranslations('kept.documents');
  const documents = useDocuments();
  // What was made or pasted here, apart from what came by links.
  const items = KEEPINGS.flatMap((kind) => {
    const rows = documents.filter(({ keep }) => keep === kind);
    if (rows.length === 0) return [];
    return [
      { heading: t(kind) },
      ...rows.map(({ id, title, about, open }) => ({ id, label: title, hint: about, onSelect: open })),
    ];
  });
  return <OpenMenu {...props} documents={items} />;
}

const KEEPINGS = ['own', 'linked'] as const;

function OpenMenu({ trigger, defaultOpen, documents }: Props & { readonly documents: readonly MenuItem[] }) {
  const t = useTranslations('shell.top');
  const locale = useBench(({ view }) => view.locale);
  const document = useBench((state) => state.document.present);
  const { openDocument, setStarting } = useActions();
  const example = exampleTitled(document.title);
  const begun = useBench(({ run }) => run.precomputed?.document);
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
    ...documents,
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
