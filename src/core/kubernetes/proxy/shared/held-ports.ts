import { phrase } from '../../../lib/phrase';
import type { Socket } from '../../../linux/namespace';
import { isUnspecified, parseIp, sameIp } from '../../../net/ip';
import type { ObjectFinding } from '../../finding';
import type { ProxyModeId } from '../../mode-ids';
import { getMinor } from '../../release';
import { compareText } from '../../types';
import { servicePorts, type ServicePortInfo } from '../../service-port';
import type { GeneratedClaim, SyncInput } from '../mode';
import { startedInput } from './as-started';
import { nodePortAddresses, nodePortIPs } from './local-traffic';
import { listInterfaceAddresses } from './node';
import { servicePortRef } from './reasons';

/** The first minor that opens no port any more (kubernetes/kubernetes#108496). */
const HELD_UNTIL = 24;
/** The first minor whose sockets are of the proxier's family alone (pkg/proxy/util/port.go, LocalPort.IPFamily). */
const OF_FAMILY_SINCE = 20;

/** Does such a kube-proxy hold ports open beside the rules it writes? */
export function holdsPorts({ mode, release }: { readonly mode: ProxyModeId; readonly release: string }): boolean {
  return (mode === 'iptables' || mode === 'ipvs') && getMinor(release) < HELD_UNTIL;
}

/**
 * The ports that kube-proxy holds open so that no other process takes them, in iptables and IPVS mode (openLocalPort of
 * pkg/proxy/iptables/proxier.go): every nodePort, on the addresses it is answered on, and ports of external IPs that the
 * node has itself. Not SCTP. It listens there and never accepts or reads.
 */
function heldPorts(input: SyncInput): readonly GeneratedClaim[] {
  if (getMinor(input.release) >= HELD_UNTIL) return [];
  const { cluster, family, config, release } = input;
  const own = listInterfaceAddresses(input);
  const chosen = nodePortAddresses(config.nodePortAddresses ?? [], family);
  const anywhere = family === 'ipv4' ? '0.0.0.0' : '::';
  const atNodePorts = chosen.matchAll ? [anywhere] : nodePortIPs(chosen, own);
  const isDual = getMinor(release) < OF_FAMILY_SINCE;
  const held = cluster.services.flatMap((service) =>
    servicePorts(service, family, { ipMode: false }).flatMap((port) => {
      if (port.protocol === 'SCTP') return [];
      const nodePorts = port.nodePort === 0 ? [] : atNodePorts;
      return [
        ...nodePorts.map((address) => heldNodePort(port, address, isDual && chosen.matchAll)),
        ...port.externalIPs.flatMap((address, at) =>
          own.includes(address) ? [heldExternalIP(port, address, at)] : [],
        ),
      ];
    }),
  );
  // Which is opened first does not show: kube-proxy walks a Go map.
  return held.toSorted((a, b) => a.port - b.port || compareText(makeKey(a), makeKey(b)));
}

const makeKey = ({ protocol, address }: GeneratedClaim): string => `${protocol} ${address}`;

/**
 * Ports that something else on the node listens on, too: nobody told who was first. A kube-proxy that finds one taken
 * leaves out an external IP (openLocalPort's error ends that turn of the loop); a nodePort's rules it writes all the
 * same, though it logs "skipping this nodePort"; up to 1.9, with one socket a nodePort, nothing more of the Service.
 */
export function conflictingPorts(given: SyncInput, sockets: readonly Socket[]): ObjectFinding[] {
  const input = startedInput(given);
  return (input ? heldPorts(input) : []).flatMap((claim): ObjectFinding[] => {
    const other = sockets.find((socket) => meets(socket, claim));
    if (!other) return [];
    const { namespace = '', name = '', field, why } = claim.origin;
    const values = { service: '', address: '', ...why.values, port: claim.port, owner: other.owner, node: given.node };
    const kind = why.values?.['address'] !== undefined ? 'external-ip' : hasLoop(given) ? 'node-port' : 'old-node-port';
    const message = phrase(`kubernetes.held.taken-${kind}`, values);
    return [
      { severity: 'warning', code: 'conflict', message, path: field, object: { kind: 'Service', namespace, name } },
    ];
  });
}

/** From 1.10 on a nodePort is held on each of its addresses, in a loop of its own. */
const hasLoop = ({ release }: SyncInput): boolean => getMinor(release) >= 10;

/** Would the kernel refuse the second of two listeners? */
function meets({ proto, port, ip }: Socket, claim: GeneratedClaim): boolean {
  if (proto !== claim.protocol.toLowerCase() || port !== claim.port) return false;
  const own = parseIp(claim.address);
  if (!own.ok) return false;
  if (ip === undefined) return true;
  return ip.family === own.value.family && (isUnspecified(ip) || isUnspecified(own.value) || sameIp(ip, own.value));
}

/** The same as a part of what a sync leaves; nothing of releases that hold none. */
export function claimsOf(input: SyncInput): { readonly claims?: readonly GeneratedClaim[] } {
  const claims = heldPorts(input);
  return claims.length > 0 ? { claims } : {};
}

function heldNodePort(info: ServicePortInfo, address: string, isDual: boolean): GeneratedClaim {
  const { namespace, serviceName, name, index, nodePort } = info;
  return {
    protocol: info.protocol as GeneratedClaim['protocol'],
    address,
    port: nodePort,
    ...(isDual ? { isDual: true } : {}),
    origin: {
      kind: 'Service',
      namespace,
      name: serviceName,
      field: `spec.ports[${index}].nodePort`,
      why: phrase('kubernetes.held.node-port', { service: name, port: nodePort }),
      servicePort: servicePortRef(info),
    },
  };
}

function heldExternalIP(info: ServicePortInfo, address: string, at: number): GeneratedClaim {
  const { namespace, serviceName, name, port } = info;
  return {
    protocol: info.protocol as GeneratedClaim['protocol'],
    address,
    port,
    origin: {
      kind: 'Service',
      namespace,
      name: serviceName,
      field: `spec.externalIPs[${at}]`,
      why: phrase('kubernetes.held.external-ip', { service: name, port, address }),
      servicePort: servicePortRef(info),
    },
  };
}
