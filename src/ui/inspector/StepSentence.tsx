import { narrate, listReasons, tell } from '../../core/sim/narrate';
import { useBench } from '../../store/hooks';
import { shownSteps, type FlatStep, headerBefore } from '../../store/selectors';
import { plainName } from '../../core/story/service-at';
import { usePhrase } from '../common/i18n/use-phrase';
import { LookupLine, RouteLine } from '../rules/rule/lines';
import { splitSentence } from './trace-list.model';
import styles from './step.module.css';
import { useTranslations } from 'use-intl';
import { formatIp } from '../../core/net/ip';
import type { Packet } from '../../core/net/packet';
import type { TraceStep } from '../../core/sim/trace';
import { AddressChip } from '../common/addresses';
import { Explained } from '../common/Explained';
import { endChanged, packetLine, type FieldValue } from '../common/packet.model';
import { VerdictBadge } from '../common/VerdictBadge';
import { programMark, ipvsMark, targetMark, verdictMark, type VerdictMark } from '../common/theme/verdicts';

/** The sign and word of what a step decided; undefined for steps that decide nothing. */
export function stepMark(step: TraceStep): VerdictMark | undefined {
  if (step.kind === 'rule' && step.markBefore !== undefined) return targetMark('MARK');
  if (step.kind === 'rule' || step.kind === 'policy') return verdictMark(step.verdict);
  if (step.kind === 'return') return targetMark('RETURN');
  if (step.kind === 'ipvs') return ipvsMark(step);
  if (step.kind === 'ebpf' || step.kind === 'vfp') return programMark(step);
  if (step.kind === 'nat') return targetMark(step.manip === 'DST' ? 'DNAT' : 'SNAT');
  if (step.kind === 'deliver') return { ...targetMark('ACCEPT'), word: '' };
  if (step.kind === 'stop') return { ...targetMark(step.unknown ? 'UNKNOWN' : 'DROP'), word: '' };
  return undefined;
}

/** The sign and word of what a step decided; nothing for steps that decide nothing. */
export function StepBadge({ step }: { readonly step: TraceStep }) {
  const mark = stepMark(step);
  return mark ? <VerdictBadge mark={mark} /> : null;
}

/** The addresses a step is about: from and to where a packet sets out or arrives, old and new where it is rewritten. */
export function StepChips({ step }: { readonly step: TraceStep }) {
  const before = headerBefore(step);
  if (before) return <Rewrite before={before} packet={step.packet} />;
  if (step.kind === 'routing') return step.route ? <RouteLine route={step.route} /> : null;
  if (step.kind !== 'originate' && step.kind !== 'deliver' && step.kind !== 'tunnel') return null;
  const { src, dst, l4 } = packetLine(step.packet);
  const { inner } = step.packet;
  return (
    <span className={styles.chips}>
      <End value={src} />
      <span aria-hidden>→</span>
      <End value={dst} />
      <span className={styles.l4}>{l4}</span>
      {inner && <Inside packet={inner.packet} />}
    </span>
  );
}

/** A packet that another one quotes or carries. */
function Inside({ packet: { src, dst } }: { readonly packet: Packet }) {
  const t = useTranslations('inspector.step');
  return <span className={styles.l4}>{t('quoted', { src: formatIp(src), dst: formatIp(dst) })}</span>;
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
      {quoted && <Inside packet={quoted} />}
    </span>
  );
}

/** The list of steps calls processes by their names, and chains and addresses as they are. */
const NAMES = { called: plainName };

/** A step as a full sentence in two lines, its verdict, and below it the addresses and reasons it is about. */
export function StepSentence({ step }: { readonly step: FlatStep }) {
  const say = usePhrase();
  const steps = useBench(shownSteps);
  const narration = narrate(step, steps, NAMES);
  const { head, tail } = splitSentence(say(tell(narration, 'trace')), stepMark(step.data)?.word);
  return (
    <span className={styles.sentence}>
      <span className={styles.head}>
        <StepBadge step={step.data} />
        <Explained pressed>{head}</Explained>
      </span>
      <StepChips step={step.data} />
      {step.data.kind === 'rule' && step.data.lookup && <LookupLine lookup={step.data.lookup} />}
      {tail !== undefined && (
        <span className={styles.tail}>
          <Explained pressed>{tail}</Explained>
        </span>
      )}
      {listReasons(narration).map((phrase) => (
        <span key={phrase.id} className={styles.reason}>
          {say(phrase)}
        </span>
      ))}
    </span>
  );
}
