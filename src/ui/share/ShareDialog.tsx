import { Check, Copy, Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import { useBench } from '../../store/hooks';
import { downloadProject } from '../../store/file';
import { COMFORTABLE_LINK } from '../../store/link';
import { Button } from '../common/Button';
import { Dialog } from '../common/Dialog';
import { usePhrase } from '../i18n/use-phrase';
import { RedactSwitch } from '../redact/RedactSwitch';
import { useSharedDocument } from '../redact/use-shared-document';
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
  const document = useSharedDocument();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} description={t('about')}>
      <RedactSwitch />
      <LinkPart document={document} />
      <section className={styles.part}>
        <h3>{t('file')}</h3>
        <p className={styles.note}>{t('fileAbout')}</p>
        <div className={styles.row}>
          <Button
            icon={<Download aria-hidden />}
            disabled={!document}
            onClick={() => document && downloadProject(document)}
          >
            {t('download')}
          </Button>
          <OpenFile onOpened={() => onOpenChange(false)} />
        </div>
      </section>
      <p className={styles.note}>{t('saved')}</p>
    </Dialog>
  );
}

function LinkPart({ document }: { readonly document: Document | undefined }) {
  const t = useTranslations('share');
  const say = usePhrase();
  const link = useShareLink(document);
  const present = useBench(({ document }) => document.present);
  const pasted = document === present && present.pasted.texts.length > 0;
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
          data-shared
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
