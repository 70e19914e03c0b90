import { phrase, type PhraseIdBelow } from '../../../lib/phrase';
import type { TableName } from '../../../linux/hooks';
import type { GeneratedRule } from '../mode';

/** Made by kubelet up to 1.26; kube-proxy uses it up to 1.24. */
export const KUBE_MARK_DROP = 'KUBE-MARK-DROP';
const KUBE_FIREWALL = 'KUBE-FIREWALL';

/** What kubelet adds to a node besides kube-proxy's rules. */
export interface KubeletChains {
  readonly filter: Readonly<Record<string, readonly GeneratedRule[]>>;
  readonly nat: Readonly<Record<string, readonly GeneratedRule[]>>;
  /** Its jumps from a built-in chain: below kube-proxy's, because it starts first and both prepend. */
  readonly jumps: (table: TableName, chain: string) => readonly GeneratedRule[];
}

/** From 1.27 on kube-proxy has everything it needs itself. */
export const NO_KUBELET: KubeletChains = { filter: {}, nat: {}, jumps: () => [] };

/** What kubelet's rules depend on. `unmarking`: the release is 1.19 or later. */
export interface KubeletHost {
  readonly node: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly features: { readonly unmarking: boolean };
}

/** `--iptables-drop-bit`, 15. */
const DROP = '0x00008000';

/**
 * Up to 1.26 packets kube-proxy wants dropped are marked in KUBE-MARK-DROP and dropped in
 * KUBE-FIREWALL, and both chains are kubelet's (pkg/kubelet/kubelet_network_linux.go).
 */
export function kubeletChains({ node, family, features }: KubeletHost): KubeletChains {
  const rule = (text: string, id: PhraseIdBelow<'kubernetes.iptables'>): GeneratedRule => ({
    text,
    origin: { kind: 'Node', name: node, field: '', why: phrase(`kubernetes.iptables.${id}`) },
  });
  const mark = features.unmarking ? `--or-mark ${DROP}` : `--set-xmark ${DROP}/${DROP}`;
  const drop = `-m comment --comment "kubernetes firewall for dropping marked packets" -m mark --mark ${DROP}/${DROP} -j DROP`;
  const localnet =
    '-m comment --comment "block incoming localnet connections" -d 127.0.0.0/8 ! -s 127.0.0.0/8 -m conntrack ! --ctstate RELATED,ESTABLISHED,DNAT -j DROP';
  const firewall = [rule(drop, 'drop-marked')];
  if (features.unmarking && family === 'ipv4') firewall.push(rule(localnet, 'localnet'));
  return {
    nat: { [KUBE_MARK_DROP]: [rule(`-j MARK ${mark}`, 'mark-drop')] },
    filter: { [KUBE_FIREWALL]: firewall },
    jumps: (table, chain) => {
      const isJump = table === 'filter' && (chain === 'INPUT' || chain === 'OUTPUT');
      return isJump ? [rule(`-j ${KUBE_FIREWALL}`, 'jump-drop')] : [];
    },
  };
}
