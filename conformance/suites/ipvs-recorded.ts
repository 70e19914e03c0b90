import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withKernelParts } from '../../src/core/document/kernel-parts';
import type {
  GeneratedIpset,
  GeneratedIpvs,
  GeneratedVirtualServer,
  KernelState,
  Origin,
} from '../../src/core/kubernetes/proxy/mode';
import { IPSET_SAVE } from '../../src/core/formats/ipset-save';
import type { Netns } from '../../src/core/linux/netns';
import type { XtRuleset } from '../../src/core/linux/xtables/types';
import type { ReportedServer } from '../../src/headless/verbs/ipvs-report';
import { rulesetOf } from './recorded-rules';

/** Recorded state has no object it was made for. */
const ORIGIN: Origin = { kind: 'Node', field: '', why: { id: 'analysis.hairpin.cni' } };

interface RecordedIpvs {
  readonly VirtualServers: readonly (ReportedServer & { readonly Protocol: GeneratedVirtualServer['protocol'] })[];
  readonly Sysctls: Readonly<Record<string, number>>;
}

const read = (path: string): string => readFileSync(path, 'utf8');

function ipsetsOf(path: string): GeneratedIpset[] {
  const parsed = existsSync(path) ? IPSET_SAVE.parse(read(path)) : undefined;
  if (!parsed?.ok) return [];
  return [...parsed.value.value.values()].map(({ name, type, options, members }) => ({
    name,
    type,
    options,
    entries: members.map(({ element }) => ({ key: element, origin: ORIGIN })),
    origin: ORIGIN,
  }));
}

/** One family of a recorded node (`ipvs.json`, `ipset.save`, `kube-ipvs0.txt`; with 6 for IPv6). */
function stateOf(folder: string, six: '' | '6'): Pick<KernelState, 'ipvs' | 'sysctls'> | undefined {
  const path = join(folder, `ipvs${six}.json`);
  if (!existsSync(path)) return undefined;
  const { VirtualServers, Sysctls } = JSON.parse(read(path)) as RecordedIpvs;
  const bound = join(folder, `kube-ipvs0${six}.txt`);
  const ipvs: GeneratedIpvs = {
    virtualServers: VirtualServers.map((each) => ({
      protocol: each.Protocol,
      address: each.Address,
      port: each.Port,
      scheduler: each.Scheduler,
      flags: each.Flags,
      timeout: each.Timeout,
      servers: (each.Servers ?? []).map(({ Address, Port, Weight }) => ({
        address: Address,
        port: Port,
        weight: Weight,
        origin: ORIGIN,
      })),
      origin: ORIGIN,
    })),
    addresses: (existsSync(bound) ? read(bound).split('\n') : [])
      .filter((line) => line !== '')
      .map((address) => ({ address, origin: ORIGIN })),
    ipsets: ipsetsOf(join(folder, `ipset${six}.save`)),
  };
  const sysctls = Object.entries(Sysctls).map(([name, value]) => [name.replaceAll('/', '.'), value] as const);
  return { ipvs, sysctls: Object.fromEntries(sysctls) };
}

/** A node with the state kube-proxy of a recording left in ipvs mode. */
export function withRecordedIpvs(node: Netns, folder: string): Netns {
  const states = (['', '6'] as const).flatMap((six) => stateOf(folder, six) ?? []);
  const rules = (file: string, family: 'ipv4' | 'ipv6'): XtRuleset | undefined =>
    existsSync(join(folder, file)) ? rulesetOf(read(join(folder, file)), family) : undefined;
  const [ipv4, ipv6] = [rules('ipvs-iptables.save', 'ipv4'), rules('ipvs-ip6tables.save', 'ipv6')];
  return withKernelParts({ ...node, xtables: { ...(ipv4 ? { ipv4 } : {}), ...(ipv6 ? { ipv6 } : {}) } }, states);
}

/** Did all of it load where it was recorded? A kernel without xt_ipvs refuses the whole filter table. */
export function hasWholeIpvs(folder: string): boolean {
  if (!existsSync(join(folder, 'ipvs.json'))) return false;
  const chain = /^-A KUBE-FORWARD /m;
  return ['ipvs-iptables.save', 'ipvs-ip6tables.save'].every(
    (file) => !existsSync(join(folder, file)) || chain.test(read(join(folder, file))),
  );
}
