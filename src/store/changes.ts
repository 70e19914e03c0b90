import type { Document } from '../core/document/document';
import type { RulesView } from '../engine/protocol';
import type { Changes } from '../engine/questions/changes';
import { rulesKey } from './selectors';
import type { Access } from './access';

/** What the last edit changed in a node's listing, as long as no other edit has. */
export interface LastChanges extends Changes {
  /** It came just now: its lines flash. */
  readonly fresh: boolean;
}

/** A listing that was shown. */
export interface ShownListing {
  readonly edition: number;
  readonly document: Document | undefined;
  readonly changes?: LastChanges | undefined;
}

/** Lines flash for so long. Milliseconds. */
const FLASH = 2400;

/** Takes note of a listing that is shown; when an edit has changed it, what changed is asked for. */
export function noteListing(access: Access, ask: (view: RulesView) => Promise<Changes | undefined>) {
  const known = (key: string): ShownListing | undefined => access.get().run.listings[key];
  const put = (key: string, listing: ShownListing): void =>
    access.set(({ run }) => ({ run: { ...run, listings: { ...run.listings, [key]: listing } } }));
  const flash = (key: string, listing: ShownListing, changes: Changes): void => {
    put(key, { ...listing, changes: { ...changes, fresh: true } });
    setTimeout(() => {
      const now = known(key);
      if (now?.changes && now.edition === listing.edition)
        put(key, { ...now, changes: { ...now.changes, fresh: false } });
    }, FLASH);
  };
  return (view: RulesView): void => {
    const key = rulesKey(view.netns, view.family);
    const before = known(key);
    if (before?.edition === view.edition) return;
    const listing: ShownListing = { edition: view.edition, document: access.get().run.shownDocument };
    put(key, listing);
    if (!before?.document || !listing.document || !isEditOf(before.document, listing.document)) return;
    void afterFrame(() => ask(view)).then((changes) => {
      if (!changes || known(key)?.edition !== view.edition) return;
      // An edit that changed nothing here leaves what the one before did.
      if (changes.groups.length === 0) put(key, { ...listing, changes: before.changes });
      else flash(key, listing, changes);
    });
  };
}

/** Once the frame that shows the listing is painted; without a page there is none. */
async function afterFrame<T>(ask: () => Promise<T>): Promise<T> {
  const frame = globalThis.requestAnimationFrame ?? setTimeout;
  await new Promise((resolve) => frame(() => setTimeout(resolve)));
  return ask();
}

/** Did an edit (or undo, or redo) make one document of the other? Documents that were opened share no objects. */
export function isEditOf(before: Document, after: Document): boolean {
  if (before.subject !== after.subject) return false;
  if (before.subject === 'pasted')
    return sharesItem(before.pasted.texts, after.pasted.texts) || before.flows === after.flows;
  const { nodes, pods, services } = before.cluster;
  const now = after.cluster;
  return sharesItem(nodes, now.nodes) || sharesItem(services, now.services) || sharesItem(pods, now.pods);
}

function sharesItem(before: readonly unknown[], after: readonly unknown[]): boolean {
  if (before === after) return before.length > 0;
  const known = new Set(before);
  return after.some((item) => known.has(item));
}
