import { useTranslations } from 'use-intl';
import { formatIp } from '../../core/net/ip';
import type { Packet } from '../../core/net/packet';
import type { TraceStep } from '../../core/sim/trace';
import { headerBefore } from '../../store/selectors';
import { AddressChip } from '../common/addresses';
import { RouteLine } from '../rule/lines';
import { endChanged, packetLine, type FieldValue } from '../common/packet.model';
import styles from './step.module.css';

/** The addresses a step is about: from and to where a packet sets out or arrives, old and new where it is rewritten. */
export function StepChips({ step }: { readonly step: TraceStep }) {
  const before = headerBefore(step);
  if (before) return <Rewrite before={before} packet={step.packet} />;
  if (step.kind === 'routing') return step.route ? <RouteLine route={step.route} /> : null;
  if (step.kind !== 'originate' && step.kind !== 'deliver') return null;
  const { src, dst, l4 } = packetLine(step.packet);
  return (
    <span className={styles.chips}>
      <End value={src} />
      <span aria-hidden>→</span>
      <End value={dst} />
      <span className={styles.l4}>{l4}</span>
    </span>
  );
}

function End({ value, variant = 'plain' }: { readonly value: FieldValue; readonly variant?: 'plain' | 'was' | 'now' }) {
  return <AddressChip address={value.address ?? ''} port={value.port} variant={variant} />;
}

function Rewrite({ before, packet }: { readonly before: Packet; readonly packet: Packet }) {
  const t = useTranslations('inspector.step');
  const [was, now] = [packetLine(before), packetLine(packet)];
  const { l4 } = packet;
  const quoted = l4.proto === 'icmp' || l4.proto === 'icmpv6' ? l4.quoted : undefined;
  return (
    <span className={styles.chips}>
      {(['src', 'dst'] as const)
        .filter((side) => endChanged(before, packet, side))
        .map((side) => (
          <span key={side} className={styles.chips}>
            <End value={was[side]} variant="was" />
            <span>{t('becomes')}</span>
            <End value={now[side]} variant="now" />
          </span>
        ))}
      {quoted && (
        <span className={styles.l4}>{t('quoted', { src: formatIp(quoted.src), dst: formatIp(quoted.dst) })}</span>
      )}
    </span>
  );
}
