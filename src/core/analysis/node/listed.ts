import { phrase } from '../../lib/phrase';
import { isSimulated, ruleOf } from '../../formats/ip-rule';
import { devicesOfLinks } from '../../formats/links/link';
import type { RoutingRule } from '../../linux/routing/types';
import { hostCidr } from '../../net/cidr';
import type { IpFamily } from '../../net/ip';
import { deviceKind } from './device-kinds';
import { assume, routeText, type NodePlan, type PlannedDevice } from './plan';

/** Takes over what `ip addr`, `ip route` and `ip rule` showed of the machine: nothing of it is a guess. */
export function takeListings(plan: NodePlan): void {
  takeDevices(plan);
  takeRoutes(plan);
  takeRules(plan);
}

function takeDevices(plan: NodePlan): void {
  const links = plan.machine.links.map(({ value }) => value);
  for (const { name, kind, addresses, up, master } of devicesOfLinks(links, deviceKind)) {
    const device: PlannedDevice = {
      name,
      kind,
      addresses,
      ...(up ? {} : { down: true }),
      ...(master === undefined ? {} : { master }),
    };
    plan.devices.set(name, device);
    plan.listed.add(name);
  }
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

function takeRoutes(plan: NodePlan): void {
  for (const { route, ways, evidence } of plan.machine.routes) {
    plan.listedRoutes.push(route);
    if (ways < 2) continue;
    const text = routeText({ dst: route.dst, dev: route.dev ?? '', ...(route.via ? { via: route.via } : {}) });
    const reason = phrase('analysis.route.several-ways', { ways });
    assume(plan, 'route', text.split(' ')[0] ?? '', text, reason, [evidence]);
  }
}

/** The rules every family starts with. */
const DEFAULTS: readonly RoutingRule[] = [
  { priority: 0, lookup: 'local' },
  { priority: 32_766, lookup: 'main' },
  { priority: 32_767, lookup: 'default' },
];

/** Rules of a family count as soon as one of it is listed; a table nobody listed is taken to be empty, and that is said. */
function takeRules(plan: NodePlan): void {
  const { rules } = plan.machine;
  if (rules.length === 0) return;
  const known = rules.filter(({ value }) => isSimulated(value));
  const of = (family: IpFamily): RoutingRule[] => {
    const own = known.filter(({ value }) => (value.family ?? 'ipv4') === family);
    const listed = own.length > 0 ? own.map(({ value }) => ruleOf(value)) : DEFAULTS;
    return listed.map((rule) => ({ ...rule, family }));
  };
  plan.rules = [...of('ipv4'), ...of('ipv6')];
  const tables = new Set(['local', 'main', 'default', ...plan.listedRoutes.map(({ table }) => table)]);
  for (const { value, evidence } of known) {
    if (value.lookup === undefined || tables.has(value.lookup)) continue;
    const table = value.lookup;
    assume(plan, 'rules', table, evidence.text, phrase('analysis.rules.table-unknown', { table }), [evidence]);
  }
}
