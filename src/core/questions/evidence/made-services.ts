import { phrase } from '../../lib/phrase';
import { findNamespaceFlag } from '../../paste/asked-namespace';
import { readExposeCommand, readFlags, readMadeObjects } from '../../paste/machine/made-by-commands';
import type { EvidenceFinding } from './evidence-finding';
import { writeLabels } from './told-pods';

/** `kubectl create service nodeport till --tcp=80:8080`, by `k` or `oc`, too. */
const CREATE =
  /\b(?:kubectl|k|oc) (?:-\S{1,60} (?:[a-z][\w-]{0,60} )?){0,3}create (?:service|svc) (clusterip|nodeport|loadbalancer) ([a-z][a-z\d-]{0,62})\b([^\n|;&]{0,300})/;
const TYPES: Readonly<Record<string, string>> = {
  clusterip: 'ClusterIP',
  nodeport: 'NodePort',
  loadbalancer: 'LoadBalancer',
};

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
  const command = readExposeCommand(line);
  if (!command) return undefined;
  const { name, of, flags } = command;
  const port = flags.get('port') ?? 'none';
  const target = flags.get('target-port') ?? port;
  return { how: 'expose', name, type: flags.get('type') ?? 'ClusterIP', port, target, node: 'none', of };
}

const MOST_LINES = 5000;
const LONGEST = 1000;
/** So many commands are told. */
const MOST_TOLD = 3;

/** The selector that a Service gets by the commands of all texts; undefined: they do not tell it. */
const findSelector = (texts: readonly { readonly text: string }[], name: string) =>
  texts.flatMap(({ text }) => readMadeObjects(text)).find((each) => each.kind === 'service' && each.name === name)
    ?.labels;

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
      const labels = made.how === 'create' ? { app: made.name } : findSelector(texts, made.name);
      const next = phrase('evidence.made-service-next', {
        name: made.name,
        namespace: findNamespaceFlag(line) ?? 'none',
        labels: labels ? writeLabels(labels) : 'none',
      });
      return [{ id: 'made-service', severity: 'info', says, next, words: [line.trim()] }];
    })
    .slice(0, MOST_TOLD);
}
