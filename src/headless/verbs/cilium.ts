import { KUBERNETES_YAML } from '../../core/formats/kubernetes-yaml';
import { readObjectText } from '../../core/formats/kubernetes/read';
import { completeCluster } from '../../core/kubernetes/complete';
import { readCiliumConfig } from '../../core/kubernetes/proxy/ebpf/cilium-config';
import type { CiliumInput } from '../../core/kubernetes/proxy/ebpf/context';
import { printLbMaps } from '../../core/kubernetes/proxy/ebpf/print-lb-maps';
import { programHosts } from '../../core/kubernetes/proxy/ebpf/program-hosts';
import { syncLbMaps } from '../../core/kubernetes/proxy/ebpf/sync-lb-maps';
import { formatFraction } from '../../core/lib/fraction';
import { makeEbpfState } from '../../core/linux/ebpf/host';
import { formatIp, parseIp } from '../../core/net/ip';
import { formatEndpoint, parseEndpoint } from '../../core/net/packet';
import { exploreEbpf, type EbpfFlow, type EbpfSender, type EbpfWalk } from '../../core/sim/ebpf-walk';
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

/** `pod:10.244.1.5@node1`, `node:node1`, `outside:192.0.2.10@node1` (the node that gets the packet). */
function readSender(text: string): EbpfSender | undefined {
  const [, kind, place = '', node = ''] = /^(pod|node|outside):([^@]+)(?:@(.+))?$/.exec(text) ?? [];
  if (kind === 'node') return { kind: 'host', node: place };
  const address = parseIp(place);
  if (!address.ok || node === '' || (kind !== 'pod' && kind !== 'outside')) return undefined;
  return { kind, node, address: address.value };
}

/** `pod:10.244.1.5@node1 -> 10.96.0.10:53/udp`. */
function readFlow(text: string): EbpfFlow | undefined {
  const [, sender = '', target = '', proto] = /^(\S+) -> (\S+)\/(tcp|udp|sctp|icmp)$/.exec(text.trim()) ?? [];
  const from = readSender(sender);
  const to = parseEndpoint(target);
  if (!from || !to || (proto !== 'tcp' && proto !== 'udp' && proto !== 'sctp' && proto !== 'icmp')) return undefined;
  return { from, dst: to.address, proto, sport: 41_000, dport: to.port };
}

function makeReport({ steps, end, arrived, answeredBy }: EbpfWalk): Readonly<Record<string, unknown>> {
  return {
    end,
    ...(arrived ? { from: formatIp(arrived.src), to: formatIp(arrived.dst) } : {}),
    ...(answeredBy ? { answeredBy: formatEndpoint(answeredBy.address, answeredBy.port) } : {}),
    steps: steps.map(({ node, program, did, why, service, chosen }) => ({
      node,
      program,
      did,
      ...(why ? { why } : {}),
      ...(service ? { frontend: formatEndpoint(service.address, service.port), id: service.id } : {}),
      ...(chosen ? { backend: formatEndpoint(chosen.backend.address, chosen.backend.port), by: chosen.by } : {}),
    })),
  };
}

function walk(text: string, input: Omit<CiliumInput, 'node'>, io: Io): ExitCode {
  const flow = readFlow(text);
  const hosts = programHosts(input);
  if (!flow || !hosts.some(({ name }) => name === flow.from.node)) {
    const nodes = hosts.map(({ name }) => name).join(', ');
    return refuse(io, `--flow: as "pod:10.244.1.5@node1 -> 10.96.0.10:53/udp"; there are ${nodes || 'no Nodes'}`);
  }
  const states = new Map(hosts.map(({ name }) => [name, makeEbpfState()]));
  for (const { probability, walk: each } of exploreEbpf({ hosts, states }, flow)) {
    io.stdout(`${JSON.stringify({ probability: formatFraction(probability), ...makeReport(each) })}\n`);
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
  if (typeof options['flow'] === 'string') return walk(options['flow'], input, io);
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
