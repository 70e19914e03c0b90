import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';

/** `kubectl create service nodeport till --tcp=80:8080`, `kubectl expose deployment till --port=80`, by `k` or `oc`, too. */
const CREATE =
  /\b(?:kubectl|k|oc) (?:-\S{1,60} (?:[a-z][\w-]{0,60} )?){0,3}create (?:service|svc) (clusterip|nodeport|loadbalancer) ([a-z][a-z\d-]{0,62})\b([^\n|;&]{0,300})/;
const EXPOSE =
  /\b(?:kubectl|k|oc) (?:-\S{1,60} (?:[a-z][\w-]{0,60} )?){0,3}expose (\S{1,40}[ /][a-z][\w.-]{0,62})([^\n|;&]{0,300})/;

const TYPES: Readonly<Record<string, string>> = {
  clusterip: 'ClusterIP',
  nodeport: 'NodePort',
  loadbalancer: 'LoadBalancer',
};

/** `--port=80`, `--port 80`. */
const FLAG = /--([a-z-]{1,20})[= ]"?([\w:.-]{1,63})/g;

const readFlags = (words: string): ReadonlyMap<string, string> =>
  new Map([...words.matchAll(FLAG)].map(([, name = '', value = '']) => [name, value]));

function readCreate(line: string) {
  const [all, kind = '', name = '', words = ''] = CREATE.exec(line) ?? [];
  if (all === undefined) return undefined;
  const flags = readFlags(words);
  const [port = '', target = port] = (flags.get('tcp') ?? '').split(':');
  const node = flags.get('node-port') ?? 'none';
  return {
    how: 'create',
    name,
    type: TYPES[kind] ?? kind,
    port: port || 'none',
    target: target || 'none',
    node,
    of: 'none',
  };
}

function readExpose(line: string) {
  const [all, of = '', words = ''] = EXPOSE.exec(line) ?? [];
  if (all === undefined) return undefined;
  const flags = readFlags(words);
  const port = flags.get('port') ?? 'none';
  const target = flags.get('target-port') ?? port;
  const name = flags.get('name') ?? of.split(/[ /]/).at(-1) ?? of;
  return { how: 'expose', name, type: flags.get('type') ?? 'ClusterIP', port, target, node: 'none', of };
}

const MOST_LINES = 5000;
const LONGEST = 1000;
/** So many commands are told. */
const MOST_TOLD = 3;

/** Services that commands of a text make, each with its ports and whom it selects (kubectl pkg/cmd/create/create_service.go, expose). */
export function findOfMade(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const lines = texts.flatMap(({ text }) =>
    / (?:create (?:service|svc)|expose) /.test(text) ? text.split('\n', MOST_LINES) : [],
  );
  return lines
    .filter((line) => line.length <= LONGEST)
    .flatMap((line): readonly EvidenceFinding[] => {
      const made = readCreate(line) ?? readExpose(line);
      if (!made) return [];
      const says = phrase('evidence.made-service', made);
      const next = phrase('evidence.made-service-next', { name: made.name });
      return [{ id: 'made-service', severity: 'info', says, next, words: [line.trim()] }];
    })
    .slice(0, MOST_TOLD);
}
