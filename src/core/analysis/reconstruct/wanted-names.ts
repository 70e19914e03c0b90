import type { ReadProxy } from './types';

const NAME = /^([a-z0-9](?:[-a-z0-9]*[a-z0-9])?)\/([a-z0-9](?:[-a-z0-9]*[a-z0-9])?)$/;

/** Services whose names were made up, called what a person calls them; what is no `namespace/name` changes nothing. */
export function withNames(proxies: ReadProxy[], names: Readonly<Record<string, string>>): ReadProxy[] {
  if (Object.keys(names).length === 0) return proxies;
  return proxies.map((proxy) => ({
    ...proxy,
    ports: proxy.ports.map((port) => {
      const [, namespace, service] = NAME.exec(names[`${port.namespace}/${port.service}`] ?? '') ?? [];
      if (port.named || namespace === undefined || service === undefined) return port;
      return { ...port, namespace, service };
    }),
  }));
}
