import { AddressText } from '../rule/RuleLine';
import { tokensOf } from '../rule/rule-text.model';
import { useSyncExternalStore } from 'react';
import type { IpFamily } from '../../core/net/ip';
import type { PartRef } from '../../engine/protocol';

/** A line of a dump that is no rule, picked: by the part it stands for, so that it is found again after an edit. */
interface LinePick {
  readonly netns: string;
  readonly family: IpFamily;
  /** Absent: the line belongs to the dump's own structure. */
  readonly part?: PartRef | undefined;
  /** Where it stood when it was picked. */
  readonly line?: number | undefined;
}

let picked: LinePick | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Picks a line; undefined lets it go. A picked rule is the store's `ruleSelection` instead. */
export function pickLine(pick: LinePick | undefined): void {
  picked = pick;
  for (const listener of listeners) listener();
}

/** The picked line of any dump. */
export function usePickedLine(): LinePick | undefined {
  return useSyncExternalStore(subscribe, () => picked);
}

/** A text as the kernel's tools write it, its addresses in their network's colour. */
export function PlainLine({ text }: { readonly text: string }) {
  return (
    <code>
      {tokensOf(text).map((token, at) =>
        // oxlint-disable-next-line react/no-array-index-key -- the tokens of a text never move
        token.kind === 'address' ? <AddressText key={at} text={token.text} /> : token.text,
      )}
    </code>
  );
}
