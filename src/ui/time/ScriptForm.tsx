import { useState, memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import { scriptOf } from '../../core/timeline/default-script';
import { requestsIn, SCRIPT_LIMITS, SENDING_MODES, type Script } from '../../core/document/script';
import { useActions } from '../../store/hooks';
import { Button, Select } from '../common/controls';
import { makeAction, takesAmount, targetOf, listTargets, VERBS, withScript, type ScriptVerb } from './script.model';
import { formatTime } from '../common/texts.model';
import styles from './timeline.module.css';

/** The form of a script: its events in order, each with a button to take it out, and a row to add one; its clients. */
export const ScriptForm = memo(function ScriptForm({ document }: { readonly document: Document }) {
  const t = useTranslations('timeline');
  const { edit } = useActions();
  const script = scriptOf(document);
  const change = (make: (before: Script) => Script): void => edit((before) => withScript(before, make));
  return (
    <section aria-label={t('script')} className={styles.script}>
      <strong>{t('script')}</strong>
      <NumberField
        label={t('duration')}
        value={script.duration / 1000}
        most={SCRIPT_LIMITS.duration / 1000}
        least={1}
        onChange={(seconds) => change((before) => within({ ...before, duration: seconds * 1000 }, before))}
      />
      <ul>
        {script.events.map((event, nth) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${nth} ${event.at}`}>
            {formatTime(event.at)} {t(`verbs.${event.do}`)} {targetOf(event)}{' '}
            <Button
              size="s"
              variant="quiet"
              aria-label={t('removeOf', { event: `${t(`verbs.${event.do}`)} ${targetOf(event)}` })}
              onClick={() =>
                change((before) => ({ ...before, events: before.events.filter((_, place) => place !== nth) }))
              }
            >
              {t('remove')}
            </Button>
          </li>
        ))}
      </ul>
      <NewEvent document={document} />
      <Clients document={document} />
    </section>
  );
});

/** As changed, unless that asks for more than is taken on. */
function within(next: Script, before: Script): Script {
  return requestsIn(next) <= SCRIPT_LIMITS.requests ? next : before;
}

function NewEvent({ document }: { readonly document: Document }) {
  const t = useTranslations('timeline');
  const { edit } = useActions();
  const [verb, setVerb] = useState<ScriptVerb>('roll-out');
  const targets = listTargets(verb, document);
  const [chosen, setChosen] = useState('');
  const [seconds, setSeconds] = useState(5);
  const [amount, setAmount] = useState(5);
  const target = targets.includes(chosen) ? chosen : (targets[0] ?? '');
  const isFull = scriptOf(document).events.length >= SCRIPT_LIMITS.events;
  const add = (): void =>
    edit((before) =>
      withScript(before, (script) => {
        const event = { at: Math.min(seconds * 1000, SCRIPT_LIMITS.duration), ...makeAction(verb, target, amount) };
        return { ...script, events: [...script.events, event].sort((a, b) => a.at - b.at) };
      }),
    );
  return (
    <div className={styles.row2}>
      <Select
        aria-label={t('what')}
        value={verb}
        onChange={setVerb}
        options={VERBS.map((id) => ({ id, label: t(`verbs.${id}`) }))}
      />
      <Select
        aria-label={t('target')}
        value={target}
        onChange={setChosen}
        options={targets.map((id) => ({ id, label: id }))}
      />
      {takesAmount(verb) && (
        <NumberField
          label={verb === 'scale' ? t('replicas') : t('seconds')}
          value={amount}
          least={0}
          most={3600}
          onChange={setAmount}
        />
      )}
      <NumberField label={t('atSeconds')} value={seconds} least={0} most={3600} onChange={setSeconds} />
      <Button size="s" onClick={add} disabled={target === '' || isFull}>
        {t('add')}
      </Button>
    </div>
  );
}

function Clients({ document }: { readonly document: Document }) {
  const t = useTranslations('timeline');
  const { edit } = useActions();
  const script = scriptOf(document);
  const put = (nth: number, change: Partial<Script['clients'][number]>): void =>
    edit((before) =>
      withScript(before, (old) => {
        const clients = old.clients.map((client, place) => (place === nth ? { ...client, ...change } : client));
        return within({ ...old, clients }, old);
      }),
    );
  return (
    <ul>
      {script.clients.map((client, nth) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${nth} ${client.flow}`} className={styles.row2}>
          {t('client', { number: nth + 1 })}
          <Select
            aria-label={t('flow')}
            value={client.flow}
            onChange={(flow) => put(nth, { flow })}
            options={document.flows.map(({ id, title }) => ({ id, label: title ?? id }))}
          />
          <Select
            aria-label={t('sends')}
            value={client.sends}
            onChange={(sends) => put(nth, { sends })}
            options={SENDING_MODES.map((id) => ({ id, label: t(`sendsHow.${id}`) }))}
          />
          <NumberField
            label={t('perSecond')}
            value={client.perSecond}
            least={0.01}
            most={SCRIPT_LIMITS.perSecond}
            onChange={(perSecond) => put(nth, { perSecond })}
          />
        </li>
      ))}
    </ul>
  );
}

interface NumberProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

function NumberField({ label, value, least, most, onChange }: NumberProps) {
  return (
    <label className={styles.field}>
      {label}
      <input
        type="number"
        value={value}
        min={least}
        max={most}
        step="any"
        onChange={({ target }) => {
          if (target.value !== '' && target.valueAsNumber >= least && target.valueAsNumber <= most)
            onChange(target.valueAsNumber);
        }}
      />
    </label>
  );
}
