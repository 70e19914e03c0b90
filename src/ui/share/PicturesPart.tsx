import { Image, Shapes } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import { momentAtStep } from '../../core/story/moment';
import { background } from '../../engine/page-engines';
import { download, fileStem } from '../../store/file';
import { useBench } from '../../store/hooks';
import { Button, Segmented, Select } from '../common/controls';
import { PICTURE_KINDS, toldOf, type PictureKind } from '../paper/pictures.model';
import { useDraw, useOwnTheme } from '../paper/use-draw';
import styles from './share.module.css';

const THEMES = ['light', 'dark'] as const;

/** What is shown now as a picture: drawn of the walk, not off the screen, with the names that may be shared. */
export function PicturesPart({ document }: { readonly document: Document | undefined }) {
  const t = useTranslations('share');
  const run = useBench(({ run }) => run.result);
  const time = useBench(({ view }) => view.time);
  const playhead = useBench(({ view }) => view.playhead);
  const [kind, setKind] = useState<PictureKind>('moment');
  const [theme, setTheme] = useOwnTheme();
  const [said, setSaid] = useState<'failed' | { readonly name: string }>();
  const draw = useDraw(theme);
  if (!run || run.outcomes.length === 0) return null;
  const hand = (format: 'svg' | 'png') => async (): Promise<void> => {
    if (!document) return;
    const asked = { document, flowId: run.flowId, outcome: run.shown, time };
    const walk = await background.ask('export', asked).catch(() => undefined);
    if (!walk || walk.problem || walk.moments.length === 0) return setSaid('failed');
    const index = momentAtStep(walk.moments, playhead);
    const file = await draw(format, { ...walk, told: toldOf(document, walk) }, { kind, index });
    if (!file) return setSaid('failed');
    const name = `${fileStem(document)}-${kind}-${index + 1}.${format}`;
    download(name, file);
    setSaid({ name });
  };
  return (
    <section className={styles.part}>
      <h3>{t('pictures')}</h3>
      <p className={styles.note}>{t('picturesAbout')}</p>
      <div className={styles.row}>
        <Select
          aria-label={t('picture')}
          value={kind}
          onChange={setKind}
          options={PICTURE_KINDS.map((id) => ({ id, label: t(`pictureKinds.${id}`) }))}
        />
        <Segmented
          label={t('pictureTheme')}
          value={theme}
          onChange={setTheme}
          items={THEMES.map((id) => ({ id, label: t(`pictureThemes.${id}`) }))}
        />
        <Button icon={<Shapes aria-hidden />} disabled={!document} onClick={() => void hand('svg')()}>
          SVG
        </Button>
        <Button icon={<Image aria-hidden />} disabled={!document} onClick={() => void hand('png')()}>
          PNG
        </Button>
      </div>
      <p role="status" className={styles.note}>
        {said === 'failed' ? t('walkFailed') : said && t('walkMade', said)}
      </p>
    </section>
  );
}
