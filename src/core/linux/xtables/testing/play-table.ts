import type { Choice } from '../../chain-walk';
import type { WalkEvent, XtTable } from '../types';
import { rulesetOf, visitOf, walkVisit } from './walk-text';

export const VISIT = 'FORWARD in=eth0 out=cni0 tcp 10.0.0.1:1000>10.0.0.2:80 S';

/** A filter table whose lines are `CHAIN rule`; FORWARD's policy is ACCEPT unless said. */
export function tableOf(lines: readonly string[], policy = 'ACCEPT'): XtTable {
  const chains = [...new Set(lines.map((line) => line.split(' ')[0]))].filter((name) => name !== 'FORWARD');
  const text = [
    '*filter',
    `:FORWARD ${policy}`,
    ...chains.map((name) => `:${name} -`),
    ...lines.map((line) => `-A ${line}`),
  ].join('\n');
  const table = rulesetOf(text).tables.get('filter');
  if (!table) throw new Error('no table');
  return table;
}

/** One short line an event: `skip FORWARD 1-2`, `FORWARD 3 JUMP A 1/3`, `return A`, `policy FORWARD DROP`. */
export function short(event: WalkEvent): string {
  const extra = [
    'odds' in event && event.odds ? event.odds : '',
    'assumed' in event && event.assumed ? `? ${event.assumed.id}` : '',
  ].filter(Boolean);
  switch (event.kind) {
    case 'skip':
      return ['skip', event.chain, `${event.from + 1}-${event.to + 1}`, ...extra].join(' ');
    case 'rule': {
      const { verdict } = event;
      const to = verdict.kind === 'JUMP' || verdict.kind === 'GOTO' ? ` ${verdict.chain}` : '';
      return [`${event.ref.chain} ${event.ref.index + 1} ${verdict.kind}${to}`, ...extra].join(' ');
    }
    case 'return':
      return `return ${event.chain}`;
    case 'policy':
      return `policy ${event.chain} ${event.verdict.kind}`;
  }
}

export interface Played {
  readonly verdict: string;
  readonly events: string[];
  readonly asked: string[];
}

/** Walks; questions are answered from `answers` in turn, then with 0. */
export function play(table: XtTable, answers: readonly number[] = [], visit = VISIT): Played {
  const asked: string[] = [];
  const decide = (choice: Choice): number => {
    asked.push(`${choice.kind} ${choice.where}`);
    return answers[asked.length - 1] ?? 0;
  };
  const { verdict, events } = walkVisit(table, visitOf(visit), { decide });
  return { verdict, events: events.map(short), asked };
}
