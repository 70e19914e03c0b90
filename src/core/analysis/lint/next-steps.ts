import { phrase, type Phrase } from '../../lib/phrase';

/** What to do about each kind of finding; undefined: nothing needs to be done. */
const NEXT: Readonly<Record<string, Phrase>> = {
  'dangling-jump': phrase('lint.next.paste-whole'),
  'duplicate-rule': phrase('lint.next.remove-rule'),
  'empty-service-chain': phrase('lint.next.restart'),
  'forward-drop': phrase('lint.next.forward'),
  'mark-overlap': phrase('lint.next.mark'),
  'missing-jump': phrase('lint.next.full-sync'),
  'missing-set': phrase('lint.next.paste-sets'),
  'never-matches': phrase('lint.next.order'),
  'no-endpoints': phrase('lint.next.endpoints'),
  'no-real-servers': phrase('lint.next.endpoints'),
  notrack: phrase('lint.next.notrack'),
  'other-mode': phrase('lint.next.cleanup'),
  'route-localnet': phrase('lint.next.route-localnet'),
  'rp-filter': phrase('lint.next.rp-filter'),
  'stale-chain': phrase('lint.next.restart'),
  'stale-connection': phrase('lint.next.stale-connection'),
  'two-backends': phrase('lint.next.both'),
};

/** The next step for a finding by its id. */
export function nextStep(id: string): Phrase | undefined {
  return NEXT[id];
}
