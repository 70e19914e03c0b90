import { ScrollText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { classes } from './classes';
import type { Relation } from '../../core/questions/diff/dump-pair';
import type { ModeRelease } from '../../core/questions/reach/statement';
import styles from './controls.module.css';

interface Props {
  /** `this-packet`. */
  readonly name: string;
  /** What stands over the page goes, before the Sheet is shown. */
  readonly onOpen?: () => void;
}

/** The way from an answer to the Sheet that is made of it. */
export function AsSheet({ name, onOpen }: Props) {
  const t = useTranslations('sheet');
  return (
    <a className={classes(styles.button, styles.plain)} href={`#sheet=${name}`} onClick={onOpen}>
      <ScrollText size={14} aria-hidden /> {t('asSheet')}
    </a>
  );
}

/** The name of the Sheet on what changes between two sides. */
export function changeSheetId(before: ModeRelease, after: ModeRelease, isIpv6: boolean): string {
  const sides = [before, after].map(({ mode, release }) => `${mode}-${release.replace('.', '-')}`);
  return `this-change-${sides.join('-')}${isIpv6 ? '-ipv6' : ''}`;
}

/** The name of the Sheet on the pasted node beside another dump. */
export const dumpsSheetId = (relation: Relation): string => `two-dumps-${relation}`;
