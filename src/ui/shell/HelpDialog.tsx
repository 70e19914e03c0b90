import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { GLOSSARY } from '../../content/glossary';
import { useBench } from '../../store/hooks';
import { Dialog } from '../common/Dialog';
import { Kbd } from '../common/Kbd';
import { Segmented } from '../common/Segmented';
import styles from './help.module.css';
import { SHORTCUTS } from './shortcuts.model';

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Lines of the key table: a word of `shell.help` and the keys beside it. */
const LINES = [
  ['play', SHORTCUTS['toggle-playing']],
  ['step', ['left', 'right']],
  ['landmark', ['shift+left', 'shift+right']],
  ['jumps', ['n', 'h', 'c']],
  ['jumpsBack', ['shift+n', 'shift+h', 'shift+c']],
  ['ends', ['home', 'end']],
  ['clicker', ['pageup', 'pagedown']],
  ['reply', SHORTCUTS.reply],
  ['dice', SHORTCUTS.dice],
  ['many', SHORTCUTS.many],
  ['modes', ['1', '2', '3', '4']],
  ['search', SHORTCUTS['search-rules']],
  ['goStage', SHORTCUTS['go-stage']],
  ['goDatapath', SHORTCUTS['go-datapath']],
  ['goRules', SHORTCUTS['go-rules']],
  ['undo', SHORTCUTS.undo],
  ['redo', ['mod+shift+z']],
  ['palette', SHORTCUTS.palette],
  ['help', SHORTCUTS.help],
] as const;

const ProofPage = lazy(() => import('../proof/ProofPage').then((module) => ({ default: module.ProofPage })));

type Page = 'words' | 'proof';

/** Every key and every word of the field with its explanation; and what is proven of all this. */
export function HelpDialog({ open, onOpenChange }: Props) {
  const t = useTranslations('guide.help');
  const proof = useTranslations('proof');
  const [page, setPage] = useState<Page>('words');
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} description={t('about')} size="l" reading>
      <div className={styles.pages}>
        <Segmented
          label={t('page')}
          value={page}
          onChange={setPage}
          items={[
            { id: 'words', label: t('keysAndWords') },
            { id: 'proof', label: proof('title') },
          ]}
        />
      </div>
      {page === 'words' && (
        <div className={styles.columns}>
          <Keys />
          <Words />
        </div>
      )}
      {page === 'proof' && (
        <Suspense fallback={null}>
          <ProofPage />
        </Suspense>
      )}
    </Dialog>
  );
}

function Keys() {
  const t = useTranslations('guide.help');
  return (
    <section aria-label={t('keys')}>
      <h3 className={styles.heading}>{t('keys')}</h3>
      <dl className={styles.keys}>
        {LINES.map(([word, keys]) => (
          <div key={word} className={styles.line}>
            <dt>{t(word)}</dt>
            <dd className={styles.strokes}>
              {keys.map((stroke) => (
                <Kbd key={stroke} keys={stroke} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Words() {
  const t = useTranslations('guide.help');
  const locale = useBench(({ view }) => view.locale);
  return (
    <section aria-label={t('words')}>
      <h3 className={styles.heading}>{t('words')}</h3>
      <dl className={styles.words}>
        {Object.entries(GLOSSARY).map(([id, entry]) => (
          <div key={id}>
            <dt className={styles.term}>{entry.term}</dt>
            <dd className={styles.meaning}>{entry[locale]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
