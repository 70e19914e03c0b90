import { Check, Copy, Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useBenchStore } from '../../store/hooks';
import { downloadProject } from '../../store/file';
import { COMFORTABLE_LINK } from '../../store/link';
import { Button } from '../common/Button';
import { Dialog } from '../common/Dialog';
import { usePhrase } from '../i18n/use-phrase';
import { OpenFile } from './OpenFile';
import styles from './share.module.css';
import { useCopy } from './use-copy';
import { useShareLink } from './use-share-link';

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The bench as a link or as a file. */
export function ShareDialog({ open, onOpenChange }: Props) {
  const t = useTranslations('share');
  const store = useBenchStore();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} description={t('about')}>
      <LinkPart />
      <section className={styles.part}>
        <h3>{t('file')}</h3>
        <p className={styles.note}>{t('fileAbout')}</p>
        <div className={styles.row}>
          <Button icon={<Download aria-hidden />} onClick={() => downloadProject(store.getState().document.present)}>
            {t('download')}
          </Button>
          <OpenFile onOpened={() => onOpenChange(false)} />
        </div>
      </section>
      <p className={styles.note}>{t('saved')}</p>
    </Dialog>
  );
}

function LinkPart() {
  const t = useTranslations('share');
  const say = usePhrase();
  const link = useShareLink();
  const pasted = useBenchStore().getState().document.present.pasted.texts.length > 0;
  const { outcome, copy } = useCopy();
  if (!link) return <p className={styles.note}>{t('making')}</p>;
  if (!link.ok) {
    return (
      <p role="status" className={styles.warning}>
        {say(link.error)}
      </p>
    );
  }
  const { length } = link.value;
  const long = length > COMFORTABLE_LINK;
  return (
    <section className={styles.part}>
      <h3 id="share-link">{t('link')}</h3>
      <div className={styles.row}>
        <input
          readOnly
          aria-labelledby="share-link"
          className={styles.link}
          value={link.value}
          onFocus={(event) => event.target.select()}
        />
        <Button
          variant="primary"
          data-autofocus
          icon={outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
          onClick={() => copy(link.value)}
        >
          {outcome === 'copied' ? t('copied') : t('copy')}
        </Button>
      </div>
      <p className={long ? styles.warning : styles.note}>{t(long ? 'long' : 'length', { length })}</p>
      {pasted && <p className={styles.warning}>{t('pasted')}</p>}
      <p role="status" className={outcome === 'failed' ? styles.warning : 'visually-hidden'}>
        {outcome === 'failed' ? t('copyFailed') : outcome === 'copied' && t('copied')}
      </p>
    </section>
  );
}
