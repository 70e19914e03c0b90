import { Check, Copy } from 'lucide-react';
import { useEffect, useState, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { pageAddress } from '../../store/link';
import { sceneHash } from '../../store/scenes';
import { useActions, useBench } from '../../store/hooks';
import { momentAtStep } from '../../core/story/moment';
import { Button } from '../common/controls';
import { useCopy } from '../redact/redaction';
import styles from './share.module.css';
import { correction, generate } from 'lean-qr';

/** Without a link: the scene was edited. */
type Short = { readonly link: string | undefined } | undefined;

/** The short link of what is shown at this moment. */
function useShortLink(hides: boolean): Short {
  const { tell } = useActions();
  const present = useBench(({ document }) => document.present);
  const scene = useBench(({ view }) => view.scene);
  const locale = useBench(({ view }) => view.locale);
  const playhead = useBench(({ view }) => view.playhead);
  const [link, setLink] = useState<Short>();
  useEffect(() => {
    let wanted = true;
    const make = async (): Promise<Short> => {
      if (!scene) return undefined;
      const told = await tell();
      const moment = told ? momentAtStep(told.moments, playhead) + 1 : 1;
      const hash = await sceneHash(present, { ...scene, moment, hides }, locale);
      return { link: hash === undefined ? undefined : pageAddress() + hash };
    };
    void make().then((made) => wanted && setLink(made));
    return () => {
      wanted = false;
    };
  }, [tell, present, scene, locale, playhead, hides]);
  return link;
}

/** A scene nobody edited has a link that can be spoken, and a QR code for phones in the room. */
export function ScenePart() {
  const t = useTranslations('share');
  const own = useBench(({ view }) => view.hides);
  const [hides, setHides] = useState(own);
  const made = useShortLink(hides);
  const { outcome, copy } = useCopy();
  if (!made) return null;
  const { link } = made;
  return (
    <section className={styles.part}>
      <h3 id="share-scene">{t('scene')}</h3>
      {link === undefined ? (
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

/** The white margin a reader needs around it, in squares. */
const QUIET = 4;

/** A link as a QR code: one path, dark on white in both themes, as readers want it. */
function QrCode({ text }: { readonly text: string }) {
  const t = useTranslations('share');
  const { size, d } = useMemo(() => {
    const code = generate(text, { minCorrectionLevel: correction.M });
    const squares: string[] = [];
    for (let y = 0; y < code.size; y++)
      for (let x = 0; x < code.size; x++) if (code.get(x, y)) squares.push(`M${x + QUIET} ${y + QUIET}h1v1h-1z`);
    return { size: code.size + 2 * QUIET, d: squares.join('') };
  }, [text]);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('qr', { link: text })}>
      <rect width={size} height={size} fill="#fff" />
      <path d={d} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
