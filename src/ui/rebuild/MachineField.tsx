import { useTranslations } from 'use-intl';
import type { Rebuilding } from '../../core/analysis/reconstruct/rebuild';
import { SectionHeading } from '../common/SectionHeading';
import { Select } from '../common/Select';
import type { Draft } from './rebuild.model';
import styles from './rebuild.module.css';

interface Props {
  readonly result: Rebuilding;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** Of several machines: whose rules are read. The others are Nodes too. */
export function MachineField({ result: { machines, machine }, draft, onDraft }: Props) {
  const t = useTranslations('rebuild');
  if (machine === undefined) return null;
  const others = machines.filter((name) => name !== machine);
  return (
    <section>
      <SectionHeading>{t('machines')}</SectionHeading>
      <div className={styles.fields}>
        <label className={styles.field}>
          <span>{t('rulesOf')}</span>
          <Select
            value={machine}
            options={machines.map((id) => ({ id, label: id }))}
            onChange={(next) => onDraft(ofMachine(draft, next))}
          />
        </label>
      </div>
      <p className={styles.note}>{t('otherMachines', { names: others.join(', '), count: others.length })}</p>
    </section>
  );
}

/** What was said of a machine is not of another. */
function ofMachine({ services }: Draft, machine: string): Draft {
  return { services, machine };
}
