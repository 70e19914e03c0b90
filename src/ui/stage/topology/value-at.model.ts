import type { Document } from '../../../core/document/document';
import { changeServicePort, renameService } from '../../../core/document/edits/services';
import { getNamespace } from '../../../core/kubernetes/types';
import { PORT_FIELD, PORT_NAME_FIELD } from '../../editors/fields.model';
import type { ServiceChip } from './stage-types';

/** Values of the stage that are changed where they stand. */
export const VALUES = ['name', 'port', 'nodePort'] as const;
export type ValueName = (typeof VALUES)[number];

/** A value that was double-clicked: of which Service, and what it says now. */
export interface ValueAt {
  readonly chip: ServiceChip;
  readonly name: ValueName;
  readonly text: string;
}

/** The value a word of a Service's chip shows. */
export function findValue(chip: ServiceChip, name: ValueName): ValueAt | undefined {
  const value = { name: chip.name, port: chip.port, nodePort: chip.nodePort }[name];
  return value === undefined ? undefined : { chip, name, text: String(value) };
}

/** The edit a typed text means, or undefined when it cannot be meant. */
export function makeEdit({ chip, name }: ValueAt, text: string): ((document: Document) => Document) | undefined {
  if (name === 'name') {
    const read = PORT_NAME_FIELD.read(text);
    return read.ok ? (doc) => renameService(doc, chip, read.value) : undefined;
  }
  const read = PORT_FIELD.read(text);
  if (!read.ok) return undefined;
  const change = name === 'port' ? { port: read.value } : { nodePort: read.value };
  return (doc) => changeServicePort(doc, chip, portIndex(doc, chip), change);
}

function portIndex({ cluster }: Document, { name, namespace, port, protocol }: ServiceChip): number {
  const service = cluster.services.find(
    (object) => object.metadata.name === name && getNamespace(object) === namespace,
  );
  return (service?.spec.ports ?? []).findIndex((each) => each.port === port && (each.protocol ?? 'TCP') === protocol);
}
