/** Of the pages that are open, as a service worker sees them. */
export interface OpenPages {
  readonly matchAll: (options: {
    readonly type: 'window';
    readonly includeUncontrolled: true;
  }) => Promise<readonly { readonly id: string }[]>;
  readonly get: (id: string) => Promise<unknown>;
}

/** The part of the browser's Cache that is used. */
export type FileCache = Pick<Cache, 'match' | 'put' | 'delete' | 'keys'>;

interface Options {
  readonly open: () => Promise<FileCache>;
  readonly pages: OpenPages;
  /** Is it a file of this version? By the key it is kept under. */
  readonly isCurrent: (key: string) => boolean;
  /** Where in the cache it is noted which pages are of an older version: an address at which there is no file. */
  readonly note: string;
}

/**
 * Files of the version before stay in the cache as long as a page of it is open: what that page has not needed yet it gets
 * from nowhere else, since a host serves the newest version only.
 */
export class OlderFiles {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** A version takes over: all pages that are open now are of an older one. */
  async takeOver(): Promise<void> {
    const { open, pages, note } = this.#options;
    const ids = (await pages.matchAll({ type: 'window', includeUncontrolled: true })).map(({ id }) => id);
    await (await open()).put(note, new Response(JSON.stringify(ids)));
    await this.sweep();
  }

  /** A file of an older version; undefined: there is none, or no page needs it any more. */
  async find(url: string): Promise<Response | undefined> {
    return (await this.#options.open()).match(url, { ignoreSearch: true });
  }

  /** Lets files of older versions go if no page needs them any more. */
  async sweep(): Promise<void> {
    const { open, pages, isCurrent, note } = this.#options;
    const cache = await open();
    const noted = await cache.match(note);
    if (!noted) return;
    const ids = (await noted.json()) as readonly string[];
    const alive = await Promise.all(ids.map((id) => pages.get(id)));
    if (alive.some((page) => page !== undefined)) return;
    const old = (await cache.keys()).filter(({ url }) => !isCurrent(url));
    await Promise.all(old.map((request) => cache.delete(request)));
    await cache.delete(note);
  }
}
