import { findNamespaceFlag } from '../../../paste/asked-namespace';

/** A Service as a text names it; capitals where it names none. */
interface ToldService {
  readonly service: string;
  readonly namespace: string;
  readonly port: string;
}

const LONGEST = 600;
const MOST_LINES = 4000;

/** `https://relay.shop.svc:443/check`, `relay.shop.svc.cluster.local`. */
const FULL_NAME = /\b([a-z0-9][-a-z0-9]{0,62})\.([a-z0-9][-a-z0-9]{0,62})\.svc\b[-.a-z0-9]{0,60}(?::(\d{1,5})\b)?/;
/** A row of `kubectl get svc`, with its namespace or without. */
const ROW =
  /^(?:([a-z0-9][-a-z0-9]{0,62})\s{1,40})?(?:service\/)?([a-z0-9][-a-z0-9]{0,62})\s{1,40}(?:LoadBalancer|NodePort|ClusterIP)\s{1,40}\S{1,45}\s/;
/** As `iptables -L` prints what kube-proxy says of a rule: `shop/relay:http has no local endpoints`, a comment. */
const COMMENT = /\/\* ([a-z0-9][-a-z0-9]{0,62})\/([a-z0-9][-a-z0-9]{0,62})(?::\S{1,63})? has no /;
const COMMAND = /(?:^|[\s$#>%])(?:kubectl|oc|k) /;
/** The API server’s Service, which is in the namespace default alone. */
const API_ROW = /^(?:service\/)?kubernetes\s{1,40}ClusterIP\s/;
/** So many rows a table may have above the Service that is meant. */
const MOST_ROWS = 40;

/** The namespace that commands of a text ask for: one that names the Service before others; kube-proxy’s own is no Service’s. */
function findCommandNamespace(lines: readonly string[], service: string): string | undefined {
  const commands = lines.filter((line) => COMMAND.test(line) && findNamespaceFlag(line) !== undefined);
  const naming = commands.find((line) => line.includes(service));
  const [meant] = naming === undefined ? commands.filter((line) => !/\bkube-proxy\b/.test(line)) : [naming];
  return meant === undefined ? undefined : findNamespaceFlag(meant);
}

function readYaml(lines: readonly string[]): Partial<ToldService> {
  const at = lines.findIndex((line) => /^\s{0,4}kind: Service\s*$/.test(line));
  if (at < 0) return {};
  const around = lines.slice(Math.max(0, at - 20), at + 30);
  const name = around
    .map((line) => /^\s{2,6}name: ["']?([a-z0-9][-a-z0-9]{0,62})["']?\s*$/.exec(line)?.[1])
    .find(Boolean);
  const namespace = around
    .map((line) => /^\s{2,6}namespace: ["']?([a-z0-9][-a-z0-9]{0,62})["']?\s*$/.exec(line)?.[1])
    .find(Boolean);
  return { ...(name ? { service: name } : {}), ...(namespace ? { namespace } : {}) };
}

/** The namespace of a row without that column: what the command above its table asks for; of a table that lists the API server’s, it is default. */
function readNamespaceAbove(lines: readonly string[], at: number): string | undefined {
  const above = lines.slice(Math.max(0, at - MOST_ROWS), at).toReversed();
  const command = above.find((line) => COMMAND.test(line));
  const namespace = command === undefined ? undefined : findNamespaceFlag(command);
  const beside = lines.slice(Math.max(0, at - 5), at + 5);
  return namespace ?? (beside.some((line) => API_ROW.test(line)) ? 'default' : undefined);
}

function readRow(lines: readonly string[]): Partial<ToldService> {
  for (const [at, line] of lines.entries()) {
    const [, namespace, service] = ROW.exec(line) ?? [];
    if (service === undefined || service === 'kubernetes') continue;
    const own = namespace ?? readNamespaceAbove(lines, at);
    return { service, ...(own ? { namespace: own } : {}) };
  }
  return {};
}

function readComment(lines: readonly string[]): Partial<ToldService> {
  const [, namespace, service] = lines.map((line) => COMMENT.exec(line)).find(Boolean) ?? [];
  return service === undefined || namespace === undefined ? {} : { service, namespace };
}

function readName(lines: readonly string[]): Partial<ToldService> {
  for (const line of lines) {
    const [, service, namespace, port] = FULL_NAME.exec(line) ?? [];
    if (service !== undefined && namespace !== undefined && service !== 'kubernetes') {
      return { service, namespace, ...(port ? { port } : {}) };
    }
  }
  return {};
}

/** Reads the Service that a text is about, for the commands of a next step: of its full name, else of its object, else of a row of a table. */
export function readToldNames(text: string): ToldService & Readonly<Record<string, string>> {
  const lines = text.split('\n', MOST_LINES).filter((line) => line.length <= LONGEST);
  const told = [readComment(lines), readName(lines), readYaml(lines), readRow(lines)].find(
    (each) => each.service !== undefined,
  );
  const namespace = told?.service === undefined ? undefined : findCommandNamespace(lines, told.service);
  return {
    service: 'NAME',
    namespace: namespace ?? 'NAMESPACE',
    port: 'PORT',
    ...told,
  };
}
