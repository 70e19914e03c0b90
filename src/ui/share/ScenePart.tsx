import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { sceneHash } from '../../store/scenes';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import { momentAtStep } from '../../core/story/moment';
import { Button } from '../common/controls';
import { useCopy } from '../redact/redaction';
import { QrCode } from './QrCode';
import { pageAddress } from './address';
import styles from './share.module.css';

type Short = string | 'edited' | undefined;

/** The short link of what is shown at this moment. */
function useShortLink(hides: boolean): Short {
  const store = useBenchStore();
  const { tell } = useActions();
  const present = useBench(({ document }) => document.present);
  const scene = useBench(({ view }) => view.scene);
  const playhead = useBench(({ view }) => view.playhead);
  const [link, setLink] = useState<Short>();
  useEffect(() => {
    let wanted = true;
    const make = async (): Promise<Short> => {
      if (!scene) return undefined;
      const told = await tell();
      const moment = told ? momentAtStep(told.moments, playhead) + 1 : 1;
      const hash = await sceneHash(store.getState(), { moment, hides });
      return hash === undefined ? 'edited' : pageAddress() + hash;
    };
    void make().then((made) => wanted && setLink(made));
    return () => {
      wanted = false;
    };
  }, [store, tell, present, scene, playhead, hides]);
  return link;
}

/** A scene nobody edited has a link that can be spoken, and a QR code for phones in the room. */
export function ScenePart() {
  const t = useTranslations('share');
  const own = useBench(({ view }) => view.hides);
  const [hides, setHides] = useState(own);
  const link = useShortLink(hides);
  const { outcome, copy } = useCopy();
  if (link === undefined) return null;
  return (
    <section className={styles.part}>
      <h3 id="share-scene">{t('scene')}</h3>
      {link === 'edited' ? (
        <p className={styles.note}>{t('sceneEdited')}</p>
      ) : (
        <>
          <p className={styles.note}>{t('sceneAbout')}</p>
          <div className={styles.row}>
            <input
              readOnly
              aria-labelledby="share-scene"
              className={styles.link}
              value={link}
              onFocus={(event) => event.target.select()}
            />
            <Button
              icon={outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
              onClick={() => copy(link)}
            >
              {outcome === 'copied' ? t('copied') : t('copy')}
            </Button>
          </div>
          <label className={styles.check}>
            <input type="checkbox" checked={hides} onChange={(event) => setHides(event.target.checked)} />
            {t('sceneHides')}
          </label>
          <QrCode text={link} />
        </>
      )}
    </section>
  );
}
