import type { ReactNode } from 'react';
import styles from './lens.module.css';

/** The tag of a title's bold words, on the page. */
export const bold = { b: (chunks: ReactNode) => <b className={styles.ink}>{chunks}</b> };

/** The same in a picture, whose titles are of one weight. */
export const boldWords = { b: (chunks: string) => chunks };
