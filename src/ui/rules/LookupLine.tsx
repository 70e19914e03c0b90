import { useTranslations } from 'use-intl';
import type { NftLookup } from '../../core/sim/trace';
import { PlainLine } from '../parts/PlainLine';
import styles from './chain-card.module.css';

/** One lookup in a set or map: one step, however many elements it has. */
export function LookupLine({ lookup: { set, key, element, size } }: { readonly lookup: NftLookup }) {
  const t = useTranslations('rules');
  return (
    <span className={styles.lookup}>
      <span>{t('lookup', { set, size })}</span>
      <span>
        <PlainLine text={key} /> <span aria-hidden>→</span>{' '}
        {element === undefined ? t('lookupNone') : <PlainLine text={getValue(element, key)} />}
      </span>
    </span>
  );
}

/** The key is said already: of `key : value` the value, of a set's element the element. */
function getValue(element: string, key: string): string {
  return element.startsWith(`${key} : `) ? element.slice(key.length + 3) : element;
}
