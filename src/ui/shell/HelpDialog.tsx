import { useTranslations } from 'use-intl';
import { GLOSSARY } from '../../content/glossary';
import { useBench } from '../../store/hooks';
import { Dialog } from '../common/Dialog';
import { Kbd } from '../common/Kbd';
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
  ['ends', ['home', 'end']],
  ['clicker', ['pageup', 'pagedown']],
  ['reply', SHORTCUTS.reply],
  ['dice', SHORTCUTS.dice],
  ['search', SHORTCUTS['search-rules']],
  ['goStage', SHORTCUTS['go-stage']],
  ['goDatapath', SHORTCUTS['go-datapath']],
  ['goRules', SHORTCUTS['go-rules']],
  ['undo', SHORTCUTS.undo],
  ['redo', ['mod+shift+z']],
  ['palette', SHORTCUTS.palette],
  ['help', SHORTCUTS.help],
] as const;

/** Every key, and every word of the field with its explanation. */
export function HelpDialog({ open, onOpenChange }: Props) {
  const t = useTranslations('guide.help');
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} description={t('about')} size="l" reading>
      <div className={styles.columns}>
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
        <Words />
      </div>
    </Dialog>
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
