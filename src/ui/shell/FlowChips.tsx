import { useTranslations } from 'use-intl';
import { flowsOfSubject, type Flow } from '../../core/document/document';
import { useActions, useBench } from '../../store/hooks';
import { classes } from '../common/classes';
import { Menu } from '../common/floating';
import { sourceTitle, targetTitle } from '../editors/flow.model';
import { useFlowWords } from '../editors/use-flow-words';
import { useReducedMotion } from '../theme/media';
import { standingFlows } from './flow-chips.model';
import styles from './flow-chips.module.css';

/** Under the title: the document's flows, each a press away; what has no room stands behind "more". */
export function FlowChips() {
  const t = useTranslations('editors');
  const words = useFlowWords();
  const document = useBench((state) => state.document.present);
  const shown = useBench(({ run }) => run.flowId);
  const { select, send, selectFlow } = useActions();
  const calm = useReducedMotion();
  const flows = flowsOfSubject(document);
  if (flows.length < 2) return null;
  const { standing, others } = standingFlows(flows, shown);
  const titleOf = (flow: Flow): string => flow.title ?? `${sourceTitle(flow.from, words)} → ${targetTitle(flow)}`;
  const show = (id: string): void => {
    select({ kind: 'flow', id });
    if (calm) selectFlow(id);
    else send(id);
  };
  return (
    <nav className={styles.chips} aria-label={t('flows')}>
      <ul>
        {standing.map((flow) => (
          <li key={flow.id}>
            <button
              type="button"
              className={classes(styles.chip, flow.id === shown && styles.shown)}
              aria-pressed={flow.id === shown}
              title={titleOf(flow)}
              onClick={() => show(flow.id)}
            >
              <span>{titleOf(flow)}</span>
              {flow.protocol !== 'tcp' && <small>{flow.protocol.toUpperCase()}</small>}
            </button>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Menu
          label={t('otherFlowsOf', { count: others.length })}
          align="end"
          items={others.map((flow) => ({ id: flow.id, label: titleOf(flow), onSelect: () => show(flow.id) }))}
          trigger={
            <button type="button" className={styles.chip} aria-label={t('otherFlowsOf', { count: others.length })}>
              {t('otherFlows', { count: others.length })}
            </button>
          }
        />
      )}
    </nav>
  );
}
