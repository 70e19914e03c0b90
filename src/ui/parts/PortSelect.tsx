import { useTranslations } from 'use-intl';
import type { ServicePort } from '../../core/kubernetes/types';
import { useActions, useBench } from '../../store/hooks';
import type { WantedPort } from '../../engine/protocol';
import { Select } from '../common/Select';
import { withoutDefault } from '../common/object-names.model';
import { serviceNamed } from './services.model';

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
export function usePortName(): (port: ServicePort) => string {
  const t = useTranslations('parts');
  return ({ name = 'none', port, protocol = 'TCP' }) => t('port', { name, port: String(port), protocol });
}
