import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PastedConnection } from '../../../core/paste/pasted-connections';
import { FilterInput } from '../../common/inputs';
import { Button } from '../../common/controls';
import { useSendFlow } from '../../shell/bench/use-send-flow';
import { packetProtocolName } from '../../common/packet.model';
import { connectionFlow, matchingEntries } from './conntrack.model';
import styles from '../../common/tables.module.css';
import { TupleLine } from '../../rules/rule/lines';

/** More are found by typing. */
const MOST = 30;

interface Props {
  readonly connections: readonly PastedConnection[];
  /** Table whose connections are shown. */
  readonly by: PastedConnection['by'];
}

/** The connections `conntrack -L` or `ipvsadm -Lnc` showed; of each one a packet can be sent, by either end. */
export function PastedConnections({ connections: all, by }: Props) {
  const t = useTranslations('tables.pasted');
  const [typed, setTyped] = useState('');
  const connections = useMemo(() => all.filter((each) => each.by === by), [all, by]);
  const found = matchingEntries(connections, typed);
  if (connections.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t(`title.${by}`)}>
      <h3 className={styles.heading}>{t(`title.${by}`)}</h3>
      <p className={styles.quiet}>{t(`about.${by}`)}</p>
      {connections.length > 5 && (
        <FilterInput className={styles.filter} label={t('filter')} value={typed} onValue={setTyped} />
      )}
      <ul>
        {found.slice(0, MOST).map((connection) => (
          <li key={`${connection.node ?? ''} ${connection.entry.id}`}>
            <Connection connection={connection} />
          </li>
        ))}
      </ul>
      {found.length > MOST && <p className={styles.quiet}>{t('more', { count: found.length - MOST })}</p>}
      {found.length === 0 && <p className={styles.quiet}>{t('nothing')}</p>}
    </section>
  );
}

function Connection({ connection }: { readonly connection: PastedConnection }) {
  const t = useTranslations('tables.pasted');
  const timer = useTranslations('tables.conntrack');
  const sendFlow = useSendFlow();
  const { entry, original, reply, node, state } = connection;
  return (
    <div className={styles.entry}>
      <p className={styles.entryHead}>
        {node !== undefined && <b>{node}</b>} <b>{packetProtocolName(entry.original.protocol)}</b>
        {state !== undefined && <span>{state}</span>}
        <span className={styles.timer}>{timer('timeout', { seconds: entry.timeout })}</span>
      </p>
      <TupleLine tuple={entry.original} sign="→" />
      <TupleLine tuple={entry.reply} sign="←" />
      <p className={styles.status}>
        {entry.status.map((status) => `[${status}]`).join(' ')}
        {entry.mark !== 0 && ` mark=${entry.mark}`}
        {entry.zone !== 0 && ` zone=${entry.zone}`}
      </p>
      <p className={styles.sends}>
        <Button size="s" icon={<ArrowRight aria-hidden />} onClick={() => sendFlow(connectionFlow(original))}>
          {t('send', { from: original.from, to: original.to })}
        </Button>
        <Button size="s" icon={<ArrowLeft aria-hidden />} onClick={() => sendFlow(connectionFlow(reply))}>
          {t('send', { from: reply.from, to: reply.to })}
        </Button>
      </p>
    </div>
  );
}
