import { Panel } from '@xyflow/react';
import { useTranslations } from 'use-intl';
import { Button } from '../../common/controls';
import { RestOfWords } from '../../common/i18n/I18nProvider';
import styles from './hands.module.css';
import type { ClipboardNews } from './use-clipboard';
import type { StageHistory } from './use-stage-edits';

interface Props {
  readonly hands: StageHistory;
  readonly news: ClipboardNews | undefined;
  /** Opens the menu of everything selected at a place of the window. */
  readonly openMenu: (at: { readonly x: number; readonly y: number }) => void;
}

/** The bar over the stage of whatever is held just now: a selection and its actions, or a flow that wants its end. */
export function EditBar(props: Props) {
  return (
    <RestOfWords>
      <Bar {...props} />
    </RestOfWords>
  );
}

function Bar({ hands: { aiming, aim, pickedNodes, clear }, news, openMenu }: Props) {
  const t = useTranslations('hands.bar');
  const many = pickedNodes.length > 0;
  return (
    <Panel position="top-center" className={styles.bar} data-open={aiming !== undefined || many || news !== undefined}>
      <span role="status" className={styles.words}>
        {aiming
          ? t('aim', { name: getName(aiming) })
          : many
            ? t('picked', { count: pickedNodes.length })
            : said(t, news)}
      </span>
      {aiming && (
        <Button size="s" onClick={() => aim(undefined)}>
          {t('cancel')}
        </Button>
      )}
      {!aiming && many && (
        <>
          <Button
            size="s"
            variant="primary"
            aria-haspopup="menu"
            onClick={({ currentTarget }) => {
              const { left, bottom } = currentTarget.getBoundingClientRect();
              openMenu({ x: left, y: bottom + 4 });
            }}
          >
            {t('actions')}
          </Button>
          <Button size="s" onClick={clear}>
            {t('clear')}
          </Button>
        </>
      )}
    </Panel>
  );
}

function said(t: ReturnType<typeof useTranslations<'hands.bar'>>, news: ClipboardNews | undefined): string {
  if (!news) return '';
  return 'count' in news ? t(news.kind, { count: news.count }) : t(news.kind);
}

function getName(node: NonNullable<StageHistory['aiming']>): string {
  if (node.type === 'pod') return node.data.pod.name;
  if (node.type === 'card') return node.data.card.name;
  if (node.type === 'compact') return node.data.node.name;
  return node.type === 'outside' ? node.data.box.title : '';
}
