import { Boxes } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/Button';
import { PickList } from '../common/PickList';
import { Popover } from '../common/Popover';
import { withoutDefault } from '../common/object-names.model';
import { wantedKey } from './parts.model';
import styles from './parts.module.css';
import { usePortName } from './PortSelect';
import { portsLike, type OfferedPort } from './services.model';

const MOST = 60;

/** Picks a service port of which everything it made is then listed. */
export function ServiceJump() {
  const t = useTranslations('parts');
  const { showMadeBy } = useActions();
  const [open, setOpen] = useState(false);
  const built = useBench(({ document }) => document.present.subject === 'cluster');
  if (!built) return null;
  const pick = ({ wanted }: OfferedPort): void => {
    setOpen(false);
    showMadeBy(wanted);
  };
  return (
    <Popover
      label={t('by')}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="s" icon={<Boxes aria-hidden />} title={t('byHint')}>
          {t('by')}
        </Button>
      }
    >
      <ServiceList onPick={pick} />
    </Popover>
  );
}

function ServiceList({ onPick }: { readonly onPick: (port: OfferedPort) => void }) {
  const t = useTranslations('parts');
  const cluster = useBench(({ document }) => document.present.cluster);
  const [typed, setTyped] = useState('');
  const portName = usePortName();
  const ports = useMemo(() => portsLike(cluster, typed, MOST), [cluster, typed]);
  const note = ports.length === 0 ? t('noSuch') : ports.length === MOST ? t('moreServices') : undefined;
  return (
    <PickList
      label={t('find')}
      typed={typed}
      onTyped={setTyped}
      items={ports}
      keyOf={({ wanted }) => wantedKey(wanted)}
      onPick={onPick}
      note={note}
    >
      {({ wanted, port }) => (
        <>
          <span>{withoutDefault(`${wanted.namespace}/${wanted.serviceName}`)}</span>
          <span className={styles.quiet}>{portName(port)}</span>
        </>
      )}
    </PickList>
  );
}
