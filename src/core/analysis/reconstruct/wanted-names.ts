import type { ReadPort, ReadProxy } from './types';

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

/** The API server's Service in every cluster: the first address of the range, port 443. */
const FIRST_ADDRESS = /(?:\.|:)1$/;

/** Is it the API server's, as far as address and port tell? */
function isKubernetes({ named, clusterIP = '', port, proto }: ReadPort): boolean {
  return !named && proto === 'tcp' && port === 443 && FIRST_ADDRESS.test(clusterIP);
}

/** A Service without a name that has the API server's address and port is called what it is in every cluster. */
export function withKubernetes(proxies: ReadProxy[]): ReadProxy[] {
  const all = proxies.flatMap(({ ports }) => ports);
  const found = all.filter(isKubernetes);
  const isKnown = all.some(
    ({ named, namespace, service }) => named && `${namespace}/${service}` === 'default/kubernetes',
  );
  if (isKnown || new Set(found.map(({ clusterIP }) => clusterIP)).size !== 1) return proxies;
  const own = new Set(found.map(({ service }) => service));
  if (all.filter(({ service }) => own.has(service)).length !== found.length) return proxies;
  return proxies.map((proxy) => ({
    ...proxy,
    ports: proxy.ports.map((port) =>
      found.includes(port) ? { ...port, service: 'kubernetes', portName: 'https' } : port,
    ),
  }));
}
