import { phrase } from '../../../lib/phrase';
import type { XtRule } from '../../../linux/xtables/types';
import { formatCidr, formatIp, makeCidr, type IpAddress } from '../../../net/ip';
import { isPublic } from '../../../net/special';
import { readKubeComment } from '../../../paste/kube-services';
import { findDnat, listComments } from '../../../paste/layers';
import { familyCheck, placedRules, type Finding } from '../finding';

/** The network of 65,536 addresses that a public address is in. */
function publicNetwork(address: IpAddress): string | undefined {
  return isPublic(address) ? formatCidr(makeCidr(address, 16)) : undefined;
}

/** The API server has a node's own address, and nodes may have public ones. */
function isApiServer(rule: XtRule): boolean {
  const comment = readKubeComment(listComments(rule)[0] ?? '');
  return comment?.namespace === 'default' && comment.name === 'kubernetes';
}

/** Endpoints with public addresses: a Pod network that is somebody else's hides the hosts that have it. */
export const PUBLIC_ENDPOINTS = familyCheck('public-endpoints', (linted) => {
  const found = new Map<string, Finding>();
  for (const { name } of linted.tables.get('nat')?.chains.values() ?? []) {
    if (!name.startsWith('KUBE-SEP-')) continue;
    for (const { rule, place } of placedRules(linted, 'nat', name)) {
      const address = findDnat(rule)?.address;
      const network = address && publicNetwork(address);
      if (!address || network === undefined || found.has(network) || isApiServer(rule)) continue;
      const message = phrase('lint.public-endpoints', { network, address: formatIp(address) });
      found.set(network, { id: 'public-endpoints', severity: 'info', message, places: [place] });
    }
  }
  return [...found.values()];
});
