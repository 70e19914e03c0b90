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
