import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { shownSteps } from '../../store/selectors';
import type { InspectorTab } from '../../store/types';
import { Tabs, type TabItem } from '../common/Tabs';
import { ConntrackTable } from '../tables/ConntrackTable';
import { RouteTable } from '../tables/RouteTable';
import styles from './inspector.module.css';
import { PacketTab } from './PacketTab';
import { RulesTab } from './RulesTab';
import { TraceTab } from './TraceTab';
import { WhyTab } from './WhyTab';

/** Everything about the packet at the playhead, and the whole of what it went through, as text and tables. */
export function Inspector() {
  const t = useTranslations('inspector');
  const { showInspector } = useActions();
  const wanted = useBench((state) => state.view.inspectorTab);
  const walked = useBench((state) => shownSteps(state).length > 0);
  const why: TabItem<InspectorTab>[] = walked ? [{ id: 'why', label: t('tab.why'), content: <WhyTab /> }] : [];
  const items: readonly TabItem<InspectorTab>[] = [
    { id: 'packet', label: t('tab.packet'), content: <PacketTab /> },
    { id: 'trace', label: t('tab.trace'), content: <TraceTab /> },
    { id: 'rules', label: t('tab.rules'), content: <RulesTab /> },
    { id: 'conntrack', label: t('tab.conntrack'), content: <ConntrackTable /> },
    { id: 'routes', label: t('tab.routes'), content: <RouteTable /> },
    ...why,
  ];
  const value = items.some(({ id }) => id === wanted) ? wanted : 'trace';
  return (
    <Tabs className={styles.inspector ?? ''} label={t('title')} value={value} onChange={showInspector} items={items} />
  );
}
