import { createDerive } from '../../core/document/derive';
import { emptyDocument, type Document, type Flow } from '../../core/document/document';
import { replaceCluster } from '../../core/document/edits/cluster';
import { KUBERNETES_YAML } from '../../core/formats/kubernetes-yaml';
import { readObjectText } from '../../core/formats/kubernetes/read';
import { completeCluster } from '../../core/kubernetes/complete';
import { readCiliumConfig } from '../../core/kubernetes/proxy/ebpf/cilium-config';
import { printLbMaps } from '../../core/kubernetes/proxy/ebpf/print-lb-maps';
import { syncLbMaps } from '../../core/kubernetes/proxy/ebpf/sync-lb-maps';
import type { Netns, Network } from '../../core/linux/netns';
import { formatIp, parseIp, sameIp, type IpAddress } from '../../core/net/ip';
import { parseEndpoint } from '../../core/net/packet';
import { readEbpfEnd } from '../../core/sim/ebpf-end';
import { explore, makeTrace } from '../../core/sim/explore';
import type { SimFlow } from '../../core/sim/simulate';
import type { Trace } from '../../core/sim/trace';
import { diagnosticLine, diagnosticOfFinding, type Arguments, type ExitCode, type Io, type Verb } from '../verb';

const DEFAULT_RELEASE = '1.18';

function refuse(io: Io, message: string): ExitCode {
  io.stderr(`error usage 0:0 ${message}\n`);
  return 2;
}

/** The flags of a ConfigMap cilium-config, or a plain list of them. */
function flagsIn(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = readObjectText(text).documents[0]?.value;
  const record = (of: unknown): Readonly<Record<string, unknown>> =>
    typeof of === 'object' && of !== null && !Array.isArray(of) ? (of as Readonly<Record<string, unknown>>) : {};
  const top = record(value);
  return 'data' in top ? record(top['data']) : top;
}

interface ProgramFlow {
  /** `pod:10.244.1.5@node1`, `node:node1`, `outside:192.0.2.10@node1` (the node that gets the packet). */
  readonly from: { readonly kind: 'pod' | 'node' | 'outside'; readonly node: string; readonly address?: IpAddress };
  readonly flow: Pick<SimFlow, 'dst' | 'dport' | 'proto' | 'sport'>;
}

/** `pod:10.244.1.5@node1 -> 10.96.0.10:53/udp`. */
function readFlow(text: string): ProgramFlow | undefined {
  const read = /^(pod|node|outside):([^@\s]+)(?:@(\S+))? -> (\S+)\/(tcp|udp|sctp|icmp)$/.exec(text.trim());
  const [, kind, name = '', at = '', target = '', proto] = read ?? [];
  const to = parseEndpoint(target);
  if (!to || (proto !== 'tcp' && proto !== 'udp' && proto !== 'sctp' && proto !== 'icmp')) return undefined;
  const icmp = to.address.family === 'ipv6' && proto === 'icmp' ? ('icmpv6' as const) : proto;
  const flow: ProgramFlow['flow'] = { dst: to.address, dport: to.port, proto: icmp, sport: 41_000 };
  if (kind === 'node') return { from: { kind, node: name }, flow };
  const address = parseIp(name);
  if (!address.ok || at === '' || (kind !== 'pod' && kind !== 'outside')) return undefined;
  return { from: { kind, node: at, address: address.value }, flow };
}

/** The namespace of the sender; undefined: there is no such node or Pod. */
function findSender(
  { netns }: Network,
  { kind, node, address }: ProgramFlow['from'],
): Pick<SimFlow, 'netns' | 'src' | 'inject'> | undefined {
  const own = netns.get(node);
  if (own?.kind !== 'node') return undefined;
  if (kind === 'node') return { netns: node };
  const has = ({ devices }: Netns, wanted: IpAddress): boolean =>
    devices.some(({ addresses }) => addresses.some((each) => sameIp(each.address, wanted)));
  if (kind === 'outside') {
    const wire = own.devices.find((device) => device.kind === 'physical');
    return wire && address && { netns: node, src: address, inject: { device: wire.name } };
  }
  const pod = [...netns.values()].find((each) => each.node === node && address !== undefined && has(each, address));
  return pod && { netns: pod.id };
}

/** What programs did on the way there and back, in order. */
function listSteps({ legs }: Trace): readonly Readonly<Record<string, unknown>>[] {
  return legs.flatMap(({ role, hops }) =>
    hops.flatMap(({ netns, steps }) =>
      steps.flatMap((step) =>
        step.kind === 'ebpf'
          ? [
              {
                node: netns,
                of: role,
                program: step.program,
                did: step.did,
                why: step.reason.id,
                ...(step.service === undefined ? {} : { frontend: step.service }),
                ...(step.chosen === undefined ? {} : { backend: step.chosen }),
              },
            ]
          : [],
      ),
    ),
  );
}

function walk(text: string, document: Document, io: Io): ExitCode {
  const asked = readFlow(text);
  const outside = asked?.from.kind === 'outside' && asked.from.address ? [formatIp(asked.from.address)] : [];
  const flows = outside.map((address): Flow => ({
    id: address,
    from: { kind: 'external', address },
    to: { kind: 'address', address },
    protocol: 'tcp',
    port: 80,
  }));
  const { network } = createDerive()({ ...document, flows });
  const sender = asked && findSender(network, asked.from);
  if (!asked || !sender) {
    const nodes = [...network.netns.values()].flatMap(({ kind, id }) => (kind === 'node' ? [id] : [])).join(', ');
    return refuse(io, `--flow: as "pod:10.244.1.5@node1 -> 10.96.0.10:53/udp"; there are ${nodes || 'no Nodes'}`);
  }
  const input = { network, flow: { ...asked.flow, ...sender }, seed: document.seed };
  for (const outcome of explore(input).outcomes) {
    const trace = makeTrace(input, outcome);
    const ends = readEbpfEnd(trace, network);
    io.stdout(`${JSON.stringify({ probability: outcome.probability, ...ends, steps: listSteps(trace) })}\n`);
  }
  return 0;
}

function run({ files, options }: Arguments, io: Io): ExitCode {
  const [file] = files;
  if (file === undefined || files.length > 1) return refuse(io, 'give one file of API objects, or - for stdin');
  const parsed = KUBERNETES_YAML.parse(io.read(file));
  if (!parsed.ok) return refuse(io, 'no API object could be read');
  const { cluster } = parsed.value.value;
  const { config, findings } = readCiliumConfig(
    typeof options['config'] === 'string' ? flagsIn(io.read(options['config'])) : {},
  );
  const release = typeof options['release'] === 'string' ? options['release'] : DEFAULT_RELEASE;
  if (!/^1\.(?:1[2-9]|20)(?:\.\d+)?$/.test(release))
    return refuse(io, `--release ${release}: Cilium's own, 1.12 to 1.20`);
  const input = { cluster: completeCluster(cluster), config, release };
  for (const each of findings) io.stderr(diagnosticLine(diagnosticOfFinding(each, () => undefined)));
  if (findings.length > 0) return 1;
  if (typeof options['flow'] === 'string') {
    const document = replaceCluster(emptyDocument(), cluster);
    return walk(options['flow'], { ...document, mode: 'ebpf', release, cilium: config }, io);
  }
  const names = cluster.nodes.map(({ metadata }) => metadata.name);
  const node = typeof options['node'] === 'string' ? options['node'] : names.length === 1 ? names[0] : undefined;
  if (node === undefined || !names.includes(node))
    return refuse(io, `--node is needed: ${names.join(', ') || 'the input has no Node'}`);
  const maps = syncLbMaps({ ...input, node });
  for (const each of maps.findings) io.stderr(diagnosticLine(diagnosticOfFinding(each, parsed.value.value.spanOf)));
  io.stdout(printLbMaps(maps, config));
  return 0;
}

/** The load balancer's maps of Cilium on a node, or one flow through its programs. */
export const CILIUM: Verb = {
  name: 'cilium',
  usage:
    'cilium [--node NAME] [--config FILE] [--release 1.18] [--flow "pod:10.244.1.5@node1 -> 10.96.0.10:53/udp"] FILE\n' +
    "    (the maps an agent leaves on a node, or every way a flow can go through its programs; releases are Cilium's)",
  valued: ['node', 'config', 'release', 'flow'],
  run,
};
