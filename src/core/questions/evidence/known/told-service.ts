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
const COMMAND_NAMESPACE = /\bkubectl\b.{0,80}\s(?:-n|--namespace)[= ]([a-z0-9][-a-z0-9]{0,62})\b/;

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

function readRow(lines: readonly string[]): Partial<ToldService> {
  for (const line of lines) {
    const [, namespace, service] = ROW.exec(line) ?? [];
    if (service !== undefined && service !== 'kubernetes') return { service, ...(namespace ? { namespace } : {}) };
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
  const namespace = lines.map((line) => COMMAND_NAMESPACE.exec(line)?.[1]).find(Boolean);
  const told = [readComment(lines), readName(lines), readYaml(lines), readRow(lines)].find(
    (each) => each.service !== undefined,
  );
  return {
    service: 'NAME',
    namespace: told && namespace !== undefined ? namespace : 'NAMESPACE',
    port: 'PORT',
    ...told,
  };
}
