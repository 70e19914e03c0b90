import { ChevronDown } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { flowsOfSubject, type Flow } from '../../core/document/document';
import { useActions, useBench } from '../../store/hooks';
import { classes } from '../common/classes';
import { Menu } from '../common/floating';
import { isTargetOf, sourceTitle, targetTitle } from '../editors/flow.model';
import { useFlowWords } from '../editors/use-flow-words';
import { RestOfWords } from '../common/i18n/I18nProvider';
import { useReducedMotion } from '../common/theme/media';
import { standingFlows } from './flow-chips.model';
import styles from './flow-chips.module.css';

/** The flows of the document, what they are called, and how one is walked; `shown`: the one that is. */
function useFlows() {
  const words = useFlowWords();
  const document = useBench((state) => state.document.present);
  const shown = useBench(({ run }) => run.flowId);
  const { send, selectFlow } = useActions();
  const calm = useReducedMotion();
  return {
    flows: flowsOfSubject(document),
    shown,
    titleOf: (flow: Flow): string => flow.title ?? `${sourceTitle(flow.from, words)} → ${targetTitle(flow)}`,
    show: calm ? (id: string) => selectFlow(id) : send,
  };
}

/** Under the title of what is told, on one line: the flow, and behind it the document's others. */
export function FlowMenu() {
  return (
    <Suspense fallback={null}>
      <RestOfWords>
        <ToldFlow />
      </RestOfWords>
    </Suspense>
  );
}

function ToldFlow() {
  const t = useTranslations('editors');
  const { flows, shown, titleOf, show } = useFlows();
  const told = flows.find(({ id }) => id === shown);
  const title = told ? titleOf(told) : t('flows');
  return (
    <Menu
      label={t('flows')}
      align="start"
      items={flows.map((flow) => ({
        id: flow.id,
        label: titleOf(flow),
        checked: flow.id === shown,
        onSelect: () => show(flow.id),
      }))}
      trigger={
        <button type="button" title={t('chooseFlow')} aria-label={`${title}: ${t('chooseFlow')}`}>
          <span>{title}</span>
          <ChevronDown size={14} aria-hidden />
        </button>
      }
    />
  );
}

/** Under the title: the document's flows, each a press away; what has no room stands behind "more". */
export function FlowChips() {
  const t = useTranslations('editors');
  const { select } = useActions();
  const { flows, shown, titleOf, show: walk } = useFlows();
  const selection = useBench(({ view }) => view.selection);
  if (flows.length < 2) return null;
  const selected = flows.find(({ to }) => isTargetOf(selection, to));
  const { standing, others } = standingFlows(flows, [shown, selected?.id]);
  const show = (id: string): void => {
    select({ kind: 'flow', id });
    walk(id);
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
