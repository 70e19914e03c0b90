import { describe, expect, it } from 'vitest';
import { OlderFiles, type FileCache } from './older-files';

const NOTE = 'https://host/older-version';

/** The browser's cache as far as it is asked, in memory. */
function cacheOf(...urls: readonly string[]): FileCache & { readonly kept: Map<string, Response> } {
  const kept = new Map(urls.map((url) => [url, new Response(url)]));
  const urlOf = (request: RequestInfo | URL): string => (request instanceof Request ? request.url : String(request));
  const bare = (url: string): string => url.replace(/\?.*/, '');
  return {
    kept,
    match: (request, { ignoreSearch = false } = {}) => {
      const key = [...kept.keys()].find((url) =>
        ignoreSearch ? bare(url) === bare(urlOf(request)) : url === urlOf(request),
      );
      return Promise.resolve(key === undefined ? undefined : kept.get(key)?.clone());
    },
    put: (request, response) => Promise.resolve(void kept.set(urlOf(request), response)),
    delete: (request) => Promise.resolve(kept.delete(urlOf(request))),
    keys: () => Promise.resolve([...kept.keys()].map((url) => new Request(url))),
  };
}

/** A version whose files are `files`, in a browser with some pages open. */
function version(cache: FileCache, open: ReadonlySet<string>, ...files: readonly string[]): OlderFiles {
  return new OlderFiles({
    open: () => Promise.resolve(cache),
    pages: {
      matchAll: () => Promise.resolve([...open].map((id) => ({ id }))),
      get: (id) => Promise.resolve(open.has(id) ? {} : undefined),
    },
    isCurrent: (key) => files.includes(key),
    note: NOTE,
  });
}

const [OLD, NEW, SAME] = ['https://host/a-1.js?rev=1', 'https://host/a-2.js', 'https://host/same.js'];

describe('files of the version before', () => {
  it('stay as long as a page of it is open, and are gone with the last', async () => {
    const cache = cacheOf(OLD, NEW, SAME);
    const open = new Set(['one', 'two']);
    const older = version(cache, open, NEW, SAME);
    await older.takeOver();
    // The tab that asked for the new version has loaded anew.
    open.delete('one');
    open.add('three');
    await older.sweep();
    expect(await (await older.find('https://host/a-1.js'))?.text()).toBe(OLD);
    open.delete('two');
    await older.sweep();
    expect([...cache.kept.keys()]).toEqual([NEW, SAME]);
    expect(await older.find('https://host/a-1.js')).toBeUndefined();
  });

  it('stay over another update, and go at once where no page is open', async () => {
    const cache = cacheOf(OLD, NEW, 'https://host/a-3.js');
    const open = new Set(['of the first version']);
    await version(cache, open, NEW).takeOver();
    open.add('of the second');
    const third = version(cache, open, 'https://host/a-3.js');
    await third.takeOver();
    open.delete('of the second');
    await third.sweep();
    expect(cache.kept.has(OLD)).toBe(true);
    open.clear();
    await third.takeOver();
    expect([...cache.kept.keys()]).toEqual(['https://host/a-3.js']);
  });
});
