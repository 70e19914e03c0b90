import { Memo } from '../../../lib/memo';
import { listAttached } from '../../../linux/ebpf/attached';
import type { AttachedProgram } from '../../../linux/ebpf/attached';
import type { Device } from '../../../linux/namespace';
import type { ObjectFinding } from '../../finding';
import type { KernelState, SyncInput, GeneratedChain, GeneratedRule } from '../mode';
import { ciliumSettings } from './cilium-config';
import type { CiliumInput } from './context';
import { programHost, programSettings, ciliumHostAddress, isLegacy, podRangesOf } from './program-hosts';
import { syncLbMaps } from './sync-lb-maps';
import { ownNode } from '../../types';
import { phrase, type PhraseIdBelow } from '../../../lib/phrase';
import type { TableName } from '../../../linux/hooks';
import { formatCidr, formatIp } from '../../../net/ip';

function makeInput({ cluster, node, cilium = {}, release, memo = new Memo() }: SyncInput): CiliumInput {
  return { cluster, node, config: cilium, release, memo: memo.of('ebpf').of(node) };
}

/**
 * State of a node after Cilium's agent: maps and programs for both families, and the few rules of netfilter it needs.
 */
export function syncCilium(input: SyncInput): KernelState {
  const own = makeInput(input);
  const maps = syncLbMaps(own);
  const host = programHost(own, maps);
  return {
    xtables: { tables: ciliumRules(input) },
    sysctls: {},
    ...(host ? { ebpf: { maps, node: { host } } } : {}),
  };
}

/** Findings that the agent logs, of what it leaves out. */
export function ciliumFindings(input: SyncInput): readonly ObjectFinding[] {
  return syncLbMaps(makeInput(input)).findings;
}

/** Programs that the agent attaches on a node with these devices, whatever Services there are. */
export function ciliumPrograms(cilium: SyncInput['cilium'], devices: readonly Device[]): readonly AttachedProgram[] {
  return listAttached(programSettings(ciliumSettings(cilium ?? {})), devices);
}

type Why = PhraseIdBelow<'kubernetes.ebpf.rule'>;

function rule(text: string, field: string, why: Why): GeneratedRule {
  return { text, origin: { kind: 'KubeProxyConfig', field, why: phrase(`kubernetes.ebpf.rule.${why}`) } };
}

const FORWARDS = [
  ['-o cilium_host', 'any->cluster on cilium_host forward accept'],
  ['-i cilium_host', 'cluster->any on cilium_host forward accept (nodeport)'],
  ['-i lxc+', 'cluster->any on lxc+ forward accept'],
  ['-i cilium_net', 'cluster->any on cilium_net forward accept (nodeport)'],
] as const;

const chain = (name: string, rules: readonly GeneratedRule[], policy?: 'ACCEPT'): [string, GeneratedChain] => [
  name,
  { name, rules, ...(policy ? { policy } : {}) },
];

function forwardTable(): ReadonlyMap<string, GeneratedChain> {
  const jump = rule(
    '-m comment --comment "cilium-feeder: CILIUM_FORWARD" -j CILIUM_FORWARD',
    'enable-host-legacy-routing',
    'feeder',
  );
  const rules = FORWARDS.map(([match, comment]) =>
    rule(`${match} -m comment --comment "cilium: ${comment}" -j ACCEPT`, 'enable-host-legacy-routing', 'forward'),
  );
  return new Map([chain('FORWARD', [jump], 'ACCEPT'), chain('CILIUM_FORWARD', rules)]);
}

/** Rules of netfilter for Pods that leave the cluster, where the programs have none (`enable-bpf-masquerade` off). */
function postTable(input: SyncInput, isTunnel: boolean): ReadonlyMap<string, GeneratedChain> | undefined {
  const node = ownNode(input.cluster, input.node);
  const own = node && podRangesOf(node).find(({ address }) => address.family === 'ipv4');
  const host = node && ciliumHostAddress(node);
  if (!own || !host) return undefined;
  const podCIDR = formatCidr(own);
  const [near, source] = [isTunnel ? podCIDR : (input.config.clusterCIDR?.split(',')[0] ?? podCIDR), formatIp(host)];
  const field = 'enable-bpf-masquerade';
  const comment = (text: string): string => `-m comment --comment "cilium ${text}"`;
  const rules = [
    rule(
      `-s ${podCIDR} ! -d ${near} ! -o cilium_+ ${comment('masquerade non-cluster')} -j MASQUERADE`,
      field,
      'masquerade',
    ),
    rule(
      `-m mark --mark 0xa00/0xe00 -m comment --comment "exclude proxy return traffic from masquerade" -j ACCEPT`,
      field,
      'proxy-return',
    ),
    ...(isTunnel
      ? [
          rule(
            `! -s ${podCIDR} ! -d ${podCIDR} -o cilium_host ${comment('host->cluster masquerade')} -j SNAT --to-source ${source}`,
            'routing-mode',
            'host-to-pods',
          ),
        ]
      : []),
    rule(
      `-s 127.0.0.1/32 -o cilium_host ${comment('host->cluster from 127.0.0.1 masquerade')} -j SNAT --to-source ${source}`,
      field,
      'loopback-to-pods',
    ),
  ];
  const jump = rule('-m comment --comment "cilium-feeder: CILIUM_POST_nat" -j CILIUM_POST_nat', field, 'feeder');
  return new Map([chain('POSTROUTING', [jump], 'ACCEPT'), chain('CILIUM_POST_nat', rules)]);
}

/** The rules of netfilter that the agent writes on a node (pkg/datapath/iptables): none where programs do all of it. */
function ciliumRules(input: SyncInput): ReadonlyMap<TableName, ReadonlyMap<string, GeneratedChain>> {
  const settings = ciliumSettings(input.cilium ?? {});
  const tables = new Map<TableName, ReadonlyMap<string, GeneratedChain>>();
  if (input.family === 'ipv6' || !isLegacy(settings)) return tables;
  tables.set('filter', forwardTable());
  const masquerades = settings['enable-ipv4-masquerade'] && !settings['enable-bpf-masquerade'];
  const post = masquerades ? postTable(input, settings['routing-mode'] === 'tunnel') : undefined;
  if (post) tables.set('nat', post);
  return tables;
}
