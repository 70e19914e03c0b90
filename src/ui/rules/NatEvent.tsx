import { useTranslations } from 'use-intl';
import { sameIp } from '../../core/net/ip';
import { hasPorts, type Packet } from '../../core/net/packet';
import { tell, type Narration } from '../../core/sim/narrate';
import type { NatStep } from '../../core/sim/trace';
import { AddressChip } from '../common/AddressChip';
import { TargetBadge } from '../common/VerdictBadge';
import { usePhrase } from '../i18n/use-phrase';
import styles from './event-card.module.css';

/** The header was rewritten: what it was, what it is now. */
export function NatEvent({ step, narration }: { readonly step: NatStep; readonly narration: Narration }) {
  const say = usePhrase();
  const { before, packet, manip } = step;
  return (
    <>
      <span className={styles.title}>
        <TargetBadge target={manip === 'DST' ? 'DNAT' : 'SNAT'} /> {say(tell(narration, 'card'))}
      </span>
      <Changes before={before} packet={packet} />
    </>
  );
}

/** Both ends of the header, as they were and as they are. */
export function Changes({ before, packet }: { readonly before: Packet; readonly packet: Packet }) {
  const t = useTranslations('rules.event');
  return (
    <>
      <Change name={t('src')} before={endOf(before, 'src')} after={endOf(packet, 'src')} />
      <Change name={t('dst')} before={endOf(before, 'dst')} after={endOf(packet, 'dst')} />
    </>
  );
}

interface End {
  readonly address: Packet['src'];
  readonly port: number | undefined;
}

function endOf(packet: Packet, side: 'src' | 'dst'): End {
  const { l4 } = packet;
  const port = hasPorts(l4) ? (side === 'src' ? l4.sport : l4.dport) : undefined;
  return { address: packet[side], port };
}

function Change({ name, before, after }: { readonly name: string; readonly before: End; readonly after: End }) {
  const same = sameIp(before.address, after.address) && before.port === after.port;
  return (
    <span className={styles.change}>
      <span className={styles.field}>{name}</span>
      <span className={styles.values}>
        {!same && <AddressChip {...before} variant="was" />}
        {/* The arrow leads: it stays with what it leads to. */}
        <span className={styles.value}>
          {!same && <span aria-hidden>→ </span>}
          <AddressChip {...after} {...(same ? {} : { variant: 'now' as const })} />
        </span>
      </span>
    </span>
  );
}
