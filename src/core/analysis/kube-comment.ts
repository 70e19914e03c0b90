/** What kube-proxy says in a rule's comment. */
export interface KubeComment {
  readonly namespace: string;
  readonly name: string;
  /** Absent for a port without a name. */
  readonly port?: string;
  /** Written with a trailing colon, as before 1.20: the hash has it too. */
  readonly trailingColon: boolean;
  /** `cluster IP`, `external IP`, `loadbalancer IP`, `has no endpoints`, ... */
  readonly note: string;
  /** After `->`, since 1.22: the endpoint. */
  readonly endpoint?: string;
}

const LABEL = '[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?';
const COMMENT = new RegExp(`^(${LABEL})/(${LABEL})(?:(:)([-a-z0-9]*))?(?: -> (\\S+)|(?: (.*))?)$`);

/** Phrases that stand around a service port's name (pkg/proxy/iptables/proxier.go). */
const AROUND =
  /^(?:masquerade (?:LOCAL )?traffic for|pod traffic for|route LOCAL traffic for|Redirect pods trying to reach external loadbalancer VIP to clusterIP|other traffic to) (\S+)(.*)$/;

/** Reads `default/web:http cluster IP`, `default/web:http -> 10.0.0.1:80`, `default/kuard:`; undefined for other remarks. */
export function readKubeComment(comment: string): KubeComment | undefined {
  if (comment.length > 512) return undefined;
  const around = AROUND.exec(comment);
  const found = COMMENT.exec(around ? `${around[1] ?? ''}${around[2] ?? ''}` : comment);
  if (!found) return undefined;
  const [, namespace = '', name = '', colon, port, endpoint, note = ''] = found;
  return {
    namespace,
    name,
    ...(port ? { port } : {}),
    trailingColon: colon !== undefined && !port,
    note,
    ...(endpoint ? { endpoint } : {}),
  };
}

/** `default/web:http` or `default/kuard`: the service port as people write it. */
export function servicePortText({ namespace, name, port }: KubeComment): string {
  return port === undefined ? `${namespace}/${name}` : `${namespace}/${name}:${port}`;
}

/** The service port as kube-proxy hashes it: before 1.20 the colon was always there. */
export function hashedText(comment: KubeComment): string {
  return `${servicePortText(comment)}${comment.trailingColon ? ':' : ''}`;
}
