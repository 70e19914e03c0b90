import { useTranslations } from 'use-intl';
import type { Lens } from '../../core/story/lens';
import { listCandidates } from '../../core/story/questions-choice';
import styles from './sheet.module.css';

/** Among whom is chosen, and what the question tells already: of a ladder its first rung. */
export function VeiledChoice({ lens }: { readonly lens: Lens }) {
  const t = useTranslations('sheet');
  const { picture } = lens;
  const odds = picture.kind === 'ladder' ? picture.rungs[0]?.odds?.split('/')[1] : undefined;
  return (
    <ul className={styles.veiled} data-veiled="">
      {listCandidates(lens).map(({ end }, at) => (
        <li key={end.text}>
          <b>{end.name}</b>
          <span>{at === 0 && odds !== undefined ? t('first', { count: Number(odds) }) : t('unknown')}</span>
        </li>
      ))}
    </ul>
  );
}
