import { useTranslations } from 'use-intl';
import type { Lens } from '../../core/story/lens';
import { listCandidates } from '../../core/story/candidates';
import { classes } from '../common/classes';
import { oneIn, rungBars } from '../story/lenses/lens-ladder';
import lensStyles from '../story/lenses/lens.module.css';
import styles from './sheet.module.css';

interface Props {
  readonly lens: Lens;
  /** The question tells what the first rule of a ladder draws. */
  readonly tellsFirst: boolean;
}

/** Among whom is chosen, and what the question tells already: of a ladder its first rung, and what is left for the others. */
export function VeiledChoice({ lens, tellsFirst }: Props) {
  const t = useTranslations('sheet');
  const { picture } = lens;
  if (picture.kind === 'ladder' && tellsFirst) return <VeiledLadder picture={picture} />;
  return (
    <ul className={styles.veiled} data-veiled="">
      {listCandidates(lens).map(({ end }) => (
        <li key={end.text}>
          <b>{end.name}</b>
          <span>{t('unknown')}</span>
        </li>
      ))}
    </ul>
  );
}

function VeiledLadder({ picture: { rungs } }: { readonly picture: Extract<Lens['picture'], { kind: 'ladder' }> }) {
  const t = useTranslations('sheet');
  return (
    <ol className={classes(lensStyles.rows, lensStyles.ladder)} data-veiled="">
      {rungBars(rungs).map(({ rung, index, from, share }) => {
        const place = { insetInlineStart: `${from * 100}%` };
        const isFirst = index === 0;
        return (
          <li key={index} className={lensStyles.row}>
            <span className={lensStyles.who}>{rung.end?.name}</span>
            <span className={lensStyles.bar}>
              <span className={classes(lensStyles.left, !isFirst && styles.unsaid)} style={place}>
                {!isFirst && t('unknown')}
              </span>
              {isFirst && (
                <span className={lensStyles.share} style={{ ...place, inlineSize: `${share * 100}%` }}>
                  {rung.share}
                </span>
              )}
            </span>
            <span className={lensStyles.odds}>
              {isFirst && t('first', { count: oneIn(rung.odds ?? '') ?? rungs.length })}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
