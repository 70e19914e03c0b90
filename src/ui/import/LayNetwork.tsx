import { useTranslations } from 'use-intl';
import { setSubject } from '../../core/document/edits/pasted';
import { changeNodeSettings } from '../../core/document/edits/nodes';
import { readCni } from '../../core/kubernetes/network/cni-config';
import type { PendingText } from '../../store/types';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/controls';
import styles from './import.module.css';

interface Props {
  readonly texts: readonly PendingText[];
  readonly onDone: () => void;
}

/** A CNI configuration among the texts joins the Pods of the built cluster's nodes as it says. */
export function LayNetwork({ texts, onDone }: Props) {
  const t = useTranslations('import');
  const { edit, discardText, setStarting } = useActions();
  const count = useBench(({ document }) => document.present.cluster.nodes.length);
  const found = texts.flatMap((text) => {
    const cni = readCni(text.text.slice(text.text.indexOf('{'), text.text.lastIndexOf('}') + 1));
    return cni ? [{ id: text.id, cni }] : [];
  })[0];
  if (!found || count === 0) return null;
  const lay = (): void => {
    edit((document) => setSubject(changeNodeSettings(document, { cni: found.cni }), 'cluster'));
    discardText(found.id);
    setStarting(false);
    onDone();
  };
  return (
    <div className={styles.banner}>
      <span role="status">{t('cni', { name: found.cni.name })}</span>
      <Button variant="primary" onClick={lay}>
        {t('layNetwork', { count })}
      </Button>
    </div>
  );
}
