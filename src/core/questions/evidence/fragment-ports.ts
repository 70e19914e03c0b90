import { isFields } from '../../kubernetes/policy/selector';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { listFragments } from './yaml-fragments';

type Fields = Readonly<Record<string, unknown>>;

/** Ports of parts of objects, each by its number or name, as they stand. */
interface PortFacts {
  readonly services: readonly { readonly port: string; readonly target: string }[];
  readonly containers: readonly string[];
  readonly backends: readonly string[];
}

const OF_PORTS = /\b(?:targetPort|containerPort|servicePort)\b/;
const DEEPEST = 12;

/** All mappings of a value, at whatever depth. */
function listMappings(value: unknown, depth = 0): readonly Fields[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(value)) return value.flatMap((each: unknown) => listMappings(each, depth + 1));
  if (!isFields(value)) return [];
  return [value, ...Object.values(value).flatMap((each) => listMappings(each, depth + 1))];
}

const asWord = (value: unknown): readonly string[] =>
  typeof value === 'number' || typeof value === 'string' ? [String(value)] : [];

function readBackend(mapping: Fields): readonly string[] {
  const service = mapping['service'];
  const port = isFields(service) ? service['port'] : undefined;
  const own = isFields(port) ? [...asWord(port['number']), ...asWord(port['name'])] : [];
  return [...own, ...asWord(mapping['servicePort'])];
}

function readFacts(text: string): PortFacts {
  const mappings = listFragments(text, OF_PORTS).flatMap((each) => listMappings(each));
  const services = mappings.flatMap(({ port, targetPort, name }) => {
    const [own, target] = [...asWord(port), ...asWord(targetPort ?? port)];
    return own === undefined || target === undefined || targetPort === undefined
      ? []
      : [{ port: own, target, name: asWord(name)[0] }];
  });
  const containers = mappings.flatMap((each) => (each['containerPort'] === undefined ? [] : [each]));
  return {
    services,
    containers: containers.flatMap(({ containerPort, name }) => [...asWord(containerPort), ...asWord(name)]),
    backends: mappings.flatMap(readBackend),
  };
}

/** Does a value stand for another that is not told: `{{ .Values.port }}`, `$PORT`, `<port>`? */
const isLeftOpen = (word: string): boolean => /[{}$<>%]/.test(word);

function sayOne(how: 'container' | 'backend' | 'shared', port: string, ports: string): EvidenceFinding {
  return {
    id: `fragment-${how}`,
    severity: how === 'shared' ? 'info' : 'warning',
    says: phrase('evidence.fragment-port', { how, port, ports }),
    next: phrase('evidence.next.fragment-port', { how, port, ports }),
    words: [how === 'backend' ? port : 'targetPort'],
  };
}

function compare({ services, containers, backends }: PortFacts, text: string): readonly EvidenceFinding[] {
  const named = /\bname: ["']?([\w-]{1,63})/g;
  const names = new Set([...text.matchAll(named)].map(([, name]) => name));
  const ports = new Set(services.map(({ port }) => port));
  const lost = backends.find((each) => !isLeftOpen(each) && ports.size > 0 && !ports.has(each) && !names.has(each));
  if (lost !== undefined) return [sayOne('backend', lost, [...ports].join(', '))];
  const missed = services.find(
    ({ target }) => containers.length > 0 && !isLeftOpen(target) && !containers.includes(target),
  );
  if (missed) return [sayOne('container', missed.target, containers.join(', '))];
  const twice = services.find(({ target, port }) =>
    services.some((each) => each.target === target && each.port !== port),
  );
  if (!twice) return [];
  const sharing = services.filter(({ target }) => target === twice.target).map(({ port }) => port);
  return [sayOne('shared', twice.target, [...new Set(sharing)].join(', '))];
}

/**
 * Holds the ports of parts of objects in texts (`ports:` of a Service, of a container, the backend of an Ingress), written without the
 * objects around them, against each other. Of whole objects others tell it.
 */
export function findFragmentPorts(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts
    .flatMap(({ text }) => (/^\s*kind: Service\s*$/m.test(text) ? [] : compare(readFacts(text), text)))
    .slice(0, 1);
}
