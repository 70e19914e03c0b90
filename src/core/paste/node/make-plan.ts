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
  type Cidr,
} from '../../net/ip';
import type { NodeFacts, Evidence } from '../pasted-types';
import {
  deviceKind,
  parseDeviceKind,
  addDevices,
  assume,
  deviceText,
  hasListedRoutes,
  newPlan,
  planInTurn,
  type FamilyView,
  type Guess,
  type PastedNodePlan,
  type Planned,
  type PlannedAddress,
  type PlannedDevice,
  type PlanStep,
  takeListings,
} from './plan';
import { announcePods, listBehind, standPodsOfRules, takeAnswers, takeRoutedDevices } from './behind';
import { planPods } from './pod-network';
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
function planSysctls(plan: PastedNodePlan): PastedNodePlan {
  const listed = Object.fromEntries([...plan.machine.sysctls].map(([name, { value }]) => [name, value]));
  const told = { ...plan, sysctls: { ...plan.sysctls, ...listed } };
  // Windows has none of these switches.
  if (isWindowsNode(plan.machine) && plan.views.length === 0)
    return { ...told, sysctls: { ...told.sysctls, [RP_FILTER]: 0 } };
  const rpFilter = { name: RP_FILTER, value: 0, reason: phrase('analysis.sysctl.rp-filter') };
  return planInTurn(told, [planProxy, planForwarding, (each) => guessSysctl(each, rpFilter), planLocalnet]);
}

/** A switch of the kernel that no listing shows. */
interface SysctlGuess {
  readonly name: string;
  readonly value: number;
  readonly reason: Phrase;
  readonly evidence?: readonly Evidence[];
}

/** States a value, unless a listing shows another or it was stated before. */
function guessSysctl(plan: PastedNodePlan, { name, value, ...why }: SysctlGuess): PastedNodePlan {
  const told = plan.machine.sysctls;
  const other = SAME_AS[name];
  const same = other === undefined ? undefined : told.get(other);
  if (plan.sysctls[name] !== undefined || (told.has(name) && !same)) return plan;
  const set = { ...plan, sysctls: { ...plan.sysctls, [name]: same ? same.value : value } };
  return same ? set : assume(set, { about: 'sysctl', what: name, value: `${name} = ${value}`, ...why });
}

const guessSysctls = (plan: PastedNodePlan, guesses: readonly SysctlGuess[]): PastedNodePlan =>
  guesses.reduce(guessSysctl, plan);

/** What kube-proxy sets when it starts. */
function planProxy(plan: PastedNodePlan): PastedNodePlan {
  const { proxy } = plan;
  if (!proxy) return plan;
  const reason = phrase('analysis.sysctl.proxy', { mode: formatTitle(proxy), releases: getReleases(proxy) });
  const set = Object.entries(sysctlsOfProxy(proxy)).map(([name, value]) => ({ name, value, reason }));
  return guessSysctls(plan, set);
}

function formatTitle({ mode }: NodeProxy): string {
  return proxyMode(mode)?.title ?? mode;
}

/** `1.30`, `1.19-1.22`. */
function getReleases({ release: { from, to } }: NodeProxy): string {
  return from === to ? from : `${from}-${to}`;
}

function planForwarding(plan: PastedNodePlan): PastedNodePlan {
  const owners = new Set(plan.views.flatMap(({ clues }) => [...clues.owners]));
  const forwarder = FORWARDERS.find((owner) => owners.has(owner));
  const reason = forwarder
    ? phrase('analysis.sysctl.forward-owner', { owner: forwarder })
    : phrase('analysis.sysctl.forward');
  const families = new Set(plan.views.map(({ family }) => family));
  const forwards = guessSysctls(plan, [
    // A text without rules and addresses tells of neither family.
    ...(families.has('ipv4') || families.size === 0 ? [{ name: 'net.ipv4.ip_forward', value: 1, reason }] : []),
    ...(families.has('ipv6') ? [{ name: 'net.ipv6.conf.all.forwarding', value: 1, reason }] : []),
  ]);
  // Where all devices are listed and none is a bridge, or a port of one, nothing crosses one.
  const isBridged = [...plan.devices.values()].some(({ kind, master }) => kind === 'bridge' || master !== undefined);
  if (!forwarder || (plan.machine.allLinks && !isBridged)) return forwards;
  const bridged = { value: 1, reason: phrase('analysis.sysctl.bridge', { owner: forwarder }) };
  return guessSysctls(forwards, [
    { name: 'net.bridge.bridge-nf-call-iptables', ...bridged },
    ...(families.has('ipv6') ? [{ name: 'net.bridge.bridge-nf-call-ip6tables', ...bridged }] : []),
  ]);
}

/** A rule that only makes sense with it; kubelet writes that rule in every mode, so what is known of kube-proxy comes first. */
function planLocalnet(plan: PastedNodePlan): PastedNodePlan {
  const evidence = plan.views.flatMap(({ clues }) => clues.localnet.slice(0, 2));
  if (evidence.length === 0 || (plan.proxy && plan.proxy.mode !== 'userspace')) return plan;
  return guessSysctl(plan, { name: ROUTE_LOCALNET, value: 1, reason: phrase('analysis.sysctl.localnet'), evidence });
}

/** What kube-proxy's IPVS mode calls its device (pkg/proxy/ipvs/proxier.go). */
const DUMMY = 'kube-ipvs0';
/** As many addresses are written out where the guess is stated. */
const MOST_SHOWN = 8;

/**
 * A packet meets IPVS only where its destination is local: kube-proxy puts every virtual address that
 * is not the node's own on kube-ipvs0. Where no listing shows the device, it is taken to be so.
 */
function planVirtualAddresses(plan: PastedNodePlan): PastedNodePlan {
  const { ipvs } = plan.machine;
  if (!ipvs || plan.listed.has(DUMMY)) return plan;
  if (!plan.proxy) return planDirector(plan, ipvs);
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
  if (virtual.size === 0) return plan;
  const addresses = [...virtual.values()].map((address) => ({ address, prefix: getBits(address.family) }));
  const shown = [...virtual.keys()].slice(0, MOST_SHOWN).join(' ');
  const more = virtual.size > MOST_SHOWN ? ` (+${virtual.size - MOST_SHOWN})` : '';
  return assume(addDevices(plan, { name: DUMMY, kind: 'dummy', addresses }), {
    about: 'interface',
    what: DUMMY,
    value: `${DUMMY} ${shown}${more}`,
    reason: phrase('analysis.interface.ipvs'),
    evidence: [ipvs.evidence],
  });
}

/** A director that is not kube-proxy's has its virtual addresses on the device clients come by, where no listing shows its devices. */
function planDirector(
  plan: PastedNodePlan,
  { value, evidence }: NonNullable<PastedNodePlan['machine']['ipvs']>,
): PastedNodePlan {
  if (plan.listed.size > 0) return plan;
  const { uplink } = plan;
  const own = value.services.flatMap(({ address }) => (address ? [address] : []));
  const addresses = own.map((address) => ({ address, prefix: getBits(address.family) }));
  if (addresses.length === 0) return plan;
  const shown = [...new Set(own.map(formatIp))].slice(0, MOST_SHOWN).join(' ');
  return assume(addDevices(plan, { name: uplink, kind: deviceKind(uplink), addresses }), {
    about: 'address',
    what: `director ${uplink}`,
    value: `${uplink} ${shown}`,
    reason: phrase('analysis.interface.director', { device: uplink }),
    evidence: [evidence],
  });
}

/**
 * Decides what the pasted machine looks like around its rules: devices, addresses, routes, sysctls.
 * What listings of the machine show is taken as it is; every guess is stated with its evidence, and
 * what a person said (facts) replaces both.
 */
export function makePlan(given: Planned): PastedNodePlan {
  return planInTurn(newPlan(given), [
    takeListings,
    takeRoutedDevices,
    (plan) => ({ ...plan, behind: listBehind(plan) }),
    (plan) => addDevices(plan, LOOPBACK),
    ofEachFamily((plan, view) =>
      planInTurn(plan, [
        (each) => planNetworkDevices(each, view),
        (each) => planPods(each, view),
        (each) => standPodsOfRules(each, view),
      ]),
    ),
    planUplink,
    planVirtualAddresses,
    planNamedDevices,
    ofEachFamily(planInnerNetworks),
    planRoutes,
    takeAnswers,
    announcePods,
    planSysctls,
    planHairpin,
    applyFacts,
  ]);
}

const LOOPBACK: PlannedDevice = {
  name: 'lo',
  kind: 'loopback',
  addresses: [
    { address: ip('127.0.0.1'), prefix: 8 },
    { address: ip('::1'), prefix: 128 },
  ],
};

/** A step taken for each family of which there are texts. */
function ofEachFamily(step: (plan: PastedNodePlan, view: FamilyView) => PastedNodePlan): PlanStep {
  return (plan) => plan.views.reduce(step, plan);
}

/** `-s 172.17.0.0/16 ! -o docker0`: a device whose network the rules name has its first address. */
function planNetworkDevices(plan: PastedNodePlan, { clues }: FamilyView): PastedNodePlan {
  const seen = new Set<string>();
  const planned = [...clues.deviceNetworks.values()].flatMap(({ value: { device, cidr }, evidence }) => {
    const kind = deviceKind(device);
    // Rules about spoofed sources tie wide private prefixes to a physical device; a LAN is narrower.
    const isNarrow = cidr.prefix >= (cidr.address.family === 'ipv4' ? 20 : 60);
    if (seen.has(device) || kind === 'veth' || kind === 'loopback' || (kind === 'physical' && !isNarrow)) return [];
    seen.add(device);
    const reason = phrase('analysis.interface.network', { device, cidr: formatCidr(cidr) });
    return [guessDevice(device, cidr, { reason, evidence })];
  });
  return withGuessedDevices(plan, planned);
}

type GuessedDevice = readonly [device: PlannedDevice, guess: Guess];

/** A device with the first address of a network. */
function guessDevice(name: string, network: Cidr, why: Pick<Guess, 'reason' | 'evidence'>): GuessedDevice {
  const addresses = [{ address: addToIp(network.address, 1), prefix: network.prefix }];
  const device = { name, kind: deviceKind(name), addresses };
  return [device, { about: 'interface', what: name, value: deviceText(device), ...why }];
}

function withGuessedDevices(plan: PastedNodePlan, guessed: readonly GuessedDevice[]): PastedNodePlan {
  return assume(addDevices(plan, ...guessed.map(([device]) => device)), ...guessed.map(([, guess]) => guess));
}

/**
 * A network whose sources are translated where they leave comes in by another device than they leave by. Where nothing tells which,
 * one is made up for it and stated: else whoever is in it would seem to be on the way out.
 */
function planInnerNetworks(plan: PastedNodePlan, { clues }: FamilyView): PastedNodePlan {
  if (plan.listed.size > 0 || hasListedRoutes(plan, clues.family)) return plan;
  return [...clues.inner.values()].reduce((made, { value: network, evidence }) => {
    const known = [
      ...made.podNetworks,
      ...[...made.devices.values()].flatMap(({ addresses }) =>
        addresses.map(({ address, prefix }) => makeCidr(address, prefix)),
      ),
    ];
    if (known.some((each) => contains(each, network.address) || contains(network, each.address))) return made;
    const name = freeDevice(made);
    const reason = phrase('analysis.interface.inner', { device: name, cidr: formatCidr(network) });
    return withGuessedDevices(made, [guessDevice(name, network, { reason, evidence })]);
  }, plan);
}

/** The first of eth1, eth2 ... that nothing names. */
function freeDevice({ devices }: PastedNodePlan): string {
  for (let number = 1; ; number++) if (!devices.has(`eth${number}`)) return `eth${number}`;
}

/** Every other device a rule names exists, without an address. */
function planNamedDevices(plan: PastedNodePlan): PastedNodePlan {
  const named = plan.views.flatMap(({ clues }) =>
    [...clues.interfaces.values()].flatMap(({ value: name, evidence }): GuessedDevice[] => {
      if (name.endsWith('+') || name === '' || plan.devices.has(name)) return [];
      const by = clues.seen.has(name) ? 'packet' : 'rule';
      const reason = phrase('analysis.interface.named', { device: name, by });
      const device = { name, kind: deviceKind(name), addresses: [] };
      return [[device, { about: 'interface', what: name, value: name, reason, evidence }]];
    }),
  );
  return withGuessedDevices(plan, named);
}

/** Where nothing tells of the ports of the Pods' bridge, they are taken to be what CNI was told, else in hairpin mode. */
function planHairpin(plan: PastedNodePlan): PastedNodePlan {
  const { podDevice, devices, machine } = plan;
  if (podDevice?.layout !== 'bridge') return plan;
  const { name } = podDevice;
  const set = (value: boolean): PastedNodePlan => ({ ...plan, hairpin: new Map([...plan.hairpin, [name, value]]) });
  const ports = [...devices.values()].filter(({ master }) => master === name);
  if (ports.length > 0 && ports.every(({ hairpin }) => hairpin !== undefined))
    return set(ports.some(({ hairpin }) => hairpin === true));
  const written = machine.cni.find(({ value }) => value.plugins.some(({ bridge }) => bridge === name));
  const hairpin = written?.value.plugins.find(({ bridge }) => bridge === name)?.hairpin ?? true;
  return assume(set(hairpin), {
    about: 'hairpin',
    what: name,
    value: `${name} hairpin ${hairpin ? 'on' : 'off'}`,
    reason: phrase(written ? 'analysis.hairpin.cni' : 'analysis.hairpin.guessed', { bridge: name }),
    evidence: written ? [written.evidence] : [],
  });
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
function applyFacts(plan: PastedNodePlan): PastedNodePlan {
  const { interfaces = [], routes = [], sysctls = {}, hairpin = {} } = plan.facts;
  const devices = new Map<string, PlannedDevice>([
    ...plan.devices,
    ...interfaces.map(({ name, addresses, kind }) => {
      const own = addresses.flatMap((text) => addressIn(text) ?? []);
      return [name, { name, kind: parseDeviceKind(kind, name), addresses: own }] as const;
    }),
  ]);
  const settled = forget({ ...plan, devices, sysctls: { ...plan.sysctls, ...sysctls } }, [
    ...interfaces.map(({ name }) => `interface:${name}`),
    ...Object.keys(sysctls).map((name) => `sysctl:${name}`),
    ...Object.keys(hairpin).map((name) => `hairpin:${name}`),
  ]);
  return refreshNeighbours(Object.entries(hairpin).reduce(sayHairpin, routes.reduce(sayRoute, settled)));
}

/** The plan without what was guessed of these subjects. */
function forget(plan: PastedNodePlan, ids: readonly string[]): PastedNodePlan {
  return { ...plan, assumptions: plan.assumptions.filter(({ id }) => !ids.includes(id)) };
}

type SaidRoute = NonNullable<NodeFacts['routes']>[number];

function sayRoute(plan: PastedNodePlan, route: SaidRoute): PastedNodePlan {
  const planned = routeIn(plan, route);
  if (!planned) return plan;
  const isSame = ({ dst }: { readonly dst: Cidr }): boolean => formatCidr(dst) === formatCidr(planned.dst);
  const same = plan.routes.findIndex(isSame);
  const routes = same < 0 ? [planned, ...plan.routes] : plan.routes.with(same, planned);
  const listedRoutes = plan.listedRoutes.filter((each) => each.table !== 'main' || !isSame(each));
  const text = planned.dst.prefix === 0 ? 'default' : formatCidr(planned.dst);
  return forget({ ...plan, routes, listedRoutes }, [`route:${text}`]);
}

/** Of a bridge it is said of all its ports. */
function sayHairpin(plan: PastedNodePlan, [name, value]: readonly [string, boolean]): PastedNodePlan {
  const devices = [...plan.devices].map(([key, device]) => {
    const isMeant = device.name === name || device.master === name;
    return [key, isMeant ? { ...device, hairpin: value } : device] as const;
  });
  return { ...plan, devices: new Map(devices), hairpin: new Map([...plan.hairpin, [name, value]]) };
}

function routeIn(plan: PastedNodePlan, { dst, via, dev }: SaidRoute): PastedNodePlan['routes'][number] | undefined {
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
function refreshNeighbours(plan: PastedNodePlan): PastedNodePlan {
  const listed = plan.listedRoutes.filter(({ table, type }) => table === 'main' && type === 'unicast');
  const [gateways, others] = [{ ...plan.gateways }, { ...plan.others }];
  for (const { dst, via } of [...listed, ...plan.routes]) {
    if (!via) continue;
    if (dst.prefix === 0) gateways[via.family] = via;
    else others[via.family] = via;
  }
  return { ...plan, gateways, others };
}
