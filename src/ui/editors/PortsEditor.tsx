import { ListTree, Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { changeServicePort, setServicePorts } from '../../core/document/edits/services';
import type { Protocol, ServiceObject, ServicePort } from '../../core/kubernetes/types';
import { useActions } from '../../store/hooks';
import { Button, IconButton, Select } from '../common/controls';
import { TextField } from './Field';
import { optional, PORT_FIELD, PORT_NAME_FIELD, TARGET_FIELD, type FieldCodec } from './fields.model';
import styles from './editors.module.css';

const PROTOCOLS: readonly Protocol[] = ['TCP', 'UDP', 'SCTP'];

interface PortsEditorProps {
  readonly service: ServiceObject;
  readonly which: { readonly namespace: string; readonly name: string };
}

/** The ports of a Service: each independent, each with its own rules. */
export function PortsEditor({ service, which }: PortsEditorProps) {
  const t = useTranslations('editors');
  const { edit } = useActions();
  const ports = service.spec.ports ?? [];
  const add = (): void => edit((doc) => setServicePorts(doc, which, [...named(ports), nextPort(ports)]));
  return (
    <fieldset className={styles.ports} style={{ border: 0, padding: 0, minWidth: 0 }}>
      <legend className={styles.rowLabel}>ports</legend>
      {ports.map((port, index) => (
        <PortCard key={`${port.name ?? ''}${port.protocol ?? ''}${port.port}`} {...{ service, which, port, index }} />
      ))}
      <Button size="s" icon={<Plus />} onClick={add}>
        {t('addPort')}
      </Button>
    </fieldset>
  );
}

/** With more than one port each needs a name. */
function named(ports: readonly ServicePort[]): readonly ServicePort[] {
  return ports.map((port) => ({ ...port, name: port.name ?? `port-${port.port}` }));
}

function nextPort(ports: readonly ServicePort[]): ServicePort {
  let port = 80;
  while (ports.some((other) => other.port === port)) port++;
  return ports.length === 0 ? { protocol: 'TCP', port } : { name: `port-${port}`, protocol: 'TCP', port };
}

interface PortProps extends PortsEditorProps {
  readonly port: ServicePort;
  readonly index: number;
}

function PortCard({ service, which, port, index }: PortProps) {
  const t = useTranslations('editors');
  const { edit } = useActions();
  const ports = service.spec.ports ?? [];
  const change = (part: Partial<ServicePort>): void => edit((doc) => changeServicePort(doc, which, index, part));
  const key = `Service ${which.namespace}/${which.name} port ${index}`;
  const reachable = service.spec.type === 'NodePort' || service.spec.type === 'LoadBalancer';
  const target = port.targetPort ?? port.port;
  return (
    <div className={styles.port} role="group" aria-label={`${t('port')} ${index + 1}`}>
      <Cell
        id={`${key} port`}
        label="port"
        value={port.port}
        codec={PORT_FIELD}
        onCommit={(to) => change({ port: to })}
      />
      <Cell
        id={`${key} target`}
        label="targetPort"
        value={target}
        codec={TARGET_FIELD}
        onCommit={(to) => change({ targetPort: to })}
      />
      <span className={styles.cell}>
        protocol
        <Select
          aria-label="protocol"
          value={port.protocol ?? 'TCP'}
          onChange={(protocol) => change({ protocol })}
          options={PROTOCOLS.map((id) => ({ id, label: id }))}
        />
      </span>
      {reachable && (
        <Cell
          id={`${key} node`}
          label="nodePort"
          value={port.nodePort}
          codec={optional(PORT_FIELD)}
          onCommit={(to) => change({ nodePort: to })}
        />
      )}
      {(ports.length > 1 || port.name) && (
        <Cell
          id={`${key} name`}
          label="name"
          value={port.name}
          codec={optional(PORT_NAME_FIELD)}
          onCommit={(to) => change({ name: to })}
        />
      )}
      <PortEnd {...{ service, which, port, index }} />
    </div>
  );
}

/** What can be done with a whole port: see what it made, take it away. */
function PortEnd({ service, which, port, index }: PortProps) {
  const t = useTranslations('editors');
  const parts = useTranslations('parts');
  const { edit, showMadeBy } = useActions();
  const ports = service.spec.ports ?? [];
  const others = ports.filter((_, place) => place !== index);
  return (
    <span className={styles.portEnd}>
      <Button
        size="s"
        variant="quiet"
        icon={<ListTree />}
        onClick={() => showMadeBy({ namespace: which.namespace, serviceName: which.name, index })}
      >
        {parts('button')}
      </Button>
      {others.length > 0 && (
        <IconButton
          size="s"
          variant="danger"
          label={t('removePort', { port: String(port.port) })}
          icon={<Trash2 />}
          onClick={() => edit((doc) => setServicePorts(doc, which, others))}
        />
      )}
    </span>
  );
}

interface CellProps<T> {
  readonly id: string;
  readonly label: string;
  readonly value: T;
  readonly codec: FieldCodec<T>;
  readonly onCommit: (value: T) => void;
}

function Cell<T>(props: CellProps<T>) {
  return (
    <span className={styles.cell}>
      {props.label}
      <TextField bare {...props} />
    </span>
  );
}
