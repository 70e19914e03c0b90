import { phrase } from '../../lib/phrase';
import { devicesOfLinks } from '../../formats/links/link';
import type { RoutingRule } from '../../linux/routing/types';
import { hostCidr } from '../../net/cidr';
import type { IpFamily } from '../../net/ip';
import { deviceKind } from './device-kinds';
import { assume, type NodePlan, type PlannedDevice } from './plan';

/** Takes over what `ip addr`, `ip route` and `ip rule` showed of the machine: nothing of it is a guess. */
export function takeListings(plan: NodePlan): void {
  takeDevices(plan);
  takeRoutes(plan);
  takeRules(plan);
}

function takeDevices(plan: NodePlan): void {
  const links = plan.machine.links.map(({ value }) => value);
  for (const { name, kind, addresses, up, master, hairpin } of devicesOfLinks(links, deviceKind)) {
    const device: PlannedDevice = {
      name,
      kind,
      addresses,
      ...(up ? {} : { down: true }),
      ...(master === undefined ? {} : { master }),
      ...(hairpin === undefined ? {} : { hairpin }),
    };
    plan.devices.set(name, device);
    plan.listed.add(name);
  }
  takePorts(plan);
  for (const link of links) {
    for (const { peer } of link.addresses) {
      if (!peer) continue;
      plan.listedRoutes.push({
        table: 'main',
        type: 'unicast',
        dst: hostCidr(peer.address),
        dev: link.name,
        scope: 'link',
      });
    }
  }
}

/** What /sys told of hairpin mode: of a port by its name, of a loop over a bridge's ports by their order. */
function takePorts({ machine, devices }: NodePlan): void {
  for (const { value } of machine.ports) {
    const ports = [...devices.values()].filter(({ master }) => master === value.name).map(({ name }) => name);
    const name = value.nth === undefined ? value.name : ports.toSorted()[value.nth];
    const device = name === undefined ? undefined : devices.get(name);
    if (device) devices.set(device.name, { ...device, hairpin: value.hairpin });
  }
}

function takeRoutes(plan: NodePlan): void {
  for (const { route } of plan.machine.routes) plan.listedRoutes.push(route);
}

/** The rules every family starts with. */
export const KERNEL_RULES: readonly RoutingRule[] = [
  { priority: 0, lookup: 'local' },
  { priority: 32_766, lookup: 'main' },
  { priority: 32_767, lookup: 'default' },
];

/** Rules of a family count as soon as one of it is listed; a table nobody listed is taken to be empty, and that is said. */
function takeRules(plan: NodePlan): void {
  const { rules } = plan.machine;
  if (rules.length === 0) return;
  const known = rules.filter(({ value }) => value.simulated);
  const of = (family: IpFamily): RoutingRule[] => {
    const own = known.filter(({ value }) => (value.rule.family ?? 'ipv4') === family);
    const listed = own.length > 0 ? own.map(({ value }) => value.rule) : KERNEL_RULES;
    return listed.map((rule) => ({ ...rule, family }));
  };
  // The kernel's own three are what a namespace has without being told.
  const isOwn = rules.every(({ value }) =>
    KERNEL_RULES.some(({ lookup, priority }) => lookup === value.rule.lookup && priority === value.rule.priority),
  );
  if (isOwn) return;
  plan.rules = [...of('ipv4'), ...of('ipv6')];
  // Only a listing of all tables, or of that one, shows the table local: a table that is not in it is empty.
  const hasAll = plan.listedRoutes.some(({ table }) => table === 'local');
  const tables = new Set(['local', 'main', 'default', ...plan.listedRoutes.map(({ table }) => table)]);
  for (const { value, evidence } of known) {
    const { lookup: table } = value.rule;
    if (table === '' || hasAll || tables.has(table)) continue;
    assume(plan, 'rules', table, evidence.text, phrase('analysis.rules.table-unknown', { table }), [evidence]);
  }
}
