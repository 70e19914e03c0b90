import { useTranslations } from 'use-intl';
import type { Assumption, NodeFacts, PastedNode } from '../../core/paste/pasted-types';
import type { AssumptionKind } from '../../core/paste/settling';
import { usePhrase } from '../common/i18n/use-phrase';
import {
  findCorrection,
  givenCorrections,
  withCorrection,
  withoutCorrection,
  correctionProblem,
  type Correction,
} from './corrections.model';
import styles from './import.module.css';
import { Plus, Pencil, RotateCcw } from 'lucide-react';
import { useState, useId } from 'react';
import { Button } from '../common/controls';

/** As a ref: the box that was just opened by a button takes the focus. */
function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}

interface CorrectableProps {
  readonly correction: Correction;
  readonly onSave: (correction: Correction) => void;
  /** Absent: it is a guess, there is nothing to take back. */
  readonly onRevert?: () => void;
}

/** A value with a pencil: click, type, Enter. What cannot be meant stays in the box with the reason. */
function Correctable({ correction, onSave, onRevert }: CorrectableProps) {
  const t = useTranslations('import');
  const [text, setText] = useState<string>();
  if (text !== undefined) {
    return (
      <Edit correction={{ ...correction, text }} onText={setText} onSave={onSave} onClose={() => setText(undefined)} />
    );
  }
  return (
    <div className={styles.correctable}>
      <code className={styles.value}>
        {correction.name} {correction.kind === 'sysctl' ? `= ${correction.text}` : correction.text}
      </code>
      <Button
        size="s"
        variant="quiet"
        icon={<Pencil aria-hidden />}
        aria-label={`${t('correct')} ${correction.name}`}
        onClick={() => setText(correction.text)}
      >
        {t('correct')}
      </Button>
      {onRevert && (
        <Button size="s" variant="quiet" icon={<RotateCcw aria-hidden />} onClick={onRevert}>
          {t('revert')}
        </Button>
      )}
    </div>
  );
}

interface EditProps {
  readonly correction: Correction;
  readonly onText: (text: string) => void;
  readonly onSave: (correction: Correction) => void;
  readonly onClose: () => void;
}

function Edit({ correction, onText, onSave, onClose }: EditProps) {
  const t = useTranslations('import');
  const problemId = useId();
  const problem = correctionProblem(correction);
  const save = (): void => {
    if (problem) return;
    onSave(correction);
    onClose();
  };
  return (
    <div className={styles.correctable}>
      <code className={styles.value}>{correction.name}</code>
      <input
        ref={focusOnce}
        data-own-escape
        className={styles.input}
        aria-label={t('valueOf', { name: correction.name })}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? problemId : undefined}
        value={correction.text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            save();
          }
          if (event.key === 'Escape') onClose();
        }}
      />
      <Button size="s" variant="primary" disabled={problem !== undefined} onClick={save}>
        {t('save')}
      </Button>
      <Button size="s" variant="quiet" onClick={onClose}>
        {t('cancel')}
      </Button>
      {problem && (
        <p id={problemId} role="alert" className={styles.problem}>
          {t(`problem.${problem}`)}
        </p>
      )}
    </div>
  );
}

/** What can be said without a guess: how its name is called, and how both are written. */
const NEW = {
  interface: { label: 'interfaceName', name: 'eth1', value: '10.0.0.5/24' },
  route: { label: 'destination', name: '10.0.0.0/8', value: 'via 10.0.0.1 dev eth0' },
  port: { label: 'portName', name: 'default/web:http', value: '8080' },
} as const;

/** Says something no guess was made about: another interface, another route, a port. */
function AddFact({ onAdd }: { readonly onAdd: (correction: Correction) => void }) {
  const t = useTranslations('import');
  const [draft, setDraft] = useState<Correction>();
  if (!draft) {
    return (
      <div className={styles.buttons}>
        <Button
          size="s"
          icon={<Plus aria-hidden />}
          onClick={() => setDraft({ kind: 'interface', name: '', text: '' })}
        >
          {t('newInterface')}
        </Button>
        <Button size="s" icon={<Plus aria-hidden />} onClick={() => setDraft({ kind: 'route', name: '', text: '' })}>
          {t('newRoute')}
        </Button>
        <Button size="s" icon={<Plus aria-hidden />} onClick={() => setDraft({ kind: 'port', name: '', text: '' })}>
          {t('newPort')}
        </Button>
      </div>
    );
  }
  const problem = draft.name.trim() === '' ? 'needsName' : correctionProblem(draft);
  const add = (): void => {
    if (problem) return;
    onAdd({ ...draft, name: draft.name.trim() });
    setDraft(undefined);
  };
  const { label, name, value } = NEW[draft.kind === 'route' || draft.kind === 'port' ? draft.kind : 'interface'];
  return (
    <form
      className={styles.correctable}
      data-own-escape
      onKeyDown={(event) => {
        if (event.key === 'Escape') setDraft(undefined);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <input
        ref={focusOnce}
        className={styles.shortInput}
        aria-label={t(label)}
        placeholder={name}
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.target.value })}
      />
      <input
        className={styles.input}
        aria-label={t('valueOf', { name: draft.name })}
        placeholder={value}
        value={draft.text}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
      />
      <Button size="s" variant="primary" type="submit" disabled={problem !== undefined}>
        {t('save')}
      </Button>
      <Button size="s" variant="quiet" onClick={() => setDraft(undefined)}>
        {t('cancel')}
      </Button>
      {problem && (
        <p role="alert" className={styles.problem}>
          {t(`problem.${problem}`)}
        </p>
      )}
    </form>
  );
}

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
  'port',
  'podCIDR',
  'rule',
  'table',
  'interfaces',
  'host',
];
type Kind = AssumptionKind | 'other';

const NO_FACTS: NodeFacts = {};

interface AssumptionListProps {
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
  const correction = findCorrection(assumption);
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
