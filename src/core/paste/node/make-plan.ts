import { phrase, type Phrase } from '../../lib/phrase';
import {
  addToIp,
  contains,
  ip,
  parseIp,
  getBits,
  formatIp,
  isLoopback,
  makeCidr,
  formatCidr,
  parseCidr,
} from '../../net/ip';
import type { NodeFacts, Evidence } from '../pasted-types';
import {
  deviceKind,
  parseDeviceKind,
  addDevice,
  assume,
  deviceText,
  hasListedRoutes,
  newPlan,
  type FamilyView,
  type PastedNodePlan,
  type Planned,
  type PlannedAddress,
  takeListings,
} from './plan';
import { announcePods, listBehind, standPodsOfRules, takeAnswers, takeRoutedDevices } from './behind';
import { planPodDevice, planPodNetwork } from './pod-network';
import { planRoutes, planUplink } from './uplink';
import { isWindowsNode } from '../windows-node';
import { isNodePort } from '../machine/services';
import { proxyMode } from '../../kubernetes/proxy';
import { sysctlsOfProxy, type NodeProxy } from '../node-groups';

const FORWARDERS = [
  'kube-proxy',
  'Docker',
  'Docker Swarm',
  'Calico',
  'Flannel',
  'libvirt',
  'CNI plugins',
  'OpenStack Neutron',
];
const RP_FILTER = 'net.ipv4.conf.all.rp_filter';
const ROUTE_LOCALNET = 'net.ipv4.conf.all.route_localnet';
/** Two names of one switch. */
const SAME_AS: Readonly<Record<string, string>> = { 'net.ipv4.ip_forward': 'net.ipv4.conf.all.forwarding' };

/** How the kernel is set: as its own listings say, else as those set it whose rules are here. */
function planSysctls(plan: PastedNodePlan): void {
  for (const [name, { value }] of plan.machine.sysctls) plan.sysctls[name] = value;
  // Windows has none of these switches.
  if (isWindowsNode(plan.machine) && plan.views.length === 0) {
    plan.sysctls[RP_FILTER] = 0;
    return;
  }
  planProxy(plan);
  planForwarding(plan);
  guess(plan, RP_FILTER, 0, phrase('analysis.sysctl.rp-filter'));
  planLocalnet(plan);
}

/** States a value, unless a listing shows another or it was stated before. */
function guess(
  plan: PastedNodePlan,
  name: string,
  value: number,
  reason: Phrase,
  evidence: readonly Evidence[] = [],
): void {
  const told = plan.machine.sysctls;
  const other = SAME_AS[name];
  const same = other === undefined ? undefined : told.get(other);
  if (same) plan.sysctls[name] ??= same.value;
  if (same || told.has(name) || plan.sysctls[name] !== undefined) return;
  plan.sysctls[name] = value;
  assume(plan, 'sysctl', name, `${name} = ${value}`, reason, evidence);
}

/** What kube-proxy sets when it starts. */
function planProxy(plan: PastedNodePlan): void {
  const { proxy } = plan;
  if (!proxy) return;
  const reason = phrase('analysis.sysctl.proxy', { mode: formatTitle(proxy), releases: getReleases(proxy) });
  for (const [name, value] of Object.entries(sysctlsOfProxy(proxy))) guess(plan, name, value, reason);
}

function formatTitle({ mode }: NodeProxy): string {
  return proxyMode(mode)?.title ?? mode;
}

/** `1.30`, `1.19-1.22`. */
function getReleases({ release: { from, to } }: NodeProxy): string {
  return from === to ? from : `${from}-${to}`;
}

function planForwarding(plan: PastedNodePlan): void {
  const owners = new Set(plan.views.flatMap(({ clues }) => [...clues.owners]));
  const forwarder = FORWARDERS.find((owner) => owners.has(owner));
  const forwards = forwarder
    ? phrase('analysis.sysctl.forward-owner', { owner: forwarder })
    : phrase('analysis.sysctl.forward');
  const families = new Set(plan.views.map(({ family }) => family));
  // A text without rules and addresses tells of neither family.
  if (families.has('ipv4') || families.size === 0) guess(plan, 'net.ipv4.ip_forward', 1, forwards);
  if (families.has('ipv6')) guess(plan, 'net.ipv6.conf.all.forwarding', 1, forwards);
  // Where all devices are listed and none is a bridge, or a port of one, nothing crosses one.
  const isBridged = [...plan.devices.values()].some(({ kind, master }) => kind === 'bridge' || master !== undefined);
  if (!forwarder || (plan.machine.allLinks && !isBridged)) return;
  const bridged = phrase('analysis.sysctl.bridge', { owner: forwarder });
  guess(plan, 'net.bridge.bridge-nf-call-iptables', 1, bridged);
  if (families.has('ipv6')) guess(plan, 'net.bridge.bridge-nf-call-ip6tables', 1, bridged);
}

/** A rule that only makes sense with it; kubelet writes that rule in every mode, so what is known of kube-proxy comes first. */
function planLocalnet(plan: PastedNodePlan): void {
  const evidence = plan.views.flatMap(({ clues }) => clues.localnet.slice(0, 2));
  if (evidence.length === 0 || (plan.proxy && plan.proxy.mode !== 'userspace')) return;
  guess(plan, ROUTE_LOCALNET, 1, phrase('analysis.sysctl.localnet'), evidence);
}

/** What kube-proxy's IPVS mode calls its device (pkg/proxy/ipvs/proxier.go). */
const DUMMY = 'kube-ipvs0';
/** As many addresses are written out where the guess is stated. */
const MOST_SHOWN = 8;

/**
 * A packet meets IPVS only where its destination is local: kube-proxy puts every virtual address that
 * is not the node's own on kube-ipvs0. Where no listing shows the device, it is taken to be so.
 */
function planVirtualAddresses(plan: PastedNodePlan): void {
  const { ipvs } = plan.machine;
  if (!ipvs || plan.listed.has(DUMMY)) return;
  if (!plan.proxy) {
    planDirector(plan, ipvs);
    return;
  }
  const own = new Set(
    [...plan.devices.values()].flatMap(({ addresses }) => addresses.map(({ address }) => formatIp(address))),
  );
  const virtual = new Map(
    ipvs.value.services.flatMap(({ address, port }) =>
      address && !isNodePort(port) && !isLoopback(address) && !own.has(formatIp(address))
        ? [[formatIp(address), address] as const]
        : [],
    ),
  );
  if (virtual.size === 0) return;
  const addresses = [...virtual.values()].map((address) => ({ address, prefix: getBits(address.family) }));
  const shown = [...virtual.keys()].slice(0, MOST_SHOWN).join(' ');
  const more = virtual.size > MOST_SHOWN ? ` (+${virtual.size - MOST_SHOWN})` : '';
  addDevice(plan, { name: DUMMY, kind: 'dummy', addresses });
  assume(plan, 'interface', DUMMY, `${DUMMY} ${shown}${more}`, phrase('analysis.interface.ipvs'), [ipvs.evidence]);
}

/** A director that is not kube-proxy's has its virtual addresses on the device clients come by, where no listing shows its devices. */
function planDirector(plan: PastedNodePlan, { value, evidence }: NonNullable<PastedNodePlan['machine']['ipvs']>): void {
  if (plan.listed.size > 0) return;
  const own = value.services.flatMap(({ address }) => (address ? [address] : []));
  const addresses = own.map((address) => ({ address, prefix: getBits(address.family) }));
  if (addresses.length === 0) return;
  addDevice(plan, { name: plan.uplink, kind: deviceKind(plan.uplink), addresses });
  const shown = [...new Set(own.map(formatIp))].slice(0, MOST_SHOWN).join(' ');
  const reason = phrase('analysis.interface.director', { device: plan.uplink });
  assume(plan, 'address', `director ${plan.uplink}`, `${plan.uplink} ${shown}`, reason, [evidence]);
}

/**
 * Decides what the pasted machine looks like around its rules: devices, addresses, routes, sysctls.
 * What listings of the machine show is taken as it is; every guess is stated with its evidence, and
 * what a person said (facts) replaces both.
 */
export function makePlan(given: Planned): PastedNodePlan {
  const { views } = given;
  const plan = newPlan(given);
  takeListings(plan);
  takeRoutedDevices(plan);
  plan.behind = listBehind(plan);
  addDevice(plan, {
    name: 'lo',
    kind: 'loopback',
    addresses: [
      { address: ip('127.0.0.1'), prefix: 8 },
      { address: ip('::1'), prefix: 128 },
    ],
  });
  for (const view of views) {
    planNetworkDevices(plan, view);
    const network = planPodNetwork(plan, view);
    if (network) planPodDevice(plan, view, network);
    standPodsOfRules(plan, view);
  }
  planUplink(plan);
  planVirtualAddresses(plan);
  planNamedDevices(plan);
  for (const view of views) planInnerNetworks(plan, view);
  planRoutes(plan);
  takeAnswers(plan);
  announcePods(plan);
  planSysctls(plan);
  planHairpin(plan);
  applyFacts(plan);
  return plan;
}

/** `-s 172.17.0.0/16 ! -o docker0`: a device whose network the rules name has its first address. */
function planNetworkDevices(plan: PastedNodePlan, { clues }: FamilyView): void {
  const seen = new Set<string>();
  for (const { value, evidence } of clues.deviceNetworks.values()) {
    const { device, cidr } = value;
    const kind = deviceKind(device);
    // Rules about spoofed sources tie wide private prefixes to a physical device; a LAN is narrower.
    const isNarrow = cidr.prefix >= (cidr.address.family === 'ipv4' ? 20 : 60);
    if (seen.has(device) || kind === 'veth' || kind === 'loopback' || (kind === 'physical' && !isNarrow)) continue;
    seen.add(device);
    const planned = { name: device, kind, addresses: [{ address: addToIp(cidr.address, 1), prefix: cidr.prefix }] };
    addDevice(plan, planned);
    const reason = phrase('analysis.interface.network', { device, cidr: formatCidr(cidr) });
    assume(plan, 'interface', device, deviceText(planned), reason, evidence);
  }
}

/**
 * A network whose sources are translated where they leave comes in by another device than they leave by. Where nothing tells which,
 * one is made up for it and stated: else whoever is in it would seem to be on the way out.
 */
function planInnerNetworks(plan: PastedNodePlan, { clues }: FamilyView): void {
  if (plan.listed.size > 0 || hasListedRoutes(plan, clues.family)) return;
  for (const { value: network, evidence } of clues.inner.values()) {
    const known = [
      ...plan.podNetworks,
      ...[...plan.devices.values()].flatMap(({ addresses }) =>
        addresses.map(({ address, prefix }) => makeCidr(address, prefix)),
      ),
    ];
    const isKnown = known.some((each) => contains(each, network.address) || contains(network, each.address));
    if (isKnown) continue;
    const name = freeDevice(plan);
    const planned = {
      name,
      kind: deviceKind(name),
      addresses: [{ address: addToIp(network.address, 1), prefix: network.prefix }],
    };
    addDevice(plan, planned);
    const reason = phrase('analysis.interface.inner', { device: name, cidr: formatCidr(network) });
    assume(plan, 'interface', name, deviceText(planned), reason, evidence);
  }
}

/** The first of eth1, eth2 ... that nothing names. */
function freeDevice({ devices }: PastedNodePlan): string {
  for (let number = 1; ; number++) if (!devices.has(`eth${number}`)) return `eth${number}`;
}

/** Every other device a rule names exists, without an address. */
function planNamedDevices(plan: PastedNodePlan): void {
  for (const { clues } of plan.views) {
    for (const { value: name, evidence } of clues.interfaces.values()) {
      if (name.endsWith('+') || name === '' || plan.devices.has(name)) continue;
      addDevice(plan, { name, kind: deviceKind(name), addresses: [] });
      assume(
        plan,
        'interface',
        name,
        name,
        phrase('analysis.interface.named', { device: name, by: clues.seen.has(name) ? 'packet' : 'rule' }),
        evidence,
      );
    }
  }
}

/** Where nothing tells of the ports of the Pods' bridge, they are taken to be what CNI was told, else in hairpin mode. */
function planHairpin(plan: PastedNodePlan): void {
  const { podDevice, devices, machine } = plan;
  if (podDevice?.layout !== 'bridge') return;
  const { name } = podDevice;
  const ports = [...devices.values()].filter(({ master }) => master === name);
  if (ports.length > 0 && ports.every(({ hairpin }) => hairpin !== undefined)) {
    plan.hairpin.set(
      name,
      ports.some(({ hairpin }) => hairpin === true),
    );
    return;
  }
  const written = machine.cni.find(({ value }) => value.plugins.some(({ bridge }) => bridge === name));
  const hairpin = written?.value.plugins.find(({ bridge }) => bridge === name)?.hairpin ?? true;
  plan.hairpin.set(name, hairpin);
  const reason = phrase(written ? 'analysis.hairpin.cni' : 'analysis.hairpin.guessed', { bridge: name });
  assume(plan, 'hairpin', name, `${name} hairpin ${hairpin ? 'on' : 'off'}`, reason, written ? [written.evidence] : []);
}

/** `10.0.0.5/24`; a bare address is a host. */
function addressIn(text: string): PlannedAddress | undefined {
  const [host = '', length] = text.trim().split('/');
  const address = parseIp(host);
  const cidr = parseCidr(text.trim());
  if (!address.ok || !cidr.ok) return undefined;
  return { address: address.value, prefix: length === undefined ? cidr.value.prefix : Number(length) };
}

/** What a person said replaces the guess, and the guess is not stated any more. */
function applyFacts(plan: PastedNodePlan): void {
  const { interfaces = [], routes = [], sysctls = {}, hairpin = {} } = plan.facts;
  const forget = (id: string): void => {
    const at = plan.assumptions.findIndex((known) => known.id === id);
    if (at >= 0) plan.assumptions.splice(at, 1);
  };
  for (const { name, addresses, kind } of interfaces) {
    plan.devices.set(name, {
      name,
      kind: parseDeviceKind(kind, name),
      addresses: addresses.flatMap((text) => addressIn(text) ?? []),
    });
    forget(`interface:${name}`);
  }
  for (const route of routes) {
    const planned = routeIn(plan, route);
    if (!planned) continue;
    const text = planned.dst.prefix === 0 ? 'default' : formatCidr(planned.dst);
    const same = plan.routes.findIndex(({ dst }) => formatCidr(dst) === formatCidr(planned.dst));
    plan.routes.splice(same < 0 ? 0 : same, same < 0 ? 0 : 1, planned);
    plan.listedRoutes = plan.listedRoutes.filter(
      ({ table, dst }) => table !== 'main' || formatCidr(dst) !== formatCidr(planned.dst),
    );
    forget(`route:${text}`);
  }
  for (const [name, value] of Object.entries(sysctls)) {
    plan.sysctls[name] = value;
    forget(`sysctl:${name}`);
  }
  for (const [name, value] of Object.entries(hairpin)) {
    sayHairpin(plan, name, value);
    forget(`hairpin:${name}`);
  }
  refreshNeighbours(plan);
}

/** Of a bridge it is said of all its ports. */
function sayHairpin({ hairpin, devices }: PastedNodePlan, name: string, value: boolean): void {
  hairpin.set(name, value);
  for (const device of devices.values()) {
    if (device.name === name || device.master === name) devices.set(device.name, { ...device, hairpin: value });
  }
}

function routeIn(
  plan: PastedNodePlan,
  { dst, via, dev }: NonNullable<NodeFacts['routes']>[number],
): PastedNodePlan['routes'][number] | undefined {
  const isDefault = dst === 'default' || dst === '';
  const gateway = via === undefined || via === '' ? undefined : parseIp(via);
  if (gateway && !gateway.ok) return undefined;
  const family = gateway?.ok ? gateway.value.family : 'ipv4';
  const to = isDefault ? parseCidr(family === 'ipv4' ? '0.0.0.0/0' : '::/0') : parseCidr(dst);
  if (!to.ok) return undefined;
  const out = dev === undefined || dev === '' ? deviceTowards(plan, gateway?.ok ? gateway.value : undefined) : dev;
  return { dst: to.value, dev: out, ...(gateway?.ok ? { via: gateway.value } : {}) };
}

/** The device whose network holds a gateway. */
function deviceTowards(plan: PastedNodePlan, via: ReturnType<typeof ip> | undefined): string {
  const found = [...plan.devices.values()].find(({ addresses }) =>
    addresses.some(
      (own) => via && formatCidr(makeCidr(via, own.prefix)) === formatCidr(makeCidr(own.address, own.prefix)),
    ),
  );
  return found?.name ?? plan.uplink;
}

/** Adds neighbours at the next hops of the routes that count in the end. */
function refreshNeighbours(plan: PastedNodePlan): void {
  const listed = plan.listedRoutes.filter(({ table, type }) => table === 'main' && type === 'unicast');
  for (const { dst, via } of [...listed, ...plan.routes]) {
    if (!via) continue;
    if (dst.prefix === 0) plan.gateways[via.family] = via;
    else plan.others[via.family] = via;
  }
}
