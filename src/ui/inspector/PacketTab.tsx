import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { GlossaryTerm } from '../../content/glossary';
import { useBench } from '../../store/hooks';
import { netnsById, shownSteps } from '../../store/selectors';
import { AddressChip } from '../common/AddressChip';
import { classes } from '../common/classes';
import { Term } from '../common/Term';
import { FlowState } from '../rules/FlowState';
import { useStepIndex } from '../rules/use-trace';
import { packetFields, type Field, type FieldId, type FieldValue } from './packet.model';
import styles from './packet-tab.module.css';
import { StepSentence } from './StepSentence';

/** The packet after the step under the playhead: every header field as sent and as it is now. */
export function PacketTab() {
  const t = useTranslations('inspector.packet');
  const steps = useBench(shownSteps);
  const now = useStepIndex();
  const step = steps[now];
  const netns = useBench((state) => netnsById(state, step?.netns)?.title ?? step?.netns ?? '');
  const fields = useMemo(() => packetFields(steps, now), [steps, now]);
  if (!step) return <FlowState />;
  return (
    <div className={styles.tab}>
      <p className={styles.place}>
        {t('place', {
          netns,
          role: step.second ? t('second', { role: t(`role.${step.role}`) }) : t(`role.${step.role}`),
        })}
      </p>
      <div className={styles.step}>
        <StepSentence step={step} />
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className="visually-hidden">
              {t('field')}
            </th>
            <th scope="col">{t('sent')}</th>
            <th scope="col">{t('now')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <FieldRow key={field.id} field={field} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FieldRow({ field: { id, sent, now, before, rewritten } }: { readonly field: Field }) {
  const t = useTranslations('inspector.packet');
  return (
    <tr className={classes(rewritten && styles.rewritten, before && styles.fresh)}>
      <th scope="row">
        <FieldName id={id} />
        {rewritten && <span className={styles.changed}>{before ? t('changedNow') : t('changed')}</span>}
      </th>
      <td>{sent && <Value value={sent} variant={rewritten ? 'was' : 'plain'} />}</td>
      <td>{now && <Value value={now} variant={rewritten ? 'now' : 'plain'} />}</td>
    </tr>
  );
}

/** Fields whose name is a word of the field; the others explain themselves. */
const TERMS: Readonly<Partial<Record<FieldId, GlossaryTerm>>> = { mark: 'mark', ctstate: 'conntrack', where: 'hook' };

function FieldName({ id }: { readonly id: FieldId }) {
  const t = useTranslations('inspector.packet');
  const term = TERMS[id];
  return term ? <Term id={term}>{t(`name.${id}`)}</Term> : t(`name.${id}`);
}

function Value({ value, variant }: { readonly value: FieldValue; readonly variant: 'plain' | 'was' | 'now' }) {
  if (value.address !== undefined) return <AddressChip address={value.address} port={value.port} variant={variant} />;
  return <code className={styles[variant]}>{value.text}</code>;
}
