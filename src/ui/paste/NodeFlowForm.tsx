import { Play } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { NodeDevice } from '../../core/questions/examine';
import type { SuggestedFlow } from '../../core/paste/pasted';
import type { FoundService } from '../../core/paste/pasted-types';
import type { Flow } from '../../core/document/document';
import { TCP_SEGMENTS } from '../../core/net/packet';
import { Button, Select } from '../common/controls';
import { beginningAt, endpointsOfDraft, getFlow, type FlowDraft } from './node-flow.model';
import styles from './import.module.css';

const PROTOCOLS = ['tcp', 'udp', 'sctp', 'icmp'] as const;

/** Services whose addresses the form proposes. */
const MOST_TARGETS = 200;

export interface NodeFlowFormProps {
  readonly draft: FlowDraft;
  readonly onDraft: (draft: FlowDraft) => void;
  readonly devices: readonly NodeDevice[];
  readonly suggested: readonly SuggestedFlow[];
  readonly found: readonly FoundService[];
  /** Absent: the window's own button sends. */
  readonly onSend?: (flow: Omit<Flow, 'id'>) => void;
}

/** From, to, protocol, port and the interface a packet comes in by. */
export function NodeFlowForm({ draft, onDraft, devices: all, suggested, found, onSend }: NodeFlowFormProps) {
  const t = useTranslations('import');
  const id = useId();
  const [tried, setTried] = useState(false);
  const read = getFlow(draft);
  const change = (part: Partial<FlowDraft>): void => onDraft({ ...draft, title: '', ...part });
  const nodes = [...new Set(all.flatMap(({ node }) => node ?? []))];
  const node = nodes.includes(draft.node) ? draft.node : (nodes[0] ?? '');
  const devices = all.filter((device) => (device.node ?? '') === node);
  const options = [{ id: '', label: t('thisNode') }, ...devices.map(({ name }) => ({ id: name, label: name }))];
  return (
    <form
      aria-label={t('packet')}
      className={styles.flow}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (read.ok) onSend?.(read.value);
      }}
    >
      {nodes.length > 1 && (
        <label className={styles.field}>
          <span>{t('machine')}</span>
          <Select
            value={node}
            options={nodes.map((id) => ({ id, label: id }))}
            onChange={(next) => onDraft(beginningAt(draft, next, suggested))}
          />
        </label>
      )}
      <label className={styles.field}>
        <span>{t('comesIn')}</span>
        <Select
          value={draft.device}
          options={options}
          onChange={(device) => change({ device, ...sourceFor(device, devices) })}
        />
      </label>
      <Entered draft={draft} onEnter={(enters) => change({ enters })} />
      <Box label={t('from')} value={draft.from} onChange={(from) => change({ from })} />
      <Box label={t('to')} value={draft.to} onChange={(to) => change({ to })} list={`${id}-to`} />
      <label className={styles.field}>
        <span>{t('protocol')}</span>
        <Select
          value={draft.protocol}
          options={PROTOCOLS.map((name) => ({ id: name, label: name }))}
          onChange={(protocol) => change({ protocol })}
        />
      </label>
      {draft.protocol === 'tcp' && (
        <label className={styles.field}>
          <span>{t('segment')}</span>
          <Select
            value={draft.segment}
            options={TCP_SEGMENTS.map((name) => ({ id: name, label: t(`segments.${name}`) }))}
            onChange={(segment) => change({ segment })}
          />
        </label>
      )}
      <Ports draft={draft} change={change} />
      <CameBefore draft={draft} change={change} found={found} />
      <Proposed id={`${id}-to`} texts={listTargets(found, devices)} />
      {onSend && (
        <Button type="submit" variant="primary" size="s" icon={<Play aria-hidden />}>
          {t('send')}
        </Button>
      )}
      {!read.ok && (tried || !onSend) && (
        <p role="alert" className={styles.problem}>
          {t(`problem.${read.error}`)}
        </p>
      )}
    </form>
  );
}

/** Addresses that somebody may want to ask: of Services, from outside too, and where there are nodePorts the node's. */
function listTargets(found: readonly FoundService[], devices: readonly NodeDevice[]): readonly string[] {
  const shown = found.slice(0, MOST_TARGETS);
  const own = shown.some(({ nodePort }) => nodePort !== undefined)
    ? devices.filter(({ name }) => name !== 'lo').flatMap(({ addresses }) => addresses)
    : [];
  const all = [...shown.flatMap(({ address, external = [] }) => [address, ...external]), ...own];
  return [...new Set(all.map((each) => each.split('/')[0] ?? ''))].filter((each) => each !== '');
}

/** The chain the packet is put into, where nothing in the texts leads to it; it can be left out. */
function Entered({ draft: { enters }, onEnter }: { draft: FlowDraft; onEnter: (enters: string) => void }) {
  const t = useTranslations('import');
  if (enters === '') return null;
  return (
    <label className={styles.field}>
      <span>{t('enters')}</span>
      <Select
        value={enters}
        options={[enters, ''].map((id) => ({ id, label: id === '' ? t('entersNone') : id }))}
        onChange={onEnter}
      />
    </label>
  );
}

/** The node itself sends from its own address. */
function sourceFor(device: string, devices: NodeFlowFormProps['devices']): Partial<FlowDraft> {
  if (device !== '') return {};
  const own = devices.find(({ name, addresses }) => name !== 'lo' && addresses.length > 0)?.addresses[0];
  return own === undefined ? {} : { from: own.split('/')[0] ?? '' };
}

/** Where it goes and, if that matters, where it comes from: a connection is known by both. */
function Ports({ draft, change }: { draft: FlowDraft; change: (part: Partial<FlowDraft>) => void }) {
  const t = useTranslations('import');
  if (draft.protocol === 'icmp') return null;
  return (
    <>
      <Box label={t('port')} value={draft.port} onChange={(port) => change({ port })} short />
      <Box
        label={t('sourcePort')}
        value={draft.sourcePort}
        onChange={(sourcePort) => change({ sourcePort })}
        placeholder={t('anyPort')}
        short
      />
    </>
  );
}

/** What is said of a connection that the same client sent before. */
function CameBefore({
  draft,
  change,
  found,
}: Pick<NodeFlowFormProps, 'draft' | 'found'> & { readonly change: (part: Partial<FlowDraft>) => void }) {
  const t = useTranslations('import');
  const id = useId();
  return (
    <>
      <Box
        label={t('before.to')}
        value={draft.before}
        onChange={(before) => change({ before })}
        list={id}
        placeholder={t('before.new')}
      />
      <Proposed id={id} texts={endpointsOfDraft(draft, found)} />
      {draft.before.trim() !== '' && (
        <Box
          label={t('before.seconds')}
          value={draft.ago}
          onChange={(ago) => change({ ago })}
          placeholder={t('before.now')}
          short
        />
      )}
    </>
  );
}

/** What a box proposes to type. */
function Proposed({ id, texts }: { readonly id: string; readonly texts: readonly string[] }) {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text} value={text}>
          {text}
        </option>
      ))}
    </datalist>
  );
}

interface BoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly list?: string;
  readonly short?: boolean;
  readonly placeholder?: string | undefined;
}

function Box({ label, value, onChange, list, placeholder, short = false }: BoxProps) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <input
        className={short ? styles.shortInput : styles.input}
        value={value}
        list={list}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
