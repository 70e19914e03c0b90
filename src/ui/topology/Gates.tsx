import { useTranslations } from 'use-intl';
import { gateKey, type GateVisit } from '../packet/moment.model';
import { classes } from '../common/classes';
import styles from './gates.module.css';
import { priorityText } from '../rules/stands.model';
import { tellingTables, type Gate, type GateTable } from './gates.model';
import { inside } from './inside';
import { place } from './places';
import { useLayout, useMoment } from './stage-context';
import type { NodeCard } from './stage-types';

interface Props {
  readonly card: NodeCard;
  readonly onOpen: (gate: Gate) => void;
}

/** The five gates of a node and the routing decision, each where the packet's way passes. */
export function Gates({ card, onOpen }: Props) {
  const t = useTranslations('topology');
  const layout = useLayout();
  const { gates } = useMoment();
  return (
    <>
      {card.gates.map((gate) => (
        <GateBox
          key={gate.hook}
          gate={gate}
          visit={gates.get(gateKey(card.id, gate.hook))}
          style={inside(layout, place.card(card.id), place.gate(card.id, gate.hook))}
          onOpen={onOpen}
        />
      ))}
      <div
        className={styles.routing}
        style={inside(layout, place.card(card.id), place.routing(card.id))}
        role="img"
        aria-label={t('routing')}
        title={t('routing')}
      />
    </>
  );
}

interface GateProps {
  readonly gate: Gate;
  readonly visit: GateVisit | undefined;
  readonly style: React.CSSProperties;
  readonly onOpen: (gate: Gate) => void;
}

function GateBox({ gate, visit, style, onOpen }: GateProps) {
  const t = useTranslations('topology');
  const tables = tellingTables(gate);
  const mark = visit?.marks.at(-1);
  const full = (table: GateTable): string =>
    table.policy === 'DROP' ? t('gatePolicy', { ...table, policy: 'DROP' }) : t('gateTable', { ...table });
  const words = tables.length > 0 ? tables.map(full).join(', ') : t('gateEmpty');
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes(
        styles.gate,
        'nodrag',
        visit && styles.lit,
        visit?.now && styles.now,
        tables.length === 0 && styles.bare,
      )}
      style={style}
      aria-label={t('gate', { hook: gate.hook, tables: words })}
      title={words}
      onClick={() => onOpen(gate)}
    >
      <span className={styles.hook}>{gate.hook}</span>
      {mark ? (
        <span className={classes(styles.mark, styles[mark.tone])}>
          {mark.sign} {mark.word}
        </span>
      ) : (
        <span className={styles.tables}>
          {tables.filter(({ priority }) => priority === undefined).length > 2
            ? t('gateMany', { tables: tables.length, rules: tables.reduce((sum, { rules }) => sum + rules, 0) })
            : short(tables)}
        </span>
      )}
    </button>
  );
}

/** `nat 1 · filter 3 ✕`: the cross is a policy that drops. Of nftables the priorities: `nft −110 −100`. */
function short(tables: readonly GateTable[]): string {
  const priorities = tables.flatMap(({ priority }) => (priority === undefined ? [] : [priorityText(priority)]));
  const nft = priorities.length > 0 ? [`nft ${[...new Set(priorities)].join(' ')}`] : [];
  const xt = tables
    .filter(({ priority }) => priority === undefined)
    .map(({ table, rules, policy }) => `${table} ${rules}${policy === 'DROP' ? ' ✕' : ''}`);
  return [...xt, ...nft].join('·');
}
