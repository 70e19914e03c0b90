import { Play, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Flow } from '../../core/document/document';
import { removeFlow } from '../../core/document/edits/flows';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/Button';
import { IconButton } from '../common/IconButton';
import { sourceTitle, targetTitle } from '../editors/flow.model';
import styles from './import.module.css';

/** The packets sent so far; one click sends one again. */
export function NodeFlows({ flows }: { readonly flows: readonly Flow[] }) {
  const t = useTranslations('import');
  const { edit, send } = useActions();
  const shown = useBench(({ run }) => run.flowId);
  if (flows.length === 0) return null;
  return (
    <ul className={styles.flows}>
      {flows.map((flow) => {
        const words = { outside: '', thisNode: t('thisNode') };
        const title = `${sourceTitle(flow.from, words)} → ${flow.title ?? targetTitle(flow)}`;
        return (
          <li key={flow.id} className={styles.correctable}>
            <Button
              size="s"
              variant="quiet"
              icon={<Play aria-hidden />}
              aria-current={flow.id === shown}
              onClick={() => send(flow.id)}
            >
              {title}
            </Button>
            <IconButton
              size="s"
              label={t('remove', { title })}
              icon={<Trash2 aria-hidden />}
              onClick={() => edit((document) => removeFlow(document, flow.id))}
            />
          </li>
        );
      })}
    </ul>
  );
}
