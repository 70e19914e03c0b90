import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FoundService } from '../../core/paste/pasted-types';
import { AddressChip } from '../common/addresses';
import { FilterInput } from '../common/inputs';
import { VirtualList } from '../common/lists';
import { matching, sharedOdds } from './node-flow.model';
import styles from './import.module.css';

/** Of externalIPs and load balancer addresses so many are listed. */
const MOST_EXTERNAL = 2;
/** More than these scroll in a box of their own. */
const FEW = 8;

export interface FoundServicesProps {
  readonly found: readonly FoundService[];
  readonly onPick: (service: FoundService) => void;
}

/** The Services the rules tell of; picking one aims the packet at it. */
export function FoundServices({ found, onPick }: FoundServicesProps) {
  const t = useTranslations('import');
  const [words, setWords] = useState('');
  const shown = useMemo(() => matching(found, words), [found, words]);
  if (found.length === 0) return <p className={styles.note}>{t('noneFound')}</p>;
  const row = (service: FoundService) => <ServiceRow service={service} onPick={onPick} />;
  return (
    <>
      {found.length > FEW && (
        <FilterInput className={styles.input} label={t('filter')} value={words} onValue={setWords} />
      )}
      {shown.length <= FEW ? (
        <ul className={styles.list}>
          {shown.map((service) => (
            <li key={keyOf(service)}>{row(service)}</li>
          ))}
        </ul>
      ) : (
        <div className={styles.scroll}>
          <VirtualList label={t('found')} count={shown.length} rowHeight={46}>
            {(index) => {
              const service = shown[index];
              return service && row(service);
            }}
          </VirtualList>
        </div>
      )}
    </>
  );
}

function keyOf({ name, protocol, address, port, chain = '' }: FoundService): string {
  return `${name} ${protocol} ${address} ${port} ${chain}`;
}

function ServiceRow({
  service,
  onPick,
}: {
  readonly service: FoundService;
  readonly onPick: (service: FoundService) => void;
}) {
  const t = useTranslations('import');
  const { name, address, external = [], port, portAssumed, protocol, nodePort, endpoints, refused } = service;
  const odds = sharedOdds(service);
  return (
    <button
      type="button"
      className={styles.service}
      onClick={() => onPick(service)}
      title={endpoints.slice(0, 30).join('\n')}
    >
      <span className={styles.serviceName}>{name}</span>
      <span className={styles.facts}>
        {address === '' ? (
          <span>{t('unknownAddress')}</span>
        ) : (
          <AddressChip address={address} port={port === 0 ? undefined : port} kind="service" />
        )}
        {port === 0 && <span>{t('unknownPort')}</span>}
        {portAssumed && <span>{t('assumedPort')}</span>}
        {external.slice(0, MOST_EXTERNAL).map((each) => (
          <AddressChip key={each} address={each} port={port === 0 ? undefined : port} kind="service" />
        ))}
        {external.length > MOST_EXTERNAL && <span>+{external.length - MOST_EXTERNAL}</span>}
        <span>{protocol}</span>
        {nodePort !== undefined && <span>nodePort {nodePort}</span>}
        <span>{refused ? t('refusedHere') : t('endpoints', { count: endpoints.length })}</span>
        {odds !== undefined && <strong>{t('odds', { odds })}</strong>}
      </span>
    </button>
  );
}
