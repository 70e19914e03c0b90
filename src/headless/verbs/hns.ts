import { KUBERNETES_YAML } from '../../core/formats/kubernetes-yaml';
import { completeCluster } from '../../core/kubernetes/complete';
import type { KernelspaceInput, WinkernelSettings } from '../../core/kubernetes/proxy/kernelspace/context';
import { printHnsPolicies, syncHnsPolicies } from '../../core/kubernetes/proxy/kernelspace/sync-policies';
import { diagnosticLine, diagnosticOfFinding, type Arguments, type ExitCode, type Io, type Verb } from '../verb';

function refuse(io: Io, message: string): ExitCode {
  io.stderr(`error usage 0:0 ${message}\n`);
  return 2;
}

/** The flags of kube-proxy that count on Windows, or what is wrong with them. */
function readSettings(options: Arguments['options']): WinkernelSettings | string {
  const network = options['network'] ?? 'l2bridge';
  const { 'source-vip': source } = options;
  if (network !== 'l2bridge' && network !== 'overlay') return `--network ${String(network)}: it is l2bridge or overlay`;
  if (network === 'overlay' && typeof source !== 'string') return '--source-vip is needed in an overlay';
  const enableDsr = options['enable-dsr'] === true;
  return { networkType: network, enableDsr, ...(typeof source === 'string' ? { sourceVip: source } : {}) };
}

function run({ files, options }: Arguments, io: Io): ExitCode {
  const [file] = files;
  if (file === undefined || files.length > 1) return refuse(io, 'give one file of API objects, or - for stdin');
  const parsed = KUBERNETES_YAML.parse(io.read(file));
  if (!parsed.ok) return refuse(io, 'no API object could be read');
  const settings = readSettings(options);
  if (typeof settings === 'string') return refuse(io, settings);
  const { cluster, spanOf } = parsed.value.value;
  const names = cluster.nodes.map(({ metadata }) => metadata.name);
  const node = typeof options['node'] === 'string' ? options['node'] : names.length === 1 ? names[0] : undefined;
  if (node === undefined || !names.includes(node))
    return refuse(io, `--node is needed: ${names.join(', ') || 'the input has no Node'}`);
  const family: KernelspaceInput['family'] = options['family'] === 'ipv6' ? 'ipv6' : 'ipv4';
  const policies = syncHnsPolicies({ cluster: completeCluster(cluster), node, family, settings });
  for (const each of policies.findings) io.stderr(diagnosticLine(diagnosticOfFinding(each, spanOf)));
  io.stdout(printHnsPolicies(policies));
  return 0;
}

/** What kube-proxy's kernelspace mode asks the Host Network Service of Windows for. As documented, not recorded. */
export const HNS: Verb = {
  name: 'hns',
  usage:
    'hns [--node NAME] [--family ipv4|ipv6] [--network l2bridge|overlay] [--source-vip ADDRESS] [--enable-dsr] FILE\n' +
    '    (endpoints and load balancer policies of a Windows node, a JSON object a line; as documented, not recorded)',
  valued: ['node', 'family', 'network', 'source-vip'],
  run,
};
