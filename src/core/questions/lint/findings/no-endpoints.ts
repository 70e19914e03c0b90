import { phrase, type Phrase } from '../../../lib/phrase';
import { listComments } from '../../../paste/layers';
import { readKubeComment, servicePortText, type KubeComment } from '../../../paste/kube-services';
import { familyCheck, placedRules, type Finding } from '../finding';

const CHAINS = ['KUBE-SERVICES', 'KUBE-EXTERNAL-SERVICES'];

/**
 * Ways out for a node without endpoints of a Service whose policy is Local. `field`: the policy that decides there; absent: the text leaves open
 * which of the two.
 */
export function tellLocalNext(comment?: KubeComment, field?: 'external' | 'internal'): Phrase {
  const { namespace = '', name = '' } = comment ?? {};
  const value = `'{"spec":{"${field}TrafficPolicy":"Cluster"}}'`;
  const isTold = field !== undefined && namespace !== '' && name !== '';
  const patch = isTold ? `kubectl -n ${namespace} patch service ${name} -p ${value}` : 'none';
  return phrase('lint.next.local-endpoints', { patch });
}

/** Services that are refused or dropped for want of endpoints, once each. */
export const NO_ENDPOINTS = familyCheck('no-endpoints', (linted) => {
  const found = new Map<string, Finding>();
  for (const chain of CHAINS) {
    for (const { rule, place } of placedRules(linted, 'filter', chain)) {
      const comment = readKubeComment(listComments(rule)[0] ?? '');
      if (!comment?.note.startsWith('has no')) continue;
      const name = servicePortText(comment);
      const isLocal = comment.note === 'has no local endpoints';
      const key = `${name} ${comment.note}`;
      const known = found.get(key);
      const message = isLocal ? phrase('lint.no-local-endpoints', { name }) : phrase('lint.no-endpoints', { name });
      const places = [...(known?.places ?? []), place];
      found.set(key, {
        id: 'no-endpoints',
        severity: 'warning',
        message,
        places,
        // The clusterIP stands in KUBE-SERVICES, all that is asked from outside in the other (pkg/proxy/iptables/proxier.go).
        ...(isLocal ? { next: tellLocalNext(comment, chain === 'KUBE-SERVICES' ? 'internal' : 'external') } : {}),
      });
    }
  }
  return [...found.values()];
});
