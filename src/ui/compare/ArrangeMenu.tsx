import { ChevronDown, Columns3 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import { Button } from '../common/Button';
import { Menu, type MenuItem } from '../common/Menu';
import { ARRANGEMENTS, arrange, type Arrangement } from './arrange.model';
import { BEFORE_KEY, policyKindOf } from './pane.model';
import type { Compared } from './use-comparison';
import styles from './compare.module.css';

/** The document as it was before the last edit, while that can be undone. */
function useBefore(): Document | undefined {
  const store = useBenchStore();
  useBench(({ document }) => document.present);
  return store.temporal.getState().pastStates.at(-1)?.document?.present;
}

/** Panes that belong together, with one choice. */
export function ArrangeMenu({ compared: { offers, flow } }: { readonly compared: Compared }) {
  const t = useTranslations('compare.arrange');
  const document = useBench((state) => state.document.present);
  const documents = useBench(({ view }) => view.compare.documents);
  const before = useBefore();
  const { setCompare } = useActions();
  const choose = (kind: Arrangement): void => {
    const panes = arrange(kind, { offers, document, flow, before });
    if (!panes) return;
    const kept = kind === 'edit' && before ? { ...documents, [BEFORE_KEY]: before } : documents;
    setCompare({ panes, documents: kept, outcome: undefined });
  };
  const policy = flow ? policyKindOf(flow) : undefined;
  const items = ARRANGEMENTS.map((kind): MenuItem => ({
    id: kind,
    label: t(kind === 'policies' && policy === 'internal' ? 'policiesInternal' : kind),
    hint: t(`hint.${kind}`),
    disabled: arrange(kind, { offers, document, flow, before }) === undefined,
    onSelect: () => choose(kind),
  }));
  return (
    <Menu
      label={t('label')}
      items={items}
      trigger={
        <Button size="s" icon={<Columns3 aria-hidden />} className={styles.add}>
          {t('label')}
          <ChevronDown aria-hidden />
        </Button>
      }
    />
  );
}
