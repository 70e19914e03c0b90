import { narrateAlone, listReasons, tell, type Narration } from '../../core/sim/narrate';
import { goesByTurns } from '../../core/linux/ipvs/scheduler';
import type { FlatStep } from '../../store/selectors';
import { classes } from '../common/classes';
import { plainName } from '../../core/story/service-at';
import { useGoTo, useStepRow } from './datapath-context';
import styles from './event-card.module.css';
import type { EventCard } from './rules.model';
import { usePhrase } from '../common/i18n/use-phrase';
import { useTranslations } from 'use-intl';
import {
  isProgramStep,
  type RoutingStep,
  type ConntrackStep,
  type IpvsCandidate,
  type IpvsStep,
  type NatStep,
  type ProgramStep,
} from '../../core/sim/trace';
import { RouteLine, TupleLine, PlainLine } from './rule/lines';
import { VerdictBadge, TargetBadge } from '../common/VerdictBadge';
import { programMark, targetMark, ipvsMark } from '../common/theme/verdicts';
import ipvsEventStyles from './ipvs-event.module.css';
import { sameIp } from '../../core/net/ip';
import { hasPorts, type Packet } from '../../core/net/packet';
import { AddressChip } from '../common/addresses';

/** The header was rewritten: what it was, what it is now. */
function NatEvent({ step, narration }: { readonly step: NatStep; readonly narration: Narration }) {
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
function Changes({ before, packet }: { readonly before: Packet; readonly packet: Packet }) {
  const t = useTranslations('rules.event');
  return (
    <>
      <Change name={t('src')} before={makeEnd(before, 'src')} after={makeEnd(packet, 'src')} />
      <Change name={t('dst')} before={makeEnd(before, 'dst')} after={makeEnd(packet, 'dst')} />
    </>
  );
}

interface End {
  readonly address: Packet['src'];
  readonly port: number | undefined;
}

function makeEnd(packet: Packet, side: 'src' | 'dst'): End {
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

/** The most servers listed; of more, the chosen one and the first. */
const MOST = 8;

/** The director: the key it looked up, what the scheduler saw of each server, whom it chose and why. */
function IpvsEvent({ step, narration }: { readonly step: IpvsStep; readonly narration: Narration }) {
  const t = useTranslations('rules.event.ipvs');
  const say = usePhrase();
  const { at, service, scheduler, chosen, before, packet, reason, odds = 'none', from } = step;
  const asked = at === 'in' && from === 'scheduler';
  return (
    <>
      <span className={ipvsEventStyles.title}>
        <VerdictBadge mark={ipvsMark(step)} /> {say(tell(narration, 'card'))}
      </span>
      <span className={ipvsEventStyles.line}>
        {t('lookup')} <PlainLine text={service} />
      </span>
      {asked && (
        <span className={ipvsEventStyles.line}>
          {t('scheduler', {
            scheduler,
            odds: chosen === undefined ? 'none' : odds,
            turns: goesByTurns(scheduler) ? 'yes' : 'no',
          })}
        </span>
      )}
      {asked && <Candidates step={step} />}
      <span className={ipvsEventStyles.line}>{say(reason)}</span>
      {before && <Changes before={before} packet={packet} />}
    </>
  );
}

/** So many lookups are listed; a program makes few. */
const MOST_LOOKUPS = 16;

/** A program of eBPF, or a layer of VFP: where it is, each entry it looked up and what stood there, and what it made of the packet. */
function ProgramEvent({ step, narration }: { readonly step: ProgramStep; readonly narration: Narration }) {
  const t = useTranslations('rules.event.ebpf');
  const say = usePhrase();
  const { program, device, lookups, before, packet, reason } = step;
  return (
    <>
      <span className={ipvsEventStyles.title}>
        <VerdictBadge mark={programMark(step)} /> {say(tell(narration, 'card'))}
      </span>
      <span className={ipvsEventStyles.line}>
        <PlainLine text={program} />{' '}
        {device === undefined ? t('socket') : t(step.kind === 'vfp' ? 'port' : 'device', { device })}
      </span>
      {lookups.slice(0, MOST_LOOKUPS).map(({ map, key, value }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a key may be looked up twice
        <span key={at} className={ipvsEventStyles.line}>
          {map} <PlainLine text={key} /> {value === undefined ? t('nothing') : <PlainLine text={`→ ${value}`} />}
        </span>
      ))}
      {lookups.length > MOST_LOOKUPS && (
        <span className={ipvsEventStyles.line}>{t('more', { count: lookups.length - MOST_LOOKUPS })}</span>
      )}
      <span className={ipvsEventStyles.line}>{say(reason)}</span>
      {before && <Changes before={before} packet={packet} />}
      {step.kind === 'vfp' && <span className={ipvsEventStyles.line}>{t('documented')}</span>}
    </>
  );
}

function Candidates({ step: { candidates, chosen } }: { readonly step: IpvsStep }) {
  const t = useTranslations('rules.event.ipvs');
  const shown = shownCandidates(candidates, chosen);
  if (shown.length === 0) return null;
  return (
    <span className={ipvsEventStyles.table} role="table" aria-label={t('servers')}>
      <span className={ipvsEventStyles.row} role="row">
        {(['server', 'weight', 'active', 'inactive'] as const).map((head) => (
          <span key={head} role="columnheader" className={ipvsEventStyles.head}>
            {t(head)}
          </span>
        ))}
      </span>
      {shown.map(({ server, weight, activeConnections, inactiveConnections }) => (
        <span
          key={server}
          className={classes(ipvsEventStyles.row, server === chosen && ipvsEventStyles.chosen)}
          role="row"
        >
          <span role="cell">
            {server === chosen && <span aria-hidden>→ </span>}
            <PlainLine text={server} />
            {server === chosen && <span className="visually-hidden"> {t('chosen')}</span>}
          </span>
          <span role="cell">{weight}</span>
          <span role="cell">{activeConnections}</span>
          <span role="cell">{inactiveConnections}</span>
        </span>
      ))}
      {shown.length < candidates.length && (
        <span className={ipvsEventStyles.line}>{t('more', { count: candidates.length - shown.length })}</span>
      )}
    </span>
  );
}

function shownCandidates(candidates: readonly IpvsCandidate[], chosen: string | undefined): readonly IpvsCandidate[] {
  const first = candidates.slice(0, MOST);
  const picked = candidates.find(({ server }) => server === chosen);
  return picked && !first.includes(picked) ? [picked, ...first.slice(0, MOST - 1)] : first;
}

/** conntrack looks the packet up: the state rules will see, and the entry that was found or made. */
function ConntrackEvent({ step, narration }: { readonly step: ConntrackStep; readonly narration: Narration }) {
  const t = useTranslations('rules.event');
  const say = usePhrase();
  const { ctState, entry, created } = step;
  return (
    <>
      <span className={styles.title}>
        {t('conntrack')} <span className={styles.state}>{ctState}</span>
      </span>
      <span className={styles.line}>{say(tell(narration, 'card'))}</span>
      {entry && !created && (
        <>
          <TupleLine tuple={entry.original} sign="→" />
          <TupleLine tuple={entry.reply} sign="←" />
        </>
      )}
    </>
  );
}

/** The packet ends here, and why. */
function StopEvent({ isKnown, narration }: { readonly isKnown: boolean; readonly narration: Narration }) {
  const say = usePhrase();
  return (
    <>
      <span className={styles.title}>
        <VerdictBadge mark={targetMark(isKnown ? 'DROP' : 'UNKNOWN')} word={say(tell(narration, 'card'))} />
      </span>
      {listReasons(narration).map((reason) => (
        <span key={reason.id} className={styles.line}>
          {say(reason)}
        </span>
      ))}
    </>
  );
}

/** The routing decision: for this host, through it, out of it, or nowhere; and the route that says so. */
function RoutingEvent({ step, narration }: { readonly step: RoutingStep; readonly narration: Narration }) {
  const t = useTranslations('rules.event');
  const say = usePhrase();
  const { route, again, reason } = step;
  return (
    <>
      <span className={styles.title}>
        {t(again ? 'routingAgain' : 'routing')} <span className={styles.state}>{say(tell(narration, 'card'))}</span>
      </span>
      {route && <RouteLine route={route} />}
      <span className={styles.line}>{say(reason)}</span>
    </>
  );
}

/** What happened, and why: the packet comes, crosses a bridge, or goes. */
function MoveEvent({ narration }: { readonly narration: Narration }) {
  const say = usePhrase();
  return (
    <>
      <span className={styles.title}>{say(tell(narration, 'card'))}</span>
      {listReasons(narration).map((reason) => (
        <span key={reason.id} className={styles.line}>
          {say(reason)}
        </span>
      ))}
    </>
  );
}

/** Something the kernel did outside the rules, in its place among them. */
export function EventCardView({ card: { step, id } }: { readonly card: EventCard }) {
  const { row, current, reached } = useStepRow(step);
  const goTo = useGoTo();
  return (
    <article data-card={id} className={styles.card}>
      <button
        type="button"
        {...row}
        className={classes(styles.body, reached && styles.reached, current && styles.now)}
        onClick={() => goTo(step)}
      >
        <Body step={step} />
      </button>
    </article>
  );
}

/** The kinds that show more than their words: a table, an entry, a route. */
function Body({ step: { data } }: { readonly step: FlatStep }) {
  const narration = narrateAlone(data, { called: plainName });
  if (data.kind === 'conntrack') return <ConntrackEvent step={data} narration={narration} />;
  if (data.kind === 'nat') return <NatEvent step={data} narration={narration} />;
  if (data.kind === 'routing') return <RoutingEvent step={data} narration={narration} />;
  if (isProgramStep(data)) return <ProgramEvent step={data} narration={narration} />;
  if (data.kind === 'ipvs') return <IpvsEvent step={data} narration={narration} />;
  if (data.kind === 'stop') return <StopEvent isKnown={!data.unknown} narration={narration} />;
  return <MoveEvent narration={narration} />;
}
