import { KUBE_PROXY_MODE_IDS, PROXY_MODE_IDS } from '../../kubernetes/mode-ids';
import type { KubeProxyConfig } from '../../kubernetes/types';
import { makeChoice, type FieldsOf } from './field-table';

const SYNC = { syncPeriod: 'duration', minSyncPeriod: 'duration' } as const;

/** A configuration of kube-proxy. */
export const PROXY_CONFIG_FIELDS: FieldsOf<KubeProxyConfig> = {
  mode: makeChoice(...new Set([...KUBE_PROXY_MODE_IDS, ...PROXY_MODE_IDS])),
  clusterCIDR: 'address',
  detectLocalMode: makeChoice('ClusterCIDR', 'NodeCIDR', 'BridgeInterface', 'InterfaceNamePrefix'),
  detectLocal: { bridgeInterface: 'device', interfaceNamePrefix: 'device' },
  nodePortAddresses: 'address',
  bindAddress: 'address',
  hostnameOverride: 'name',
  portRange: 'word',
  iptables: { masqueradeBit: 'plain', masqueradeAll: 'plain', localhostNodePorts: 'plain', ...SYNC },
  nftables: { masqueradeBit: 'plain', masqueradeAll: 'plain', ...SYNC },
  ipvs: {
    scheduler: 'word',
    strictARP: 'plain',
    excludeCIDRs: 'address',
    tcpTimeout: 'duration',
    tcpFinTimeout: 'duration',
    udpTimeout: 'duration',
    ...SYNC,
  },
  conntrack: {
    tcpBeLiberal: 'plain',
    maxPerCore: 'plain',
    min: 'plain',
    tcpEstablishedTimeout: 'duration',
    tcpCloseWaitTimeout: 'duration',
    udpTimeout: 'duration',
    udpStreamTimeout: 'duration',
  },
  winkernel: {
    sourceVip: 'address',
    enableDSR: 'plain',
    rootHnsEndpointName: 'name',
    forwardHealthCheckVip: 'plain',
  },
  featureGates: { '{key}': 'word', '{}': 'plain' },
};
