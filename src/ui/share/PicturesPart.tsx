import { Image, Shapes } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import { momentAtStep } from '../../core/story/moment';
import { background } from '../../engine/page-engines';
import { download, fileStem } from '../../store/file';
import { useBench } from '../../store/hooks';
import { Button, Segmented, Select } from '../common/controls';
import { usePhrase } from '../i18n/use-phrase';
import { createRuler, paintPng } from '../paper/canvas';
import { makeSheet, PICTURE_KINDS, toldOf, type PictureKind } from '../paper/pictures.model';
import { formatSvg, makePalette } from '../paper/sheet.model';
import { useMediaQuery } from '../theme/media';
import tokens from '../theme/tokens.css?raw';
import styles from './share.module.css';

const THEMES = ['light', 'dark'] as const;
type PictureTheme = (typeof THEMES)[number];

/** What is shown now as a picture: drawn of the walk, not off the screen, with the names that may be shared. */
export function PicturesPart({ document }: { readonly document: Document | undefined }) {
  const t = useTranslations('share');
  const run = useBench(({ run }) => run.result);
  const playhead = useBench(({ view }) => view.playhead);
  const [kind, setKind] = useState<PictureKind>('moment');
  const [theme, setTheme] = useOwnTheme();
  const [said, setSaid] = useState<'failed' | { readonly name: string }>();
  const draw = useDraw(theme);
  if (!run || run.outcomes.length === 0) return null;
  const hand = (format: 'svg' | 'png') => async (): Promise<void> => {
    if (!document) return;
    const asked = { document, flowId: run.flowId, outcome: run.shown };
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

/** The theme of the page, until another is chosen for pictures. */
function useOwnTheme(): readonly [PictureTheme, (theme: PictureTheme) => void] {
  const chosen = useBench(({ view }) => view.theme);
  const dark = useMediaQuery('(prefers-color-scheme: dark)');
  const page = chosen === 'system' ? (dark ? 'dark' : 'light') : chosen;
  const [theme, setTheme] = useState<PictureTheme>();
  return [theme ?? page, setTheme];
}

type Walk = Parameters<typeof makeSheet>[1];

function useDraw(theme: PictureTheme) {
  const t = useTranslations('story');
  const rules = useTranslations('rules');
  const say = usePhrase();
  return useMemo(() => {
    const palette = makePalette(tokens, theme);
    const ruler = createRuler(palette);
    return async (format: 'svg' | 'png', walk: Walk, of: { readonly kind: PictureKind; readonly index: number }) => {
      const sheet = makeSheet(of.kind, walk, { index: of.index, kit: { t, rules, say, ruler } });
      return format === 'png'
        ? paintPng(sheet, palette)
        : new Blob([formatSvg(sheet, palette, ruler)], { type: 'image/svg+xml' });
    };
  }, [theme, t, rules, say]);
}
