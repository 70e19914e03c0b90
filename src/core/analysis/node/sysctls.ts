import { phrase, type Phrase } from '../../lib/phrase';
import { proxyMode } from '../../kubernetes/proxy';
import { sysctlsOfProxy, type NodeProxy } from '../node-proxy';
import type { Evidence } from '../pasted-types';
import { assume, type NodePlan } from './plan';

const FORWARDERS = ['kube-proxy', 'Docker', 'Calico', 'Flannel', 'libvirt', 'CNI plugins', 'OpenStack Neutron'];
const ROUTE_LOCALNET = 'net.ipv4.conf.all.route_localnet';
/** Two names of one switch. */
const SAME_AS: Readonly<Record<string, string>> = { 'net.ipv4.ip_forward': 'net.ipv4.conf.all.forwarding' };

/** How the kernel is set: as its own listings say, else as those set it whose rules are here. */
export function planSysctls(plan: NodePlan): void {
  for (const [name, { value }] of plan.machine.sysctls) plan.sysctls[name] = value;
  planProxy(plan);
  planForwarding(plan);
  guess(plan, 'net.ipv4.conf.all.rp_filter', 0, phrase('analysis.sysctl.rp-filter'));
  planLocalnet(plan);
}

/** States a value, unless a listing shows another or it was stated before. */
function guess(plan: NodePlan, name: string, value: number, reason: Phrase, evidence: readonly Evidence[] = []): void {
  const told = plan.machine.sysctls;
  const other = SAME_AS[name];
  const same = other === undefined ? undefined : told.get(other);
  if (same) plan.sysctls[name] ??= same.value;
  if (same || told.has(name) || plan.sysctls[name] !== undefined) return;
  plan.sysctls[name] = value;
  assume(plan, 'sysctl', name, `${name} = ${value}`, reason, evidence);
}

/** What kube-proxy sets when it starts. */
function planProxy(plan: NodePlan): void {
  const { proxy } = plan;
  if (!proxy) return;
  const reason = phrase('analysis.sysctl.proxy', { mode: titleOf(proxy), releases: releasesOf(proxy) });
  for (const [name, value] of Object.entries(sysctlsOfProxy(proxy))) guess(plan, name, value, reason);
}

function titleOf({ mode }: NodeProxy): string {
  return proxyMode(mode)?.title ?? mode;
}

/** `1.30`, `1.19-1.22`. */
function releasesOf({ release: { from, to } }: NodeProxy): string {
  return from === to ? from : `${from}-${to}`;
}

function planForwarding(plan: NodePlan): void {
  const owners = new Set(plan.views.flatMap(({ clues }) => [...clues.owners]));
  const forwarder = FORWARDERS.find((owner) => owners.has(owner));
  const forwards = forwarder
    ? phrase('analysis.sysctl.forward-owner', { owner: forwarder })
    : phrase('analysis.sysctl.forward');
  const families = new Set(plan.views.map(({ family }) => family));
  if (families.has('ipv4')) guess(plan, 'net.ipv4.ip_forward', 1, forwards);
  if (families.has('ipv6')) guess(plan, 'net.ipv6.conf.all.forwarding', 1, forwards);
  if (!forwarder) return;
  const bridged = phrase('analysis.sysctl.bridge', { owner: forwarder });
  guess(plan, 'net.bridge.bridge-nf-call-iptables', 1, bridged);
  if (families.has('ipv6')) guess(plan, 'net.bridge.bridge-nf-call-ip6tables', 1, bridged);
}

/** A rule that only makes sense with it; kubelet writes that rule in every mode, so what is known of kube-proxy comes first. */
function planLocalnet(plan: NodePlan): void {
  const evidence = plan.views.flatMap(({ clues }) => clues.localnet.slice(0, 2));
  if (evidence.length === 0 || (plan.proxy && plan.proxy.mode !== 'userspace')) return;
  guess(plan, ROUTE_LOCALNET, 1, phrase('analysis.sysctl.localnet'), evidence);
}
