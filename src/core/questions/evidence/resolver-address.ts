import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';

const LONGEST = 400;
const MOST_LINES = 4000;

/** A line of a Pod's /etc/resolv.conf, with the search domains of a cluster near it. */
const NAME_SERVER = /^\s*nameserver (\d{1,3}(?:\.\d{1,3}){3})\s*$/;
const OF_POD = /^\s*search .{0,200}\bsvc\b/;
/** A row of `kubectl get svc` for the cluster's DNS. */
const DNS_ROW = /\b(?:kube-dns|coredns|rke2-coredns-rke2-coredns)\s{1,20}ClusterIP\s{1,20}(\d{1,3}(?:\.\d{1,3}){3})\s/;
const NEAR = 4;

function findInText(text: string): readonly EvidenceFinding[] {
  const lines = text.split('\n', MOST_LINES).map((line) => (line.length > LONGEST ? '' : line));
  const service = lines.map((line) => DNS_ROW.exec(line)?.[1]).find((each) => each !== undefined);
  const at = lines.findIndex(
    (line, index) =>
      NAME_SERVER.test(line) && lines.slice(Math.max(0, index - NEAR), index + NEAR).some((each) => OF_POD.test(each)),
  );
  const asked = NAME_SERVER.exec(lines[at] ?? '')?.[1];
  // A cache of the node's own has a link-local address.
  if (service === undefined || asked === undefined || asked === service || asked.startsWith('169.254.')) return [];
  const values = { asked, service };
  return [
    {
      id: 'resolver-address',
      severity: 'error',
      says: phrase('evidence.resolver-address', values),
      next: phrase('evidence.next.resolver-address', values),
      words: [lines[at]?.trim() ?? ''],
    },
  ];
}

/** Finds Pods of texts that ask another address for names than the Service of the cluster's DNS has. */
export function findResolverAddress(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return texts.flatMap(({ text }) => findInText(text)).slice(0, 1);
}
