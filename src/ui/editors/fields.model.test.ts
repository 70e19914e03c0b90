import { describe, expect, it } from 'vitest';
import { MODE_OFFERS } from '../../engine/questions/open';
import {
  CIDRS_FIELD,
  CLUSTER_IP_FIELD,
  IPS_FIELD,
  LABELS_FIELD,
  optional,
  PORT_FIELD,
  PORT_NAME_FIELD,
  releaseField,
  TARGET_FIELD,
  WRITERS_FIELD,
  type FieldCodec,
} from './fields.model';

const NFTABLES = MODE_OFFERS.find(({ id }) => id === 'nftables');

function read<T>(codec: FieldCodec<T>, text: string): unknown {
  const result = codec.read(text);
  return result.ok ? result.value : result.error;
}

describe('fields', () => {
  it.each<[string, FieldCodec<never>, string, unknown]>([
    ['port', PORT_FIELD as never, ' 80 ', 80],
    ['release', releaseField(NFTABLES, '1.33') as never, '1.31.2', '1.31.2'],
    ['release', releaseField(NFTABLES, '1.33') as never, '6', '1.33.6'],
    ['release', releaseField(NFTABLES, '1.33') as never, '1.20.1', 'needsRelease'],
    ['port', PORT_FIELD as never, '0', 'needsPort'],
    ['port', PORT_FIELD as never, '65536', 'needsPort'],
    ['port', PORT_FIELD as never, '8e1', 'needsPort'],
    ['optional port', optional(PORT_FIELD) as never, '  ', undefined],
    ['target', TARGET_FIELD as never, '8080', 8080],
    ['target', TARGET_FIELD as never, 'http-web', 'http-web'],
    ['target', TARGET_FIELD as never, '99999', 'needsPort'],
    ['target', TARGET_FIELD as never, 'Not A Name', 'needsTarget'],
    ['start order', WRITERS_FIELD as never, 'kubelet, kube-proxy firewalld', ['kubelet', 'kube-proxy', 'firewalld']],
    ['start order', WRITERS_FIELD as never, 'docker, kube-proxy', ['docker']],
    ['start order', WRITERS_FIELD as never, 'docker, ufw', 'needsWriters'],
    ['port name', PORT_NAME_FIELD as never, 'HTTP', 'needsName'],
    ['labels', LABELS_FIELD as never, 'app=web, tier: front', { app: 'web', tier: 'front' }],
    ['labels', LABELS_FIELD as never, '', {}],
    ['labels', LABELS_FIELD as never, 'app', 'needsLabels'],
    ['labels', LABELS_FIELD as never, 'app=we b', 'needsLabels'],
    ['addresses', IPS_FIELD as never, '203.0.113.9 FD00::1', ['203.0.113.9', 'fd00::1']],
    ['addresses', IPS_FIELD as never, '203.0.113', 'needsIp'],
    ['ranges', CIDRS_FIELD as never, '10.1.2.3/8', ['10.0.0.0/8']],
    ['ranges', CIDRS_FIELD as never, '10.1.2.3', 'needsCidr'],
    ['clusterIP', CLUSTER_IP_FIELD as never, 'None', 'None'],
    ['clusterIP', CLUSTER_IP_FIELD as never, '', undefined],
    ['clusterIP', CLUSTER_IP_FIELD as never, 'none', 'needsIp'],
  ])('%s %#', (_name, codec, text, expected) => {
    expect(read(codec, text)).toEqual(expected);
  });

  it('shows what it reads', () => {
    expect(LABELS_FIELD.show({ app: 'web', tier: 'front' })).toBe('app=web, tier=front');
    expect(IPS_FIELD.show(['1.1.1.1', '2.2.2.2'])).toBe('1.1.1.1, 2.2.2.2');
    expect(optional(PORT_FIELD).show(undefined)).toBe('');
  });
});
