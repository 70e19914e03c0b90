import { useState, useCallback, useId } from 'react';
import { useTranslations } from 'use-intl';
import type { Rebuilding, Rebuilt } from '../../../core/questions/reconstruct/rebuild';
import { openRebuilt } from '../../../core/document/edits/pasted';
import { useActions, useBench } from '../../../store/hooks';
import { Button, Select } from '../../common/controls';
import { classes } from '../../common/classes';
import { Dialog, WorkProgress, type WindowProps } from '../../common/Dialog';
import { SectionHeading } from '../../common/labels';
import { Inferences, ProxyFields } from './Inferences';
import {
  countRebuilt,
  EMPTY_REBUILD_DRAFT,
  type Draft,
  wantedOf,
  isWitnessed,
  NODE_FIELDS,
  nodeValue,
  draftProblem,
  withNodeField,
  type NodeField,
  differenceCounts,
} from './rebuild.model';
import styles from './rebuild.module.css';
import { useRebuildPhrase } from './use-rebuild-phrase';
import type { PastedNode } from '../../../core/paste/pasted-types';
import type { AskOptions } from '../../../engine/client';
import { background } from '../../../engine/page-engines';
import { useQuestion, type AskState } from '../../common/use-asked';
import { RotateCcw, Check, TriangleAlert } from 'lucide-react';
import type { Difference } from '../../../core/paste/proxy/types';
import { VirtualList } from '../../common/virtual-list';

/** More than these scroll in a box of their own. */
const FEW = 6;

/** The rules that recompiling the cluster gives, beside those that were pasted: the same, or a list of differences. */
export function Recompiled({ made }: { readonly made: Rebuilt }) {
  const t = useTranslations('rebuild');
  const { differences, compared, comparedWith, release } = made;
  if (comparedWith === undefined) return <p className={styles.problem}>{t('notCompared')}</p>;
  return (
    <section>
      {differences.length === 0 ? (
        <p className={styles.same}>
          <Check size={16} aria-hidden /> {t('same')}
        </p>
      ) : (
        <p className={styles.drift}>
          <TriangleAlert size={16} aria-hidden /> {t('differences', { count: differences.length })}
        </p>
      )}
      {!compared && (
        <p className={styles.note}>{t('comparedWith', { release: release.release, compiled: comparedWith })}</p>
      )}
      {differences.length > 0 && (
        <>
          <ul className={styles.list}>
            {differenceCounts(differences).map(([kind, count]) => (
              <li key={kind}>{t(`kindCount.${kind}`, { count })}</li>
            ))}
          </ul>
          <DifferenceList differences={differences} />
        </>
      )}
    </section>
  );
}

function DifferenceList({ differences }: { readonly differences: readonly Difference[] }) {
  const t = useTranslations('rebuild');
  if (differences.length <= FEW) {
    return (
      <ul className={styles.list} aria-label={t('differenceList')}>
        {differences.map((difference) => (
          <li key={`${difference.table} ${difference.chain} ${difference.index ?? ''} ${difference.text}`}>
            <DifferenceRow difference={difference} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div className={styles.scroll}>
      <VirtualList label={t('differenceList')} count={differences.length} rowHeight={72}>
        {(index) => {
          const difference = differences[index];
          return difference && <DifferenceRow difference={difference} />;
        }}
      </VirtualList>
    </div>
  );
}

function DifferenceRow({ difference }: { readonly difference: Difference }) {
  const t = useTranslations('rebuild');
  const say = useRebuildPhrase();
  const { kind, family, table, chain, index, text, why } = difference;
  return (
    <div className={styles.difference}>
      <span className={styles.badge} data-kind={kind}>
        {t(`kind.${kind}`)}
      </span>{' '}
      <code className={styles.place}>
        {family === 'ipv6' ? 'ip6 ' : ''}
        {table} {chain}
        {index === undefined ? '' : ` ${index + 1}`}
      </code>{' '}
      <span className={styles.note}>{say(why)}</span>
      {text !== chain && <code className={styles.quote}>{text}</code>}
    </div>
  );
}

interface NodeFieldsProps {
  readonly made: Rebuilt;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** Name, addresses and Pod CIDR of the node, each with whether the paste tells it. */
export function NodeFields({ made, draft, onDraft }: NodeFieldsProps) {
  const t = useTranslations('rebuild');
  return (
    <section>
      <SectionHeading>{t('node')}</SectionHeading>
      {NODE_FIELDS.map((field) => (
        <Field
          key={`${field} ${nodeValue(made, field)}`}
          field={field}
          value={nodeValue(made, field)}
          state={draft[field] !== undefined ? 'corrected' : isWitnessed(made, field) ? 'told' : 'notTold'}
          onValue={(text) => onDraft(withNodeField(draft, field, text))}
        />
      ))}
    </section>
  );
}

interface FieldProps {
  readonly field: NodeField;
  readonly value: string;
  readonly state: 'corrected' | 'told' | 'notTold';
  readonly onValue: (text: string) => void;
}

/** A field that is taken over when it is left or Enter is pressed; emptied, what was inferred counts again. */
function Field({ field, value, state, onValue }: FieldProps) {
  const t = useTranslations('rebuild');
  const id = useId();
  const [text, setText] = useState(value);
  const problem = draftProblem(field, text);
  const commit = (): void => {
    if (!problem && text.trim() !== value) onValue(text);
  };
  const label = state === 'notTold' && value !== '' ? t('madeUp') : t(state);
  return (
    <div className={styles.nodeField}>
      <label htmlFor={id}>{t(`nodeField.${field}`)}</label>
      <input
        id={id}
        className={styles.input}
        value={text}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-about`}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
      {state === 'corrected' && (
        <Button size="s" variant="quiet" icon={<RotateCcw aria-hidden />} onClick={() => onValue('')}>
          {t('revert')}
        </Button>
      )}
      <p id={`${id}-about`} className={problem ? styles.problem : styles.note}>
        {problem ? t(`problem.${problem}`) : `${label}. ${state === 'notTold' ? t(`nodeHint.${field}`) : ''}`}
      </p>
    </div>
  );
}

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

/** How the turning of texts into a cluster stands. What was made last stays while it is done again. */
export interface RebuildState extends AskState<Rebuilding> {
  readonly result: Rebuilding | undefined;
}

/** Asks again whenever the corrections change; the worker keeps the texts between one question and the next. */
export function useRebuild(pasted: PastedNode, draft: Draft): RebuildState {
  const ask = useCallback(
    (options: AskOptions) => background.ask('rebuild', { pasted, wanted: wantedOf(draft) }, options),
    [pasted, draft],
  );
  const asked = useQuestion(ask);
  return { ...asked, status: asked.status === 'idle' ? 'working' : asked.status, result: asked.answer };
}

/** Lists what rules of this mode do not hold, so that nobody takes what was made up for what was read. */
export function NotCarriedList({ made: { notCarried } }: { readonly made: Rebuilt }) {
  const t = useTranslations('rebuild');
  const say = useRebuildPhrase();
  return (
    <section>
      <SectionHeading count={notCarried.length}>{t('notCarried')}</SectionHeading>
      <ul className={styles.bullets}>
        {notCarried.map(({ id, what }) => (
          <li key={id}>{say(what)}</li>
        ))}
      </ul>
    </section>
  );
}

/** The cluster a pasted node is turned into, with where each field is told, to be corrected and opened. */
export function RebuildDialog({ open: isOpen, onOpenChange }: WindowProps) {
  const t = useTranslations('rebuild');
  const { edit, showLeft, select, send } = useActions();
  const pasted = useBench((state) => state.document.present.pasted);
  const [draft, setDraft] = useState<Draft>(EMPTY_REBUILD_DRAFT);
  const state = useRebuild(pasted, draft);
  const { result, status } = state;
  const made = result?.made;
  const open = (): void => {
    if (!made) return;
    const { node, config, mode, furnished, compared, comparedWith } = made;
    let first: string | undefined;
    edit((document) => {
      const next = openRebuilt(document, {
        ...furnished,
        node,
        ...(result.machine === undefined ? {} : { machine: result.machine }),
        config,
        mode,
        release: comparedWith ?? made.release.release,
        ...(compared ? {} : { detected: made.release.release }),
      });
      first = next.flows.find(({ from }) => from.kind !== 'interface')?.id;
      return next;
    });
    select({ kind: 'node', name: node });
    showLeft('cluster');
    if (first !== undefined) send(first);
    onOpenChange(false);
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      size="full"
      title={t('title')}
      description={t('about')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('cancel')}</Button>
          <Button variant="primary" disabled={!made || status !== 'done'} onClick={open}>
            {t('openCluster')}
          </Button>
        </>
      }
    >
      <WorkProgress work={state} room="rebuild" />
      {result &&
        (made ? <View {...{ result, draft, setDraft, status }} /> : <Nothing {...{ result, draft, setDraft }} />)}
    </Dialog>
  );
}

interface ViewProps {
  readonly result: Rebuilding;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
}

function View({ result, draft, setDraft, status }: ViewProps & Pick<RebuildState, 'status'>) {
  const t = useTranslations('rebuild');
  const { made } = result;
  if (!made) return null;
  return (
    <div className={classes(styles.columns, status === 'working' && styles.stale)}>
      <div className={styles.column}>
        <section>
          <SectionHeading>{t('found')}</SectionHeading>
          <p>{t('counts', { ...countRebuilt(made) })}</p>
        </section>
        <MachineField result={result} draft={draft} onDraft={setDraft} />
        <ProxyFields result={result} made={made} draft={draft} onDraft={setDraft} />
        <NodeFields made={made} draft={draft} onDraft={setDraft} />
        <Recompiled made={made} />
        <NotCarriedList made={made} />
      </div>
      <Inferences made={made} draft={draft} onDraft={setDraft} />
    </div>
  );
}

/** Nothing to make a cluster of: what was looked for, and the next step. */
function Nothing({ result: { detected, modes }, draft, setDraft }: ViewProps) {
  const t = useTranslations('rebuild');
  const titleOf = (id: string | undefined): string => modes.find((mode) => mode.id === id)?.title ?? '';
  if (detected === undefined || draft.mode === undefined) {
    return (
      <div role="alert">
        <p>
          <strong>{detected === undefined ? t('nothing') : t('noServices', { mode: titleOf(detected) })}</strong>
        </p>
        <p>{t('nothingNext')}</p>
      </div>
    );
  }
  const { mode, ...rest } = draft;
  return (
    <div role="alert">
      <p>
        <strong>{t('nothingOfMode', { mode: titleOf(mode) })}</strong>{' '}
        {t('nothingOfModeNext', { mode: titleOf(detected) })}
      </p>
      <Button onClick={() => setDraft(rest)}>{t('backTo', { mode: titleOf(detected) })}</Button>
    </div>
  );
}
