import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import type { WalkFiles } from '../../engine/questions/export';
import { usePhrase } from '../i18n/use-phrase';
import tokens from '../theme/tokens.css?raw';
import { createRuler } from './canvas';
import { stagePicture, toldOf } from './pictures.model';
import { makePalette } from './sheet.model';
import { SheetView } from './SheetView';
import { stageShapes } from './stage-picture.model';
import styles from './strip.module.css';

/** So many moments are on a page. */
const A_PAGE = 6;
const SMALL = { width: 480, height: 232 };

/** All moments of a walk for paper: light, six a page, each with its stage and what is said of it. */
export function PrintStrip({ walk, document }: { readonly walk: WalkFiles; readonly document: Document }) {
  const t = useTranslations('story');
  const say = usePhrase();
  const palette = useMemo(() => makePalette(tokens, 'light'), []);
  const sheets = useMemo(() => {
    const told = toldOf(document, walk);
    const ruler = createRuler(palette);
    return walk.moments.map(({ sentence }, index) => ({
      ...SMALL,
      title: say(sentence),
      shapes: stageShapes(stagePicture(told, index, { t, ruler, small: SMALL }), t),
    }));
  }, [walk, document, palette, t, say]);
  const pages = Array.from({ length: Math.ceil(walk.moments.length / A_PAGE) }, (_, at) => at * A_PAGE);
  return (
    <article className={styles.strip} data-print="">
      <h1>{document.title}</h1>
      {pages.map((page) => (
        <section key={page} className={styles.moments}>
          {walk.moments.slice(page, page + A_PAGE).map(({ first, sentence, cause }, at) => (
            <figure key={first}>
              <figcaption>
                <b>
                  {page + at + 1} {say(sentence)}
                </b>
                {cause && <span>{say(cause)}</span>}
              </figcaption>
              {sheets[page + at] && <SheetView sheet={sheets[page + at]!} palette={palette} />}
            </figure>
          ))}
        </section>
      ))}
    </article>
  );
}
