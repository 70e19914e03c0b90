import type { RulesView } from '../engine/protocol';
import type { Changes } from '../engine/questions/changes';
import { rulesKey } from './selectors';
import type { Access } from './access';
import type { PictureSource } from './run-state';

/** What the last edit changed in a node's listing, as long as no other edit has. */
export interface LastChanges extends Changes {
  /** True of a change that came just now: its lines flash. */
  readonly fresh: boolean;
}

/** A listing that was shown. */
export interface ShownListing {
  readonly edition: number;
  readonly source: PictureSource | undefined;
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
    const listing: ShownListing = { edition: view.edition, source: access.get().run.shownSource };
    put(key, listing);
    if (!before?.source || !listing.source || !isEdit(before.source, listing.source)) return;
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

/** What of a document a node's rules come from, beside the mode. */
const RULES_COME_FROM = ['cluster', 'pasted', 'kubeProxy', 'release'] as const;

/**
 * Did an edit of what rules come from (or its undo) make the second picture of the first? Opening another document, another
 * moment of the script and another proxy mode are none: of those everything is another, and no line of it was edited.
 */
export function isEdit(before: PictureSource, after: PictureSource): boolean {
  if (before.opening !== after.opening || before.at !== after.at) return false;
  const [was, is] = [before.document, after.document];
  return was.mode === is.mode && RULES_COME_FROM.some((field) => was[field] !== is[field]);
}
