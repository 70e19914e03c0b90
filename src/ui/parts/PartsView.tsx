import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { IpFamily } from '../../core/net/ip';
import { useActions } from '../../store/hooks';
import type { ExplainedPart, WantedPort } from '../../engine/protocol';
import { Button } from '../common/Button';
import { withoutDefault } from '../common/object-names.model';
import { countParts, groupParts, partKey, type PartGroup } from './parts.model';
import { PartRow } from './PartRow';
import styles from './parts.module.css';
import { PortSelect } from './PortSelect';
import { useParts } from './use-parts';

/** So many parts are drawn at first, and with every wish for more. */
const PAGE = 200;

export interface PartsViewProps {
  readonly netns: string;
  readonly title: string;
  readonly family: IpFamily;
  readonly wanted: WantedPort;
}

/** Everything a Service port made on a node, in whatever mode, each with the field that asked for it and why. */
export function PartsView(props: PartsViewProps) {
  const t = useTranslations('parts');
  const { showMadeBy } = useActions();
  const { netns, title, family, wanted } = props;
  const service = withoutDefault(`${wanted.namespace}/${wanted.serviceName}`);
  const parts = useParts(netns, family, wanted);
  return (
    <section className={styles.view} aria-label={t('title', { service, node: title })}>
      <div className={styles.bar}>
        <Button size="s" icon={<ArrowLeft aria-hidden />} onClick={() => showMadeBy(undefined)}>
          {t('all')}
        </Button>
        <PortSelect wanted={wanted} />
      </div>
      {parts ? <Groups parts={parts} {...props} service={service} /> : <p role="status">{t('loading')}</p>}
    </section>
  );
}

function Groups({
  parts,
  title,
  service,
  netns,
  family,
}: PartsViewProps & { readonly parts: readonly ExplainedPart[]; readonly service: string }) {
  const t = useTranslations('parts');
  const [most, setMost] = useState(PAGE);
  const count = useMemo(() => countParts(groupParts(parts)), [parts]);
  const groups = useMemo(() => groupParts(parts.slice(0, most)), [parts, most]);
  return (
    <>
      <p className={styles.count} role="status">
        {t('count', { count, node: title, service })}
      </p>
      {parts.length === 0 && <p className={styles.quiet}>{t('none')}</p>}
      <ul className={styles.groups}>
        {groups.map((group) => (
          <li key={`${group.kind} ${group.owner}`}>
            <Group group={group} netns={netns} family={family} />
          </li>
        ))}
      </ul>
      {parts.length > most && (
        <Button size="s" onClick={() => setMost(most + PAGE)}>
          {t('showMore', { count: Math.min(PAGE, parts.length - most) })}
        </Button>
      )}
    </>
  );
}

function Group({
  group: { kind, owner, own, parts },
  netns,
  family,
}: {
  readonly group: PartGroup;
  readonly netns: string;
  readonly family: IpFamily;
}) {
  const t = useTranslations('parts');
  const single = kind === 'address' || kind === 'proxy-port';
  return (
    <>
      <h4 className={styles.owner}>
        <span className={styles.kind}>{t(`kind.${kind}`)}</span> <code>{owner}</code>
        {!single && <span className={styles.own}>{t(own ? 'own' : 'shared')}</span>}
      </h4>
      <ol className={styles.rows}>
        {parts.map((part) => (
          <li key={partKey(part)}>
            <PartRow part={part} netns={netns} family={family} />
          </li>
        ))}
      </ol>
    </>
  );
}
