import { KUBERNETES_YAML } from '../../../core/formats/kubernetes-yaml';
import { printCluster } from '../../../core/formats/kubernetes/print';
import { COMPILE } from '../../verbs/compile';
import { CommandRefusal, type CommandVerb, type CommandCall, type CommandReply } from '../command';
import { runMachineVerb } from '../machine-verb';
import { openFiles } from '../opened';
import type { NamedText } from '../../../core/public/open-texts';
import { readTexts } from '../sources';

const OPTIONS = ['mode', 'node', 'config', 'family', 'form', 'release', 'patch'] as const;

/** Manifests as they are; what else tells of a cluster (tables, descriptions) as the objects that are read of it. */
async function findManifests(texts: readonly NamedText[], call: CommandCall): Promise<readonly NamedText[]> {
  const parsed = KUBERNETES_YAML.parse(texts.map(({ text }) => text).join('\n---\n'));
  if (parsed.ok && parsed.value.value.cluster.services.length > 0) return texts;
  const { document } = await openFiles(call);
  if (document.subject !== 'cluster') throw new CommandRefusal(2, call.word('needsCluster', {}));
  return [{ title: texts[0]?.title ?? '', text: printCluster(document.cluster) }];
}

async function run(call: CommandCall): Promise<CommandReply> {
  const given = OPTIONS.flatMap((name) => {
    const value = call.options.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const options = Object.fromEntries(given);
  if (call.options.has('releases'))
    return runMachineVerb({ verb: COMPILE, texts: [], options: { releases: true } }, call);
  const texts = await findManifests(await readTexts(call.words, call), call);
  const config = options.config === undefined ? undefined : (await readTexts([options.config], call))[0];
  const verb = config === undefined ? COMPILE : withConfig(config.text);
  const reply = await runMachineVerb({ verb, texts, options }, call);
  if (config !== undefined || reply.code !== 0) return reply;
  return { ...reply, remarks: [...(reply.remarks ?? []), { text: call.word('unconfigured', {}) }] };
}

/** The verb reads its configuration as a file: that one was read already. */
function withConfig(text: string): typeof COMPILE {
  return {
    ...COMPILE,
    run: (args, io) => COMPILE.run(args, { ...io, read: (path) => (path === '-' ? io.read(path) : text) }),
  };
}

/** `rulewalk compile`: the rules kube-proxy writes. */
export const COMPILE_COMMAND: CommandVerb = {
  name: 'compile',
  about: 'writes exactly the rules that kube-proxy writes on a node of a cluster.',
  takes: 'FILES...',
  options: [
    { name: 'mode', value: 'MODE', about: 'iptables (else), ipvs, nftables or userspace' },
    { name: 'node', value: 'NAME', about: 'on which Node, where there are several' },
    { name: 'release', value: '1.30', about: 'of Kubernetes; 1.33.13 for a patch' },
    { name: 'patch', value: 'N', about: 'the patch of the release' },
    { name: 'releases', about: 'list the releases that are known, and do nothing else' },
    { name: 'config', value: 'FILE', about: 'a KubeProxyConfiguration' },
    { name: 'family', value: 'ipv4|ipv6', about: 'of which family (else ipv4)' },
    {
      name: 'form',
      value: 'save|restore',
      about: 'as the kernel lists them (else), or as kube-proxy feeds them to its tool',
    },
  ],
  examples: [
    ['rulewalk compile cluster.yaml --node worker-1 --mode nftables', 'what "nft list ruleset" would show there'],
    [
      'kubectl get nodes,svc,endpointslices -A -o yaml | rulewalk compile - --node worker-1 --form restore',
      'what its kube-proxy feeds to iptables-restore',
    ],
  ],
  exits: {
    0: 'they are written',
    1: 'this kube-proxy does not start, or its tool refuses what it writes',
    2: 'no object could be read',
  },
  run,
};
