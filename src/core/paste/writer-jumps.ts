import type { TableName } from '../linux/hooks';

/** How a program gets packets into a chain that it writes: the same in every release that has the chain. */
export interface WriterJump {
  readonly table: TableName;
  /** The chain, by its whole name. */
  readonly chain: RegExp;
  /** The chains that jump there. */
  readonly from: readonly string[];
  /** What the jump tests, as iptables-save writes it. */
  readonly test?: string;
  readonly reference: string;
}

const HOOKS = {
  filter: ['INPUT', 'FORWARD', 'OUTPUT'],
  nat: ['PREROUTING', 'OUTPUT', 'POSTROUTING'],
} as const;

const comment = (words: string): string => `-m comment --comment "${words}"`;
const isNew = '-m conntrack --ctstate NEW';
const TO_NODE = '-m addrtype --dst-type LOCAL';

const row =
  (reference: string) =>
  (table: TableName, chain: RegExp, from: string, more: Pick<WriterJump, 'test'> = {}): WriterJump => ({
    table,
    chain,
    from: from.split(' '),
    ...more,
    reference,
  });

const iptables = row('pkg/proxy/iptables/proxier.go iptablesJumpChains');
const ipvs = row('pkg/proxy/ipvs/proxier.go iptablesJumpChain');
const router = row('kube-router pkg/controllers/netpol/network_policy_controller.go ensureTopLevelChains');
const services = row('kube-router pkg/controllers/proxy/network_services_controller.go setupIpvsFirewall');
const calico = row('felix/rules/static.go, dispatch.go');
const docker = row('libnetwork/iptables, drivers/bridge/setup_ip_tables_linux.go');
const firewalld = row('firewalld src/firewall/core/ipXtables.py build_default_rules');
const ufw = row('ufw src/backend_iptables.py, conf/before.rules');
const cni = row('containernetworking plugins/meta/portmap/portmap_iptables.go, firewall/iptables.go');
const flannel = row('flannel pkg/trafficmngr/iptables');
const cilium = row('pkg/datapath/iptables/iptables.go');
const aws = row('amazon-vpc-cni-k8s pkg/networkutils/network.go');
const agent = row('ip-masq-agent cmd/ip-masq-agent, kindnet cmd/kindnetd');
const libvirt = row('libvirt src/network/network_iptables.c');
const tailscale = row('tailscale util/linuxfw');
const neutron = row('neutron/agent/linux/iptables_manager.py');

/** Chains that are named after the hook that jumps there: `cali-INPUT`, `neutron-l3-agent-FORWARD`. */
function perHook(
  add: ReturnType<typeof row>,
  table: TableName,
  {
    hooks,
    name,
    test,
  }: { readonly hooks: readonly string[]; readonly name: (hook: string) => string; readonly test?: string },
): WriterJump[] {
  return hooks.map((hook) => add(table, new RegExp(`^${name(hook)}$`), hook, test === undefined ? {} : { test }));
}

/** In the order in which chains of one hook are asked. A jump that names a device or an address of its own is none of these: it cannot be told from the chain. */
export const WRITER_JUMPS: readonly WriterJump[] = [
  iptables('filter', /^KUBE-FIREWALL$/, 'INPUT OUTPUT'),
  iptables('filter', /^KUBE-FORWARD$/, 'FORWARD', { test: comment('kubernetes forwarding rules') }),
  iptables('filter', /^KUBE-SERVICES$/, 'FORWARD OUTPUT', {
    test: `${isNew} ${comment('kubernetes service portals')}`,
  }),
  iptables('filter', /^KUBE-EXTERNAL-SERVICES$/, 'INPUT FORWARD', {
    test: `${isNew} ${comment('kubernetes externally-visible service portals')}`,
  }),
  iptables('filter', /^KUBE-NODEPORTS$/, 'INPUT', { test: comment('kubernetes health check service ports') }),
  iptables('filter', /^KUBE-PROXY-FIREWALL$/, 'INPUT FORWARD', { test: comment('kubernetes load balancer firewall') }),
  ipvs('filter', /^KUBE-IPVS-FILTER$/, 'INPUT', { test: comment('kubernetes ipvs access filter') }),
  ipvs('filter', /^KUBE-IPVS-OUT-FILTER$/, 'OUTPUT', { test: comment('kubernetes ipvs access filter') }),
  ipvs('filter', /^KUBE-NODE-PORT$/, 'INPUT', { test: comment('kubernetes health check rules') }),
  ipvs('filter', /^KUBE-SOURCE-RANGES-FIREWALL$/, 'KUBE-PROXY-FIREWALL'),
  ...perHook(router, 'filter', { hooks: HOOKS.filter, name: (hook) => `KUBE-ROUTER-${hook}` }),
  services('filter', /^KUBE-ROUTER-SERVICES$/, 'INPUT', {
    test: `${comment('handle traffic to IPVS service IPs in custom chain')} -m set --match-set kube-router-svip dst`,
  }),
  ...perHook(calico, 'filter', { hooks: HOOKS.filter, name: (hook) => `cali-${hook}` }),
  ...perHook(calico, 'nat', { hooks: HOOKS.nat, name: (hook) => `cali-${hook}` }),
  ...perHook(calico, 'mangle', { hooks: ['PREROUTING', 'POSTROUTING'], name: (hook) => `cali-${hook}` }),
  ...perHook(calico, 'raw', { hooks: ['PREROUTING', 'OUTPUT'], name: (hook) => `cali-${hook}` }),
  calico('nat', /^cali-fip-dnat$/, 'cali-PREROUTING cali-OUTPUT'),
  calico('nat', /^cali-(?:fip-snat|nat-outgoing)$/, 'cali-POSTROUTING'),
  docker('filter', /^DOCKER-USER$/, 'FORWARD'),
  docker('filter', /^DOCKER-(?:FORWARD|INGRESS)$/, 'FORWARD'),
  docker('filter', /^DOCKER-ISOLATION-STAGE-1$/, 'FORWARD'),
  docker('filter', /^DOCKER-ISOLATION-STAGE-2$/, 'DOCKER-ISOLATION-STAGE-1', { test: '-i docker0 ! -o docker0' }),
  docker('filter', /^DOCKER-(?:CT|BRIDGE|INTERNAL)$/, 'DOCKER-FORWARD'),
  docker('filter', /^DOCKER$/, 'FORWARD', { test: '-o docker0' }),
  docker('nat', /^DOCKER$/, 'PREROUTING', { test: TO_NODE }),
  docker('nat', /^DOCKER$/, 'OUTPUT', { test: `! -d 127.0.0.0/8 ${TO_NODE}` }),
  docker('nat', /^DOCKER-INGRESS$/, 'PREROUTING OUTPUT', { test: TO_NODE }),
  ...['direct', 'POLICIES_pre', 'ZONES_SOURCE', 'ZONES', 'POLICIES_post'].flatMap((part) => [
    ...perHook(firewalld, 'filter', { hooks: HOOKS.filter, name: (hook) => `${hook}_${part}` }),
    ...perHook(firewalld, 'nat', { hooks: HOOKS.nat, name: (hook) => `${hook}_${part}` }),
  ]),
  firewalld('filter', /^FORWARD_(?:IN|OUT)_ZONES(?:_SOURCE)?$/, 'FORWARD'),
  ...['before-logging', 'before', 'after', 'after-logging', 'reject', 'track'].flatMap((part) =>
    HOOKS.filter.map((hook) => ufw('filter', new RegExp(`^ufw6?-${part}-${hook.toLowerCase()}$`), hook)),
  ),
  ...HOOKS.filter.flatMap((hook) =>
    (['ufw', 'ufw6'] as const).map((begin) =>
      ufw('filter', new RegExp(`^${begin}-user-${hook.toLowerCase()}$`), `${begin}-before-${hook.toLowerCase()}`),
    ),
  ),
  ufw('filter', /^ufw-not-local$/, 'ufw-before-input'),
  cni('nat', /^CNI-HOSTPORT-DNAT$/, 'PREROUTING OUTPUT', { test: TO_NODE }),
  cni('nat', /^CNI-HOSTPORT-MASQ$/, 'POSTROUTING', { test: comment('CNI portfwd requiring masquerade') }),
  // Each rule there asks for its own port.
  cni('nat', /^CNI-DN-\w+$/, 'CNI-HOSTPORT-DNAT'),
  cni('filter', /^CNI-FORWARD$/, 'FORWARD', { test: comment('CNI firewall plugin rules') }),
  cni('filter', /^CNI-ADMIN$/, 'CNI-FORWARD', { test: comment('CNI firewall plugin admin overrides') }),
  flannel('nat', /^FLANNEL-POSTRTG$/, 'POSTROUTING', { test: comment('flanneld masq') }),
  flannel('filter', /^FLANNEL-FWD$/, 'FORWARD', { test: comment('flanneld forward') }),
  ...perHook(cilium, 'filter', {
    hooks: HOOKS.filter,
    name: (hook) => `CILIUM_${hook}`,
  }),
  cilium('nat', /^CILIUM_PRE_nat$/, 'PREROUTING'),
  cilium('nat', /^CILIUM_OUTPUT_nat$/, 'OUTPUT'),
  cilium('nat', /^CILIUM_POST_nat$/, 'POSTROUTING'),
  cilium('mangle', /^CILIUM_PRE_mangle$/, 'PREROUTING'),
  cilium('mangle', /^CILIUM_POST_mangle$/, 'POSTROUTING'),
  cilium('raw', /^CILIUM_PRE_raw$/, 'PREROUTING'),
  cilium('raw', /^CILIUM_OUTPUT_raw$/, 'OUTPUT'),
  aws('nat', /^AWS-SNAT-CHAIN-0$/, 'POSTROUTING', { test: comment('AWS SNAT CHAIN') }),
  aws('nat', /^AWS-CONNMARK-CHAIN-0$/, 'PREROUTING', { test: `-i eni+ ${comment('AWS, outbound connections')}` }),
  agent('nat', /^(?:IP-MASQ(?:-AGENT)?|KIND-MASQ-AGENT)$/, 'POSTROUTING', { test: '-m addrtype ! --dst-type LOCAL' }),
  libvirt('filter', /^LIBVIRT_INP$/, 'INPUT'),
  libvirt('filter', /^LIBVIRT_FW[XIO]$/, 'FORWARD'),
  libvirt('filter', /^LIBVIRT_OUT$/, 'OUTPUT'),
  libvirt('nat', /^LIBVIRT_PRT$/, 'POSTROUTING'),
  tailscale('filter', /^ts-input$/, 'INPUT'),
  tailscale('filter', /^ts-forward$/, 'FORWARD'),
  tailscale('nat', /^ts-postrouting$/, 'POSTROUTING'),
  ...HOOKS.filter.map((hook) => neutron('filter', new RegExp(`^neutron-[\\w-]{1,20}-${hook}$`), hook)),
  ...HOOKS.nat.map((hook) => neutron('nat', new RegExp(`^neutron-[\\w-]{1,20}-${hook}$`), hook)),
];
