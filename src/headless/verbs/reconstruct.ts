import { say, type Arguments, type ExitCode, type Io, type Verb } from '../verb';
import { observedOfPasted } from '../../core/questions/reconstruct/observe-pasted';
import { reconstruct } from '../../core/questions/reconstruct/reconstruct';
import type { Reconstruction, Wanted, Witness } from '../../core/paste/proxy/types';
import { printCluster } from '../../core/formats/kubernetes/print';
import { PROXY_MODES } from '../../core/kubernetes/proxy';
import { getMinor } from '../../core/kubernetes/release';
import type { ClusterObjects } from '../../core/kubernetes/types';

function run({ files, options }: Arguments, io: Io): ExitCode {
  if (files.length === 0) return refuse(io, 'give the texts of one node, or - for stdin');
  const wanted = readWanted(options);
  if (typeof wanted === 'string') return refuse(io, wanted);
  const texts = files.map((file, index) => ({ id: `text-${index + 1}`, title: file, text: io.read(file) }));
  const made = reconstruct(observedOfPasted({ texts, facts: {} }), wanted);
  if (!made) {
    const mode = wanted.mode === undefined ? '' : ` of ${wanted.mode} mode`;
    io.stderr(
      `error unreadable 0:0 nothing${mode} in the text is kube-proxy's: paste iptables-save, nft list ruleset or ipvsadm -Ln\n`,
    );
    return 2;
  }
  if (options['print']) {
    for (const line of eachRemark(made)) io.stderr(line);
    io.stdout(printCluster(made.cluster));
  } else io.stdout(`${JSON.stringify(makeReport(made), null, 1)}\n`);
  return made.differences.length === 0 ? 0 : 1;
}

function refuse(io: Io, message: string): ExitCode {
  io.stderr(`error usage 0:0 ${message}\n`);
  return 2;
}

function findText(value: string | true | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function findList(value: string | true | undefined): readonly string[] | undefined {
  return findText(value)
    ?.split(',')
    .map((text) => text.trim());
}

function readWanted(options: Arguments['options']): Wanted | string {
  const id = findText(options['mode']);
  const mode = PROXY_MODES.find((each) => each.id === id)?.id;
  if (id !== undefined && mode === undefined) {
    return `--mode ${id}: there are ${PROXY_MODES.map((each) => each.id).join(', ')}`;
  }
  const release = findText(options['release']);
  if (release !== undefined && Number.isNaN(getMinor(release))) return `--release ${release}: it is written 1.30`;
  const name = findText(options['node']);
  const addresses = findList(options['node-address']);
  const podCIDRs = findList(options['pod-cidr']);
  const node = {
    ...(name === undefined ? {} : { name }),
    ...(addresses === undefined ? {} : { addresses }),
    ...(podCIDRs === undefined ? {} : { podCIDRs }),
  };
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(release === undefined ? {} : { release }),
    ...(Object.keys(node).length === 0 ? {} : { node }),
  };
}

/** `nat KUBE-SERVICES 3`: rules are counted from 1, as iptables does. */
function getPlace(witness: Witness): string {
  switch (witness.kind) {
    case 'rule':
      return `${witness.family} ${witness.ref.table} ${witness.ref.chain} ${witness.ref.index + 1}`;
    case 'member':
      return `${witness.set} ${witness.element}`;
    case 'server':
      return witness.server;
    case 'node':
      return 'machine';
    case 'person':
      return 'option';
  }
}

function listObject({ nodes, pods, deployments, services, endpointSlices }: ClusterObjects): object {
  return { apiVersion: 'v1', kind: 'List', items: [...nodes, ...services, ...deployments, ...pods, ...endpointSlices] };
}

function makeReport(made: Reconstruction): object {
  const { mode, release, node, families, cluster, config, inferences, notCarried, differences, comparedWith } = made;
  const clue = ({ from, to, why, evidence }: Reconstruction['release']['clues'][number]): object => ({
    from: from === undefined ? undefined : `1.${from}`,
    to: to === undefined ? undefined : `1.${to}`,
    why: say(why),
    evidence: evidence.map(getPlace),
  });
  return {
    mode,
    release: { ...release, clues: release.clues.map(clue), against: release.against.map(clue) },
    node,
    families,
    config,
    cluster: listObject(cluster),
    inferences: inferences.map(({ evidence, why, ...inference }) => ({
      ...inference,
      evidence: evidence.map(getPlace),
      ...(why ? { why: say(why) } : {}),
    })),
    notCarried: notCarried.map(({ id, what }) => ({ id, what: say(what) })),
    comparedWith,
    differences: differences.map(({ why, ...difference }) => ({ ...difference, why: say(why) })),
  };
}

/** What is made up, and what recompiling does not give back. */
function* eachRemark({ inferences, differences }: Reconstruction): Generator<string> {
  for (const { about, field, value, certainty, why } of inferences) {
    if (certainty === 'told') continue;
    yield `info ${certainty} 0:0 ${about} ${field}: ${value}${why ? `: ${say(why)}` : ''}\n`;
  }
  for (const { kind, family, table, chain, index, text, why } of differences) {
    const place = `${family} ${table} ${chain}${index === undefined ? '' : ` ${index + 1}`}`;
    yield `warning ${kind} 0:0 ${place}: ${say(why)}${text === chain ? '' : ` ${text}`}\n`;
  }
}

/**
 * Turns what was pasted of one node (rules, sets, servers, addresses, routes: one text or several) into a
 * cluster that `compile` takes. Exit 0: recompiling gives exactly these rules; 1: differences are listed.
 */
export const RECONSTRUCT: Verb = {
  name: 'reconstruct',
  usage:
    'reconstruct [--mode iptables|ipvs|nftables|userspace] [--release 1.30] [--node NAME] [--node-address A,B] [--pod-cidr A,B] [--print] FILE...\n' +
    '    (a cluster out of the rules of a node, with where each field is told; --print: its objects as YAML)',
  valued: ['mode', 'release', 'node', 'node-address', 'pod-cidr'],
  run,
};
