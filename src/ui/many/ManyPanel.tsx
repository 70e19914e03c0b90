import { X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import { IconButton } from '../common/IconButton';
import { Segmented } from '../common/Segmented';
import { targetTitle, sourceTitle } from '../editors/flow.model';
import { useFlowWords } from '../editors/use-flow-words';
import { FlowsTab } from './FlowsTab';
import { KeptTab } from './KeptTab';
import { setMany, THE_END, useMany, type ManyTab } from './many-store';
import styles from './many.module.css';
import { NewTab } from './NewTab';
import { setManyOpen } from './open';
import { useCrowdClock } from './use-crowd-clock';

/** Many packets of the shown flow: new connections, requests over connections that stay open, several flows at once. */
export function ManyPanel() {
  const t = useTranslations('many');
  const tab = useMany((state) => state.tab);
  useCrowdClock();
  const close = (): void => {
    setMany({ playing: false });
    setManyOpen(false);
  };
  const tabs: readonly ManyTab[] = ['new', 'kept', 'flows'];
  return (
    <section className={styles.panel} aria-label={t('title')} onKeyDown={keepKeys}>
      <div className={styles.head}>
        <Segmented
          label={t('title')}
          value={tab}
          onChange={(next) => setMany({ tab: next, playing: false, at: THE_END })}
          items={tabs.map((id) => ({ id, label: t(`tabs.${id}`) }))}
        />
        {tab !== 'flows' && <FlowName />}
        <IconButton label={t('close')} icon={<X aria-hidden />} className={styles.close} onClick={close} />
      </div>
      {tab === 'new' && <NewTab />}
      {tab === 'kept' && <KeptTab />}
      {tab === 'flows' && <FlowsTab />}
    </section>
  );
}

/** A slider and a number box have the arrow keys for themselves. */
function keepKeys(event: KeyboardEvent): void {
  if (event.target instanceof HTMLInputElement && event.key !== 'Escape') event.stopPropagation();
}

function FlowName() {
  const words = useFlowWords();
  const id = useBench(({ run }) => run.flowId);
  const flow = useBench(({ document }) => document.present.flows.find((each) => each.id === id));
  if (!flow) return null;
  return <span className={styles.flow}>{flow.title ?? `${sourceTitle(flow.from, words)} → ${targetTitle(flow)}`}</span>;
}
