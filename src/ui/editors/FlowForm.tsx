import { Play, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Flow, FlowTarget } from '../../core/document/document';
import { changeFlow, removeFlow } from '../../core/document/edits/cluster';
import { TCP_SEGMENTS } from '../../core/net/packet';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/controls';
import { Advanced, ChoiceField, TextField } from './Field';
import { FormTitle } from './FormTitle';
import { AGO_FIELD, DNS_NAME_FIELD, IP_FIELD, optional, PORT_FIELD, HOST_FIELD, PATH_FIELD } from './fields.model';
import {
  beforeChoices,
  beforeId,
  comingBefore,
  listTargetPorts,
  sourceChoices,
  sourceId,
  sourceTitle,
  targetChoices,
  targetId,
  targetTitle,
} from './flow.model';
import { useFlowWords } from './use-flow-words';
import styles from './editors.module.css';
import { useWorkspace } from '../shell/bench/use-shortcuts';
import { hasRoutes } from '../../core/kubernetes/ingress/kinds';

const PROTOCOLS: readonly Flow['protocol'][] = ['tcp', 'udp', 'sctp', 'icmp'];

/** A flow: from, to, protocol, port. */
export function FlowForm({ flow }: { readonly flow: Flow }) {
  const t = useTranslations('editors');
  const { edit, send, select } = useActions();
  const words = useFlowWords();
  const change = (part: Partial<Omit<Flow, 'id'>>): void => edit((doc) => changeFlow(doc, flow.id, part));
  const title = `${sourceTitle(flow.from, words)} → ${targetTitle(flow)}`;
  const remove = (): void => {
    edit((doc) => removeFlow(doc, flow.id));
    select(undefined);
  };
  return (
    <form className={styles.form} aria-label={t('flow', { title })} onSubmit={(event) => event.preventDefault()}>
      <FormTitle kind={t('flowKind')} name={title} />
      <Ends flow={flow} change={change} />
      <ChoiceField
        label={t('protocol')}
        value={flow.protocol}
        options={PROTOCOLS}
        onChange={(protocol) => change({ protocol })}
      />
      {flow.protocol === 'tcp' && <RequestFields flow={flow} change={change} />}
      {flow.protocol !== 'icmp' && (
        <TextField
          id={`${flow.id} port`}
          label={t('port')}
          value={flow.port}
          codec={PORT_FIELD}
          onCommit={(port) => change({ port })}
        />
      )}
      {flow.protocol !== 'icmp' && (
        <Advanced>
          {flow.protocol === 'tcp' && (
            <ChoiceField
              label={t('segment')}
              value={flow.segment ?? (flow.ongoing ? 'ACK' : 'SYN')}
              options={TCP_SEGMENTS}
              name={(segment) => t(`segments.${segment}`)}
              onChange={(segment) => change({ segment })}
            />
          )}
          <TextField
            id={`${flow.id} sport`}
            label={t('sourcePort')}
            value={flow.sourcePort}
            codec={optional(PORT_FIELD)}
            placeholder={t('anyPort')}
            onCommit={(sourcePort) => edit((doc) => changeFlow(doc, flow.id, { sourcePort }))}
          />
          <CameBefore flow={flow} change={change} />
        </Advanced>
      )}
      <div className={styles.buttons}>
        <Button size="s" variant="primary" icon={<Play />} onClick={() => send(flow.id)}>
          {t('send')}
        </Button>
        <Button size="s" variant="danger" icon={<Trash2 />} onClick={remove}>
          {t('remove')}
        </Button>
      </div>
    </form>
  );
}

/** What is known of a connection that the same client sent before. */
function CameBefore({ flow, change }: FlowFieldsProps) {
  const t = useTranslations('editors');
  const document = useBench((state) => state.document.present);
  const { again } = flow;
  const choices = beforeChoices(document, flow);
  const plain = { new: t('before.new'), drawn: t('before.drawn') } as const;
  const nameOf = (id: string): string => {
    if (id === 'new' || id === 'drawn') return plain[id];
    const target = choices.find((choice) => choice.id === id)?.target ?? (again === true ? undefined : again?.to);
    return target ? targetName(target) : id;
  };
  return (
    <>
      <ChoiceField
        label={t('before.to')}
        value={beforeId(flow)}
        options={[...new Set(['new', 'drawn', ...choices.map(({ id }) => id), beforeId(flow)])]}
        name={nameOf}
        onChange={(id) => {
          const chosen = id === 'new' || id === 'drawn' ? id : choices.find((choice) => choice.id === id);
          if (chosen) change(comingBefore(flow, chosen));
        }}
      />
      {again && (
        <TextField
          id={`${flow.id} ago`}
          label={t('before.seconds')}
          value={again === true ? undefined : again.seconds}
          codec={optional(AGO_FIELD)}
          placeholder={t('before.now')}
          onCommit={(seconds) => change({ again: { ...(again === true ? {} : again), seconds } })}
        />
      )}
    </>
  );
}

interface FlowFieldsProps {
  readonly flow: Flow;
  readonly change: (part: Partial<Omit<Flow, 'id'>>) => void;
}

function Ends({ flow, change }: FlowFieldsProps) {
  const t = useTranslations('editors');
  const words = useFlowWords();
  const { openDialog } = useWorkspace();
  const document = useBench((state) => state.document.present);
  const sources = sourceChoices(document);
  const targets = targetChoices(document, flow.from);
  const [from, to] = [sourceId(flow.from), targetId(flow.to)];
  const goTo = (id: string): void => {
    const plain: FlowTarget =
      id === 'name' ? { kind: 'name', name: nameToBegin(flow.to) } : { kind: 'address', address: '10.96.0.1' };
    const target = targets.find((choice) => choice.id === id)?.target ?? plain;
    const ports = listTargetPorts(document, target);
    const first = ports.some(({ port }) => port === flow.port) ? undefined : ports[0];
    change({ to: target, ...first });
  };
  return (
    <>
      <ChoiceField
        label={t('from')}
        value={from}
        options={[...new Set([...sources.map(({ id }) => id), from])]}
        name={(id) => sourceTitle(sources.find((choice) => choice.id === id)?.source ?? flow.from, words)}
        onChange={(id) => {
          const source = sources.find((choice) => choice.id === id)?.source;
          if (source) change({ from: source });
        }}
      />
      <ChoiceField
        label={t('to')}
        value={to}
        options={[...new Set([...targets.map(({ id }) => id), to, 'name', 'address'])]}
        name={(id) =>
          isPlain(id) ? t(PLAIN[id]) : targetName(targets.find((choice) => choice.id === id)?.target ?? flow.to)
        }
        onChange={goTo}
      />
      {flow.to.kind === 'name' && (
        <>
          <TextField
            id={`${flow.id} name`}
            label={t('dnsName')}
            wide
            value={flow.to.name}
            codec={DNS_NAME_FIELD}
            onCommit={(name) => change({ to: { kind: 'name', name } })}
          />
          <div className={styles.buttons}>
            <Button size="s" onClick={() => openDialog('names')}>
              {t('allNames')}
            </Button>
          </div>
        </>
      )}
      {flow.to.kind === 'address' && (
        <TextField
          id={`${flow.id} address`}
          label={t('address')}
          value={flow.to.address}
          codec={IP_FIELD}
          onCommit={(address) => change({ to: { kind: 'address', address } })}
        />
      )}
    </>
  );
}

const PLAIN = { name: 'aName', address: 'anAddress' } as const;

function isPlain(id: string): id is keyof typeof PLAIN {
  return id in PLAIN;
}

/** The name of the Service that was chosen before, so that it can be seen what asking for it adds. */
function nameToBegin(to: FlowTarget): string {
  if (to.kind !== 'service') return 'web';
  return to.namespace === 'default' ? to.name : `${to.name}.${to.namespace}`;
}

function targetName(target: Flow['to']): string {
  return targetTitle({ to: target, port: 0 }).replace(/:0(?=\D|$)/, '');
}

/** What is asked over the connection, where there is somebody who reads it. */
function RequestFields({ flow, change }: FlowFieldsProps) {
  const t = useTranslations('editors.route');
  const isRead = useBench(({ document }) => hasRoutes(document.present.cluster));
  if (!isRead && !flow.http) return null;
  const { host, path } = flow.http ?? {};
  // All that a handshake says is a name.
  const isHandshake = flow.to.kind === 'route' && flow.to.object === 'TLSRoute';
  const ask = (part: NonNullable<Flow['http']>): void => {
    const entries = Object.entries({ ...flow.http, ...part }).filter(([, value]) => value !== undefined);
    change({ http: Object.fromEntries(entries) });
  };
  return (
    <>
      <TextField
        id={`${flow.id} host`}
        label="Host"
        value={host}
        codec={optional(HOST_FIELD)}
        placeholder={t('unsaid')}
        onCommit={(to) => ask({ host: to })}
      />
      {!isHandshake && (
        <TextField
          id={`${flow.id} path`}
          label="path"
          value={path}
          codec={optional(PATH_FIELD)}
          placeholder="/"
          onCommit={(to) => ask({ path: to })}
        />
      )}
    </>
  );
}
