import { announcedOfMode } from '../../core/kubernetes/announced';
import type { ProxyModeId } from '../../core/kubernetes/types';
import type { Phrase } from '../../core/lib/phrase';
import { usePhrase } from '../common/i18n/use-phrase';
import styles from './editors.module.css';

/** The note on what upstream has announced of a field. */
export function Announced({ of }: { readonly of: Phrase | undefined }) {
  const say = usePhrase();
  return of ? <p className={styles.hint}>{say(of)}</p> : null;
}

/** The note on what upstream has announced of a mode, where it is chosen. */
export function AnnouncedOfMode({ mode, release }: { readonly mode: ProxyModeId; readonly release: string }) {
  return <Announced of={announcedOfMode(mode, release)} />;
}
