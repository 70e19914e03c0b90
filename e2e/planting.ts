import { expect, type Page } from '@playwright/test';
import { elsewhere, type Host } from './hosts';
import { ENGINE_PLANTS, PAGE_PLANTS, SERVICE_WORKER_PLANTS, type Plant } from './plants';

/** Each plant is tried, whatever becomes of the one before. `to`: what the address begins with. */
export function scriptOf(plants: readonly Plant[], to: string): string {
  const tried = plants.map(({ name, tell }) => {
    const address = JSON.stringify(to + encodeURIComponent(name));
    return `try { Promise.resolve((${String(tell)})(${address})).catch(() => undefined) } catch {}`;
  });
  return `;(() => {\n${tried.join('\n')}\n})();`;
}

/** Where a script of the page runs. */
export type Realm = 'page' | 'engine' | 'service-worker';
/** What is tried there. */
export const PLANTS: Readonly<Record<Realm, readonly Plant[]>> = {
  page: PAGE_PLANTS,
  engine: ENGINE_PLANTS,
  'service-worker': SERVICE_WORKER_PLANTS,
};

/** A way of running a script in each realm of a page. */
export type Realms = Readonly<Partial<Record<Realm, (script: string) => Promise<unknown>>>>;

/** What a host heard of a realm, by the names of the plants. */
export function heardBy({ asked }: Host, realm: Realm): readonly string[] {
  const names = PLANTS[realm].map(({ name }) => name);
  return names.filter((name) =>
    asked.some((path) =>
      path.startsWith('/udp/')
        ? name.startsWith(path.slice('/udp/'.length))
        : path === `/${realm}/${encodeURIComponent(name)}`,
    ),
  );
}

/** Long enough for what was not refused to arrive. Milliseconds after the control heard all. */
export const ARRIVES_MS = 1500;

/** The last first: a page that is gone has none of the others. */
export const REALMS = ['service-worker', 'engine', 'page'] as const;

/** Plants everything in all realms of a page; each tells a host. */
export async function plantAll(page: Page, realms: Realms, hosts: Readonly<Record<Realm, Host>>): Promise<void> {
  for (const realm of REALMS) await realms[realm]?.(scriptOf(PLANTS[realm], `${hosts[realm].address}${realm}/`));
  const session = await page.context().newCDPSession(page);
  // Without a window nobody would look at it.
  await session.send('Page.getAppManifest').catch(() => undefined);
}

/** Realms of a page that is open, with a worker of its own. */
export async function windowAndEngine(page: Page): Promise<Realms> {
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  const [worker] = page.workers();
  return { page: (script) => page.evaluate(script), engine: (script) => worker!.evaluate(script) };
}

/** One host for each realm: what arrives by UDP names nothing. */
export async function hostsOfRealms(): Promise<Readonly<Record<Realm, Host>>> {
  const [page, engine, worker] = await Promise.all([elsewhere(), elsewhere(), elsewhere()]);
  return { page, engine, 'service-worker': worker };
}
