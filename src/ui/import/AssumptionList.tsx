import { useTranslations } from 'use-intl';
import type { Assumption, NodeFacts, PastedNode } from '../../core/analysis/pasted-types';
import type { AssumptionKind } from '../../core/analysis/settling';
import { usePhrase } from '../i18n/use-phrase';
import { correctionOf, givenCorrections, withCorrection, withoutCorrection } from './corrections.model';
import { AddFact } from './AddFact';
import { Correctable } from './Correctable';
import styles from './import.module.css';

const KINDS: readonly AssumptionKind[] = [
  'node',
  'interface',
  'address',
  'route',
  'rules',
  'set',
  'mode',
  'object',
  'pods',
  'link',
  'sysctl',
  'hairpin',
  'podCIDR',
  'rule',
  'table',
  'interfaces',
  'host',
];
type Kind = AssumptionKind | 'other';

const NO_FACTS: NodeFacts = {};

export interface AssumptionListProps {
  readonly assumptions: readonly Assumption[];
  readonly facts: NodeFacts;
  /** Facts of several machines, by name. */
  readonly nodes?: PastedNode['nodes'] | undefined;
  readonly onFacts: (facts: NodeFacts, node?: string) => void;
}

/** Everything guessed, by kind, each with its reason and its lines; what can be corrected is, in place. */
export function AssumptionList({ assumptions, facts, nodes, onFacts }: AssumptionListProps) {
  const t = useTranslations('import');
  const given = [
    ...givenCorrections(facts).map((correction) => ({ correction, of: facts, node: undefined })),
    ...Object.entries(nodes ?? {}).flatMap(([node, { facts: of }]) =>
      givenCorrections(of).map((correction) => ({ correction, of, node })),
    ),
  ];
  const kindOf = ({ about }: Assumption): Kind => KINDS.find((kind) => kind === about) ?? 'other';
  const groups = [...KINDS, 'other' as const].map((kind) => ({
    kind,
    items: assumptions.filter((each) => kindOf(each) === kind),
  }));
  return (
    <>
      <p className={styles.note}>{assumptions.length === 0 ? t('noneAssumed') : t('assumedAbout')}</p>
      {given.length > 0 && (
        <section className={styles.group}>
          <h4>{t('given')}</h4>
          <ul className={styles.list}>
            {given.map(({ correction, of, node }) => (
              <li key={`${node ?? ''} ${correction.kind} ${correction.name}`} className={styles.assumption}>
                {node !== undefined && <b className={styles.machine}>{node}</b>}
                <Correctable
                  correction={correction}
                  onSave={(next) => onFacts(withCorrection(of, next), node)}
                  onRevert={() => onFacts(withoutCorrection(of, correction), node)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {groups.map(({ kind, items }) =>
        items.length === 0 ? null : (
          <section key={kind} className={styles.group}>
            <h4>{t(`kind.${kind}`)}</h4>
            <ul className={styles.list}>
              {items.map((assumption) => (
                <li key={`${assumption.node ?? ''} ${assumption.id}`} className={styles.assumption}>
                  {assumption.node !== undefined && <b className={styles.machine}>{assumption.node}</b>}
                  <AssumptionItem
                    assumption={assumption}
                    facts={assumption.node === undefined ? facts : (nodes?.[assumption.node]?.facts ?? NO_FACTS)}
                    onFacts={(next) => onFacts(next, assumption.node)}
                  />
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
      <AddFact onAdd={(correction) => onFacts(withCorrection(facts, correction))} />
    </>
  );
}

interface ItemProps {
  readonly assumption: Assumption;
  readonly facts: NodeFacts;
  readonly onFacts: (facts: NodeFacts) => void;
}

function AssumptionItem({ assumption, facts, onFacts }: ItemProps) {
  const t = useTranslations('import');
  const say = usePhrase();
  const correction = correctionOf(assumption);
  return (
    <>
      {correction ? (
        <Correctable correction={correction} onSave={(next) => onFacts(withCorrection(facts, next))} />
      ) : (
        <code className={styles.value}>{assumption.value}</code>
      )}
      <p className={styles.reason}>
        {say(assumption.reason)}
        {assumption.evidence.map(({ line, text }) => (
          <abbr key={`${line} ${text}`} className={styles.evidence} title={text}>
            {t('evidence', { line })}
          </abbr>
        ))}
        {assumption.settledBy !== undefined && (
          <span className={styles.evidence}>{t('settledBy', { command: assumption.settledBy })}</span>
        )}
      </p>
    </>
  );
}
