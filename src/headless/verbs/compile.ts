import { KUBERNETES_YAML, type Manifest } from '../../core/formats/kubernetes-yaml';
import { readObjectText } from '../../core/formats/kubernetes/read';
import { announcedFindings } from '../../core/kubernetes/announced';
import { completeCluster } from '../../core/kubernetes/complete';
import { badTexts, configOfObject, grammarOf, valueAt } from '../../core/kubernetes/config-fields';
import { Memo } from '../../core/lib/memo';
import { phrase } from '../../core/lib/phrase';
import { shown } from '../../core/lib/plain';
import { withDefaults } from '../../core/kubernetes/defaults';
import { PROXY_MODES } from '../../core/kubernetes/proxy';
import { releaseProblem } from '../../core/kubernetes/release-problem';
import type { KernelState, ProxyMode, SyncInput } from '../../core/kubernetes/proxy/mode';
import type { ClusterObjects, KubeProxyConfig } from '../../core/kubernetes/types';
import type { ProxyModeId } from '../../core/kubernetes/mode-ids';
import { getMinor, NAMED_PATCHES } from '../../core/kubernetes/release';
import { validateCluster } from '../../core/kubernetes/validate';
import type { ObjectFinding } from '../../core/kubernetes/finding';
import { configRefusal, validateConfig } from '../../core/kubernetes/validation/config';
import { printRuleset, rulesetFromLines } from '../../core/linux/xtables/ruleset-text';
import { say, type Arguments, type ExitCode, type Io, type Verb, diagnosticLine, diagnosticOfFinding } from '../verb';
import { ipvsReport } from './ipvs-report';
import { printRestore, printSave } from '../../core/kubernetes/proxy/print';

/** Of a mode that is gone: its last one. */
const DEFAULT_RELEASE = '1.30';

/** What was asked for, or why it cannot be done. */
interface Request {
  readonly mode: ProxyMode<ProxyModeId>;
  readonly input: SyncInput;
  readonly form: 'save' | 'restore';
}

function run(args: Arguments, io: Io): ExitCode {
  if (args.options['releases'] === true) return listReleases(io);
  const [file] = args.files;
  if (file === undefined || args.files.length > 1) return refuse(io, 'give one file of API objects, or - for stdin');
  const manifest = readManifest(io.read(file), io);
  if (!manifest) return 2;
  const request = readRequest(manifest.cluster, args, io);
  if (typeof request === 'string') return refuse(io, request);
  const { mode, input, form } = request;
  const said = [...configFindings(request, args), ...(mode.findings?.(input) ?? [])];
  for (const found of said) io.stderr(diagnosticLine(diagnosticOfFinding(found, manifest.spanOf)));
  // It does not start, so it writes nothing.
  if (mode.axis === undefined && configRefusal(input.config, input.release, mode.id)) return 1;
  const state = mode.syncProxyRules(input);
  const refusal = state.nftables?.refusal;
  if (refusal) io.stderr(`error refused 0:0 ${say(refusal)}\n`);
  const text = form === 'restore' ? printRestore(mode.id, state, input) : savedText(state, request);
  io.stdout(state.ipvs ? `${JSON.stringify(ipvsReport(state, text), null, 1)}\n` : text);
  return refusal ? 1 : 0;
}

/** What is said of the configuration, and what upstream has announced of it; `--mode` names the mode as the field does. */
function configFindings(
  { mode: { id: mode, axis }, input }: Request,
  { options }: Arguments,
): readonly ObjectFinding[] {
  if (axis !== undefined) return [];
  const { cluster, config, release } = input;
  const named = options['mode'] === undefined ? config : { ...config, mode };
  return [
    ...validateConfig(config, release, mode),
    ...announcedFindings(cluster, { mode, release, config: named }, new Memo()),
  ];
}

/** Every minor that is known, the patch it stands for, and whether a real kube-proxy of it was recorded. */
function listReleases(io: Io): ExitCode {
  for (const { release, recorded } of NAMED_PATCHES) {
    const minor = `1.${getMinor(release)}`;
    const modes = PROXY_MODES.filter((mode) => !mode.axis && !releaseProblem(mode, minor)).map(({ id }) => id);
    io.stdout(`${minor}\t${release}\t${recorded ? 'recorded' : 'not recorded'}\t${modes.join(',')}\n`);
  }
  return 0;
}

/** `--release 1.33.13`, or `--release 1.33 --patch 13`. */
function releaseOption({ release, patch }: Arguments['options']): string | undefined {
  const base = typeof release === 'string' ? release : undefined;
  if (typeof patch !== 'string') return base;
  return patch.includes('.') ? patch : `${base ?? DEFAULT_RELEASE}.${patch}`;
}

/** How the kernel lists what kube-proxy left: nothing, if it took none of it. */
function savedText(state: KernelState, { mode, input }: Request): string {
  const own = printSave(mode.id, state, input);
  return own ?? printRuleset(rulesetFromLines(state.xtables.tables, input.family), input.family);
}

function refuse(io: Io, message: string): ExitCode {
  io.stderr(`error usage 0:0 ${message}\n`);
  return 2;
}

/** The objects of a text; every remark about it goes to stderr. */
function readManifest(text: string, io: Io): Manifest | undefined {
  const parsed = KUBERNETES_YAML.parse(text);
  const diagnostics = parsed.ok ? parsed.value.diagnostics : parsed.error;
  for (const diagnostic of diagnostics) io.stderr(diagnosticLine(diagnostic));
  if (!parsed.ok) return undefined;
  const { value } = parsed.value;
  for (const found of validateCluster(value.cluster))
    io.stderr(diagnosticLine(diagnosticOfFinding(found, value.spanOf)));
  return value;
}

/** Slices that are given are what kube-proxy sees; without any they are made from Pods. */
function seenByProxy(cluster: ClusterObjects): ClusterObjects {
  return cluster.endpointSlices.length > 0 ? withDefaults(cluster) : completeCluster(cluster);
}

function readRequest(cluster: ClusterObjects, { options }: Arguments, io: Io): Request | string {
  const config = typeof options['config'] === 'string' ? readConfig(io.read(options['config'])) : {};
  if (typeof config === 'string') return config;
  const id = options['mode'] ?? config.mode ?? 'iptables';
  const mode = PROXY_MODES.find((candidate) => candidate.id === id);
  if (!mode) return `--mode ${String(id)} is not built; there are ${PROXY_MODES.map((each) => each.id).join(', ')}`;
  const release = releaseOption(options) ?? mode.until ?? DEFAULT_RELEASE;
  const problem = releaseProblem(mode, release);
  if (problem) return `--release: ${say(problem)}`;
  const node = readNode(cluster, options['node']);
  if (typeof node !== 'object') return node;
  const family = options['family'] ?? 'ipv4';
  if (family !== 'ipv4' && family !== 'ipv6') return `--family ${String(family)}: it is ipv4 or ipv6`;
  const form = options['form'] ?? 'save';
  if (form !== 'save' && form !== 'restore') return `--form ${String(form)}: it is save or restore`;
  const seen = mode.axis === undefined ? seenByProxy(cluster) : completeCluster(cluster);
  return {
    mode,
    form,
    input: { cluster: seen, node: node.name, family, config, release },
  };
}

function readNode(cluster: ClusterObjects, wanted: string | true | undefined): { name: string } | string {
  const names = cluster.nodes.map((node) => node.metadata.name);
  if (wanted === undefined) {
    const [only] = names;
    return names.length === 1 && only !== undefined
      ? { name: only }
      : `--node is needed: ${names.join(', ') || 'the input has no Node'}`;
  }
  if (wanted === true || !names.includes(wanted))
    return `--node ${String(wanted)}: there are ${names.join(', ') || 'no Nodes'}`;
  return { name: wanted };
}

/** A KubeProxyConfiguration, YAML or JSON, with or without apiVersion and kind. */
function readConfig(text: string): KubeProxyConfig | string {
  const { documents, diagnostics } = readObjectText(text);
  const [problem] = diagnostics;
  if (problem) return `--config: ${say(problem.message)}`;
  const value = documents[0]?.value ?? {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '--config: it is not an object';
  for (const field of configOfObject(value).bad) {
    const [text] = badTexts(field, valueAt(value, field.path));
    if (text === undefined) continue;
    const values = { name: '--config', field: field.path, value: shown(text) };
    return say(phrase(`document.field.${grammarOf(field)}`, values));
  }
  return value;
}

/**
 * Writes the rules kube-proxy would, for a node of a cluster given as API objects. `restore`: what it
 * feeds to iptables-restore or `nft -f -`; in userspace mode, which restores nothing, the iptables
 * commands it runs when it starts, one a line.
 */
export const COMPILE: Verb = {
  name: 'compile',
  usage:
    'compile [--mode iptables|ipvs|nftables|userspace] [--node NAME] [--config FILE] [--family ipv4|ipv6] [--form save|restore] [--release 1.30|1.30.5] [--patch 5] FILE\n' +
    '    compile --releases (each minor, and the patch release it stands for)\n' +
    '    (restore: what iptables-restore or nft is fed; in userspace mode the iptables commands it runs, one a line)',
  valued: ['mode', 'node', 'config', 'family', 'form', 'release', 'patch'],
  run,
};
