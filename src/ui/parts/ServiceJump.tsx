import { useTranslations } from 'use-intl';
import type { ServicePort } from '../../core/kubernetes/types';
import { useActions, useBench } from '../../store/hooks';
import type { WantedPort } from '../../engine/protocol';
import { Select, Button } from '../common/controls';
import { withoutDefault } from '../common/texts.model';
import { serviceNamed, wantedKey, portsLike, type OfferedPort } from './parts.model';
import { Boxes } from 'lucide-react';
import { useMemo, useState } from 'react';
import { PickList } from '../common/lists';
import { Popover } from '../common/floating';
import styles from './parts.module.css';

/** Which port of the Service: one of them, or all. */
export function PortSelect({ wanted }: { readonly wanted: WantedPort }) {
  const t = useTranslations('parts');
  const { showMadeBy } = useActions();
  const service = useBench(({ document }) => serviceNamed(document.present.cluster, wanted));
  const { namespace, serviceName } = wanted;
  const name = withoutDefault(`${namespace}/${serviceName}`);
  const portName = usePortName();
  const ports = service?.spec.ports ?? [];
  return (
    <Select
      aria-label={t('byHint')}
      value={wanted.index === undefined ? '' : String(wanted.index)}
      onChange={(index) => showMadeBy({ namespace, serviceName, ...(index === '' ? {} : { index: Number(index) }) })}
      options={[
        { id: '', label: `${name} · ${t('whole')}` },
        ...ports.map((port, index) => ({ id: String(index), label: `${name} · ${portName(port)}` })),
      ]}
    />
  );
}

/** `http 80/TCP`. */
function usePortName(): (port: ServicePort) => string {
  const t = useTranslations('parts');
  return ({ name = 'none', port, protocol = 'TCP' }) => t('port', { name, port: String(port), protocol });
}

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
