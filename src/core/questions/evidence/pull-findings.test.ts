import { expect, it } from 'vitest';
import { findOfPulls, isFailedPull } from './pull-findings';
import { findOfLogs } from './log-findings';

const CONTAINERD = (error: string, image = 'registry.example.com:5000/shop/till:2', url = '') =>
  `  Warning  Failed  2s  kubelet  Failed to pull image "${image}": rpc error: code = Unknown desc = failed to pull and unpack image "${image}": failed to resolve reference "${image}": failed to do request: Head "${url || `https://registry.example.com:5000/v2/shop/till/manifests/2`}": ${error}`;
const valuesOf = (text: string) => findOfPulls([{ text }])[0]?.says.values;

it.each([
  ['dial tcp 192.0.2.5:5000: i/o timeout', 'silent', '192.0.2.5'],
  ['dial tcp 192.0.2.5:5000: connect: connection refused', 'refused', '192.0.2.5'],
  ['dial tcp [2001:db8::5]:5000: connect: network is unreachable', 'unreachable', '2001:db8::5'],
  ['dial tcp: lookup registry.example.com on 127.0.0.53:53: no such host', 'unknown', '127.0.0.53'],
  ['dial tcp: lookup registry.example.com: no such host', 'unknown', 'none'],
  ['dial tcp: lookup registry.example.com on [2001:db8::1]:53: server misbehaving', 'unasked', '2001:db8::1'],
  [
    'dial tcp: lookup registry.example.com on 192.0.2.1:53: read udp 192.0.2.9:51->192.0.2.1:53: i/o timeout',
    'unasked',
    '192.0.2.1',
  ],
  ['proxyconnect tcp: dial tcp 192.0.2.8:3128: connect: connection refused', 'proxy', '192.0.2.8'],
  ['net/http: TLS handshake timeout', 'handshake', 'none'],
])('the node did not get an image: %s', (error, end, address) => {
  expect(valuesOf(CONTAINERD(error))).toMatchObject({
    end,
    address,
    host: 'registry.example.com',
    url: 'https://registry.example.com:5000',
    port: '5000',
    registry: 'none',
  });
});

it('by the kubelet’s log, CRI-O and dockerd, too', () => {
  const silent = 'dial tcp 192.0.2.5:443: i/o timeout';
  expect(
    valuesOf(
      String.raw`E0920 remote_image.go:171] "PullImage from image service failed" err="failed to do request: Head \"https://registry.k8s.io/v2/pause/manifests/3.9\": ${silent}" image="registry.k8s.io/pause:3.9"`,
    ),
  ).toMatchObject({ host: 'registry.k8s.io', end: 'silent' });
  expect(valuesOf(`pinging container registry quay.example: Get "https://quay.example/v2/": ${silent}`)).toMatchObject({
    host: 'quay.example',
  });
  expect(
    valuesOf(
      `Error response from daemon: Get https://registry-1.docker.io/v2/: dial tcp: lookup registry-1.docker.io on 192.0.2.3:53: read udp 192.0.2.15:54567->192.0.2.3:53: i/o timeout`,
    ),
  ).toMatchObject({ host: 'registry-1.docker.io', end: 'unasked', image: 'none' });
});

it('names whom a registry sends to, and a name that only the cluster knows', () => {
  const error = 'dial tcp 192.0.2.5:443: i/o timeout';
  expect(valuesOf(CONTAINERD(error, 'registry.k8s.io/pause:3.10', 'https://storage.example/v2/x'))).toMatchObject({
    host: 'storage.example',
    registry: 'registry.k8s.io',
  });
  expect(valuesOf(CONTAINERD(error, 'nginx', 'https://auth.docker.io/token'))).toMatchObject({ registry: 'none' });
  const lookup = 'dial tcp: lookup till.shop.svc.cluster.local on 127.0.0.53:53: no such host';
  expect(valuesOf(CONTAINERD(lookup))).toMatchObject({ cluster: 'yes', local: 'yes' });
});

it('names the node where the text names one', () => {
  const line = CONTAINERD('dial tcp 192.0.2.5:5000: i/o timeout');
  expect(valuesOf(`Node:  node-a/192.0.2.20\n${line}`)).toMatchObject({ node: 'node-a' });
  expect(valuesOf(`Successfully assigned shop/till-0 to node-b\n${line}`)).toMatchObject({ node: 'node-b' });
  expect(valuesOf(`Node: node-a/192.0.2.20\n${line.replace('kubelet ', 'kubelet, node-b ')}`)).toMatchObject({
    node: 'none',
  });
});

it('what a registry answers is no matter of the network, nor is another dial', () => {
  expect(
    isFailedPull('Failed to pull image "till:9": failed to resolve reference "docker.io/library/till:9": not found'),
  ).toBe(false);
  expect(isFailedPull('Failed to pull image "a.example/till:9": 401 Unauthorized')).toBe(false);
  expect(isFailedPull('Get "https://10.96.0.1:443/version": dial tcp 10.96.0.1:443: i/o timeout')).toBe(false);
});

it('is said once, in place of what the line says by itself', () => {
  const event = CONTAINERD('net/http: TLS handshake timeout');
  expect(findOfLogs([{ text: event }]).map(({ id }) => id)).toEqual(['image-pull']);
  const line = CONTAINERD('dial tcp 192.0.2.5:5000: i/o timeout');
  expect(findOfLogs([{ text: `${line}\n${line}\n` }]).map(({ id }) => id)).toEqual(['image-pull']);
});
