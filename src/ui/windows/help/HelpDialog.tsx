import { Suspense, useState } from 'react';
import { lazyPart } from '../../common/late';
import { useTranslations } from 'use-intl';
import { GLOSSARY, type GlossaryTerm } from '../../../content/glossary';
import { useMeanings } from '../../common/use-glossary';
import { Dialog, type WindowProps } from '../../common/Dialog';
import { Kbd } from '../../common/labels';
import { Segmented } from '../../common/controls';
import { Kept } from '../../paste/kept/Kept';
import styles from './help.module.css';
import { PROXY_MODE_IDS } from '../../../core/kubernetes/mode-ids';
import { SHORTCUTS } from '../../shell/bench/shortcuts.model';

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
  ['depth', SHORTCUTS.depth],
  ['realRules', SHORTCUTS['real-rules']],
  ['lessons', SHORTCUTS.lessons],
  ['reach', SHORTCUTS.reach],
  ['reachQuestion', ['[', ']']],
  ['reachFate', ['f']],
  ['reachFold', ['+', '-']],
  ['reachTable', ['t']],
  ['present', SHORTCUTS.present],
  ['presenting', ['s', 'o', '.', '0']],
  ['hide', SHORTCUTS.hide],
  ['devices', SHORTCUTS.devices],
  ['print', SHORTCUTS.print],
  ['answers', ['a', 'b', 'c', 'd']],
  ['modes', PROXY_MODE_IDS.map((_, nth) => String(nth + 1))],
  ['search', SHORTCUTS['search-rules']],
  ['goStage', SHORTCUTS['go-stage']],
  ['goDatapath', SHORTCUTS['go-datapath']],
  ['goRules', SHORTCUTS['go-rules']],
  ['undo', SHORTCUTS.undo],
  ['redo', ['mod+shift+z']],
  ['palette', SHORTCUTS.palette],
  ['help', SHORTCUTS.help],
] as const;

const ProofPage = lazyPart(async () => (await import('./proof/ProofPage')).ProofPage);

const LicencesPage = lazyPart(async () => (await import('./licences/LicencesPage')).LicencesPage);

type Page = 'words' | 'proof' | 'kept' | 'licences';

/** Every key and every word of the field with its explanation; what is proven of all this, what is kept, and the licences. */
export function HelpDialog({ open, onOpenChange }: WindowProps) {
  const t = useTranslations('guide.help');
  const proof = useTranslations('proof');
  const kept = useTranslations('kept');
  const licences = useTranslations('licences');
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
            { id: 'kept', label: kept('title') },
            { id: 'licences', label: licences('title') },
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
      {page === 'kept' && <Kept />}
      {page === 'licences' && (
        <Suspense fallback={null}>
          <LicencesPage />
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
      <dl>
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
  const meanings = useMeanings();
  return (
    <section aria-label={t('words')}>
      <h3 className={styles.heading}>{t('words')}</h3>
      <dl className={styles.words}>
        {Object.entries(GLOSSARY).map(([id, term]) => (
          <div key={id}>
            <dt className={styles.term}>{term}</dt>
            <dd className={styles.meaning}>{meanings[id as GlossaryTerm]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
