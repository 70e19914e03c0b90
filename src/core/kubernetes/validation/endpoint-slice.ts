import { ownerServiceOf } from '../defaults';
import type { Finding } from '../finding';
import { familyOfText } from '../service-port';
import type { EndpointSliceObject } from '../types';
import { Checks } from './checks';
import { isDns1123Label, isPort } from './names';

const WARNING = { severity: 'warning', code: 'invalid' } as const;
const MAX_ENDPOINTS = 1000;

/** What is wrong with an EndpointSlice, and what makes kube-proxy overlook it. */
export function validateEndpointSlice(slice: EndpointSliceObject): readonly Finding[] {
  const checks = new Checks(slice);
  const { addressType, endpoints = [] } = slice;
  checks.oneOf(addressType, 'addressType', ['IPv4', 'IPv6', 'FQDN']);
  if (ownerServiceOf(slice) === undefined) checks.add(WARNING, 'metadata.labels', 'slice-without-service');
  checks.require(endpoints.length <= MAX_ENDPOINTS, 'endpoints', 'too-many-endpoints', { count: endpoints.length });
  const family = addressType === 'IPv6' ? 'ipv6' : 'ipv4';
  for (const [index, { addresses = [] }] of endpoints.entries()) {
    const path = `endpoints[${index}].addresses`;
    checks.require(addresses.length > 0, path, 'no-address');
    for (const [place, address] of addresses.entries()) {
      const isRight = addressType === 'FQDN' || familyOfText(address) === family;
      checks.require(isRight, `${path}[${place}]`, 'address-family', { value: address, addressType });
    }
  }
  validatePorts(slice, checks);
  return checks.findings;
}

function validatePorts({ ports = [] }: EndpointSliceObject, checks: Checks): void {
  const names = new Set<string>();
  for (const [index, { name = '', port, protocol }] of ports.entries()) {
    const path = `ports[${index}]`;
    checks.require(name === '' || isDns1123Label(name), `${path}.name`, 'port-name', { name });
    checks.require(!names.has(name), `${path}.name`, 'port-name-twice', { name });
    names.add(name);
    if (port !== undefined && port !== null) checks.require(isPort(port), `${path}.port`, 'port', { value: port });
    checks.oneOf(protocol, `${path}.protocol`, ['TCP', 'UDP', 'SCTP']);
  }
}
