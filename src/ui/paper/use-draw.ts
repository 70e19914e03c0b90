import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import { usePhrase } from '../i18n/use-phrase';
import { useMediaQuery } from '../theme/media';
import tokens from '../theme/tokens.css?raw';
import { createRuler, paintPng } from './canvas';
import { makeSheet, type MomentOf, type PictureKind } from './pictures.model';
import { formatSvg, makePalette } from './sheet.model';

type PictureTheme = 'light' | 'dark';

/** The theme of the page, until another is chosen for pictures. */
export function useOwnTheme(): readonly [PictureTheme, (theme: PictureTheme) => void] {
  const chosen = useBench(({ view }) => view.theme);
  const dark = useMediaQuery('(prefers-color-scheme: dark)');
  const page = chosen === 'system' ? (dark ? 'dark' : 'light') : chosen;
  const [theme, setTheme] = useState<PictureTheme>();
  return [theme ?? page, setTheme];
}

type Walk = Parameters<typeof makeSheet>[1];

type DrawnOf = Omit<MomentOf, 'kit'> & { readonly kind: PictureKind };

/** Draws a picture of a walk, in a theme and the words of the page. */
export function useDraw(theme: PictureTheme) {
  const t = useTranslations('story');
  const rules = useTranslations('rules');
  const say = usePhrase();
  return useMemo(() => {
    const palette = makePalette(tokens, theme);
    const ruler = createRuler(palette);
    return async (format: 'svg' | 'png', walk: Walk, of: DrawnOf) => {
      const sheet = makeSheet(of.kind, walk, { ...of, kit: { t, rules, say, ruler } });
      return format === 'png'
        ? paintPng(sheet, palette)
        : new Blob([formatSvg(sheet, palette, ruler)], { type: 'image/svg+xml' });
    };
  }, [theme, t, rules, say]);
}
