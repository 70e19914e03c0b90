import { parseIp } from '../../net/ip';
import { isMac } from './shapes';
import { isOfEveryCluster } from './vocabulary';

/** Something that was replaced. */
export interface Replacement {
  readonly kind: 'address' | 'mac' | 'chain' | 'name';
  readonly before: string;
  readonly after: string;
}

const CHAIN = /^(?:KUBE-[A-Z]+-[A-Z2-7]{16}|(?:service|local|external|firewall|endpoint|affinity)-[A-Z2-7]{8}-.*)$/;

function getKind(text: string): Replacement['kind'] {
  if (isMac(text)) return 'mac';
  if (CHAIN.test(text)) return 'chain';
  return parseIp(text.split('/')[0] ?? '').ok ? 'address' : 'name';
}

/** Remembers what became what. */
export class Notes {
  readonly #replaced = new Map<string, string>();
  readonly #kept = new Set<string>();

  /** Notes one replacement and gives back what comes in its place. */
  note(before: string, after: string): string {
    if (before !== after) this.#replaced.set(before, after);
    else if (isOfEveryCluster(before)) this.#kept.add(before);
    return after;
  }

  replaced(): readonly Replacement[] {
    return [...this.#replaced].map(([before, after]) => ({ kind: getKind(before), before, after }));
  }

  kept(): readonly string[] {
    return [...this.#kept];
  }
}
