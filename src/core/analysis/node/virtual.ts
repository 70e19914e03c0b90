import { phrase } from '../../lib/phrase';
import { bitsOf, formatIp, isLoopback } from '../../net/ip';
import { isNodePort } from '../machine/services';
import { addDevice, assume, type NodePlan } from './plan';

/** What kube-proxy's IPVS mode calls its device (pkg/proxy/ipvs/proxier.go). */
const DUMMY = 'kube-ipvs0';
/** As many addresses are written out where the guess is stated. */
const MOST_SHOWN = 8;

/**
 * A packet meets IPVS only where its destination is local: kube-proxy puts every virtual address that
 * is not the node's own on kube-ipvs0. Where no listing shows the device, it is taken to be so.
 */
export function planVirtualAddresses(plan: NodePlan): void {
  const { ipvs } = plan.machine;
  if (!ipvs || plan.listed.has(DUMMY)) return;
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
  const addresses = [...virtual.values()].map((address) => ({ address, prefix: bitsOf(address.family) }));
  const shown = [...virtual.keys()].slice(0, MOST_SHOWN).join(' ');
  const more = virtual.size > MOST_SHOWN ? ` (+${virtual.size - MOST_SHOWN})` : '';
  addDevice(plan, { name: DUMMY, kind: 'dummy', addresses });
  assume(plan, 'interface', DUMMY, `${DUMMY} ${shown}${more}`, phrase('analysis.interface.ipvs'), [ipvs.evidence]);
}
