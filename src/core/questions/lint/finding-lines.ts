import type { Opened } from '../../document/explored';
import { isMachine } from '../../paste/sender';
import { lineOfPastedRule } from '../why/pasted-candidates';
import type { FindingPlace } from './finding';

/** A place of a finding, with the line it was read in. */
export interface FindingLine {
  /** `ipv4 nat KUBE-SERVICES 3`. */
  readonly where: string;
  readonly text?: string;
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
}

/** Where a place of a finding stands in the texts that were pasted. */
export function placeFinding(
  place: FindingPlace,
  { document, derived }: Pick<Opened, 'document' | 'derived'>,
): FindingLine {
  const { family = 'ipv4', table, chain, index, text } = place;
  const where = [place.family, table, chain, index === undefined ? undefined : index + 1].filter(
    (each) => each !== undefined,
  );
  const head = { where: where.join(' '), ...(text === undefined ? {} : { text }) };
  if (index === undefined || table === 'ipset' || table === 'ipvs') return head;
  const machines = [...derived.network.netns.values()].filter(({ id }) => isMachine(id));
  for (const machine of machines) {
    const found = lineOfPastedRule(document.pasted.texts, machine, family, { table, chain, index });
    const file = document.pasted.texts.find(({ id }) => id === found?.text)?.title;
    if (found && file !== undefined) return { ...head, file, line: found.line + 1 };
  }
  return head;
}
