import { phrase } from '../../../lib/phrase';
import { listComments } from '../../../paste/layers';
import { readKubeComment, servicePortText } from '../../../paste/kube-services';
import { familyCheck, placedRules, type Finding } from '../finding';

const CHAINS = ['KUBE-SERVICES', 'KUBE-EXTERNAL-SERVICES'];

/** Ways out for a node without endpoints of a Service whose policy is Local. */
export const LOCAL_NEXT = phrase('lint.next.local-endpoints');

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
        ...(isLocal ? { next: LOCAL_NEXT } : {}),
      });
    }
  }
  return [...found.values()];
});
