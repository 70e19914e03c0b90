import { minorOf } from '../../../core/kubernetes/release';

/** Up to 1.26 kubelet makes these; in the recordings it was there only sometimes. */
const KUBELETS = {
  filter: /^(?::KUBE-FIREWALL |-A KUBE-FIREWALL |-A (?:INPUT|OUTPUT) -j KUBE-FIREWALL$)/,
  nat: /^(?::KUBE-MARK-DROP |-A KUBE-MARK-DROP )/,
} as const;

/** A listing without kubelet's chains and rules. From 1.27 on KUBE-FIREWALL is kube-proxy's own. */
export function withoutKubelet(text: string, release: string): string {
  const isOwn = minorOf(release) >= 27;
  let table = '';
  const kept = text.split('\n').filter((line) => {
    if (line.startsWith('*')) table = line.slice(1);
    if (line.includes('KUBE-KUBELET-CANARY')) return false;
    if (isOwn) return true;
    return !(table === 'filter' ? KUBELETS.filter : KUBELETS.nat).test(line);
  });
  return kept.join('\n');
}
