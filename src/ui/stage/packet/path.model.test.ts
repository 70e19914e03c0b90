import { describe, expect, it } from 'vitest';
import { layoutStage } from '../topology/layout.model';
import { benchOf, TWO_NODES } from '../topology/testing/bench-of';
import { makeStage } from '../topology/topology.model';
import type { WireGraph } from '../topology/geometry.model';
import { listAnchors, getLeg, newSpot, packetPath, spotAt, type PacketPath } from './path.model';
import { TO_OTHER_NODE, walkOf } from './testing/walk-of';

const { document, bench } = benchOf(TWO_NODES);
const { graph } = layoutStage(makeStage(document, bench, { family: 'ipv4', focus: new Set() }));

/** Anchors in the order they are first stood at, without repeats. */
function places(text: string, on: WireGraph = graph): string[] {
  return listAnchors(on, walkOf(text)).filter((id, i, all) => id !== all[i - 1]);
}

describe('where steps happen', () => {
  it('follows a request and its reply from Pod to Pod', () => {
    expect(places(TO_OTHER_NODE)).toEqual([
      'pod:default/client',
      'dev:node1/vethclient',
      'dev:node1/cni0',
      'gate:node1/PREROUTING',
      'route:node1',
      'gate:node1/FORWARD',
      'gate:node1/POSTROUTING',
      'dev:node1/eth0',
      'dev:node2/eth0',
      'gate:node2/PREROUTING',
      'route:node2',
      'gate:node2/FORWARD',
      'gate:node2/POSTROUTING',
      'out:node2/cni0',
      'pod:default/web-8d2a',
      'dev:node2/vethweb-8d2a',
      'dev:node2/cni0',
      'gate:node2/PREROUTING',
      'route:node2',
      'gate:node2/FORWARD',
      'gate:node2/POSTROUTING',
      'dev:node2/eth0',
      'dev:node1/eth0',
      'gate:node1/PREROUTING',
      'route:node1',
      'gate:node1/FORWARD',
      'gate:node1/POSTROUTING',
      'out:node1/cni0',
      'pod:default/client',
    ]);
  });

  it('takes a process of the node through OUTPUT, after a routing decision', () => {
    const text = `leg request 10.244.1.1:4000 > 10.244.1.5:80
      at node1
      originate kubelet
      routing output cni0
      hook OUTPUT
      conntrack NEW
      hook POSTROUTING
      transmit cni0
      at default/web-6c5f
      receive eth0
      deliver web`;
    expect(places(text)).toEqual([
      'local:node1',
      'route-out:node1',
      'gate:node1/OUTPUT',
      'gate:node1/POSTROUTING',
      'out:node1/cni0',
      'pod:default/web-6c5f',
    ]);
  });

  it('takes what is for the node itself through INPUT', () => {
    const text = `leg request 203.0.113.9:4000 > 172.18.0.2:10250
      at client
      originate curl
      transmit eth0
      at node1
      receive eth0
      hook PREROUTING
      routing local
      hook INPUT
      deliver kubelet`;
    expect(places(text)).toEqual([
      'outside:client',
      'dev:node1/eth0',
      'gate:node1/PREROUTING',
      'route:node1',
      'gate:node1/INPUT',
      'local:node1',
    ]);
  });

  it('keeps a bridged frame at the gates br_netfilter asks', () => {
    const text = `leg request 10.244.1.9:4000 > 10.244.1.5:80
      at node1
      receive vethclient
      hook PREROUTING
      bridge cni0 forward
      hook FORWARD
      hook POSTROUTING
      transmit vethweb-6c5f
      at default/web-6c5f
      receive eth0`;
    expect(places(text)).toEqual([
      'dev:node1/vethclient',
      'gate:node1/PREROUTING',
      'gate:node1/FORWARD',
      'gate:node1/POSTROUTING',
      'dev:node1/vethweb-6c5f',
      'pod:default/web-6c5f',
    ]);
  });

  it('ends where it was dropped', () => {
    const text = `leg request 10.244.1.9:4000 > 10.96.98.173:80
      at node1
      receive vethclient
      bridge cni0 up
      hook FORWARD
      rule filter KUBE-FORWARD 1 DROP
      stop filter KUBE-FORWARD 1`;
    expect(places(text).at(-1)).toBe('gate:node1/FORWARD');
  });

  it('stays where it was when a device is not drawn', () => {
    const text = `leg request 10.244.1.9:4000 > 10.244.1.5:80
      at node1
      hook POSTROUTING
      transmit flannel.1`;
    expect(places(text)).toEqual(['gate:node1/POSTROUTING']);
  });
});

it('waits at the door while the packet is somewhere that is not drawn', () => {
  const text = `leg request 8.8.8.8:4000 > 172.18.0.2:80
    at elsewhere
    originate somebody
    transmit eth0
    at node1
    receive eth0
    hook PREROUTING
    at elsewhere
    receive eth0`;
  expect(places(text)).toEqual(['dev:node1/eth0', 'gate:node1/PREROUTING']);
});

describe('the way between steps', () => {
  const steps = walkOf(TO_OTHER_NODE);
  const path = packetPath(graph, steps);

  it('lies on drawn wires at every playhead', () => {
    const strays = samples(path).filter(({ x, y }) => !onWire(x, y));
    expect(strays).toEqual([]);
  });

  it('does not jump inside a leg', () => {
    const all = samples(path);
    const jumps = all.slice(1).filter((spot, i) => {
      const before = all[i];
      const sameLeg = getLeg(path, spot.step) === getLeg(path, before?.step ?? 0);
      return sameLeg && Math.hypot(spot.x - (before?.x ?? 0), spot.y - (before?.y ?? 0)) > 70;
    });
    expect(jumps).toEqual([]);
  });

  it('is a function of the playhead alone', () => {
    const [forward, backward] = [newSpot(), newSpot()];
    spotAt(path, 30.6, backward);
    spotAt(path, 7.4, backward);
    expect(spotAt(path, 7.4, forward)).toEqual(backward);
  });

  it('stands at a gate while rules are read', () => {
    const at = graph.vertices.get('gate:node1/PREROUTING');
    const reading = steps.findIndex(({ data }) => data.kind === 'skip');
    for (const part of [0, 0.3, 0.9]) {
      expect(spotAt(path, reading + part, newSpot())).toMatchObject({ ...at, dx: 0, dy: 0 });
    }
  });

  it('steps instead of gliding when asked to keep still', () => {
    const spot = spotAt(path, 2.4, newSpot(), true);
    expect(spot).toMatchObject({ step: 2, done: 0, dx: 0 });
    expect(spotAt(path, 2.6, newSpot(), true).step).toBe(3);
  });

  it.each([[-5], [1e9], [0]])('takes any playhead: %d', (playhead) => {
    expect(Number.isFinite(spotAt(path, playhead, newSpot()).x)).toBe(true);
  });

  it('takes an empty trace', () => {
    expect(spotAt(packetPath(graph, []), 0, newSpot())).toMatchObject({ x: 0, y: 0, step: 0 });
  });
});

function samples(path: PacketPath): { x: number; y: number; step: number }[] {
  const count = (path.starts.length - 1) * 20;
  return Array.from({ length: count }, (_, i) => ({ ...spotAt(path, i / 20, newSpot()) }));
}

function onWire(x: number, y: number): boolean {
  return graph.wires.some(({ points }) =>
    points.some((b, i) => {
      const a = points[i - 1] ?? b;
      const within = (v: number, p: number, q: number): boolean =>
        v >= Math.min(p, q) - 0.1 && v <= Math.max(p, q) + 0.1;
      return within(x, a.x, b.x) && within(y, a.y, b.y);
    }),
  );
}
