import { printCluster } from '../../../core/formats/kubernetes/print';
import { isProxyModeId } from '../../../core/kubernetes/mode-ids';
import { getMinor } from '../../../core/kubernetes/release';
import type { Inference, Reconstruction, Wanted } from '../../../core/paste/proxy/types';
import { observedOfPasted } from '../../../core/questions/reconstruct/observe-pasted';
import { reconstruct } from '../../../core/questions/reconstruct/reconstruct';
import { CommandRefusal, type CommandVerb, type CommandCall, type CommandReply } from '../command';
import { openFiles } from '../opened';
import type { PageLine } from '../page';
import { aFlag, aList, anObject, aText, oneOf } from '../schema';

const listed = (text: string | undefined): readonly string[] | undefined => text?.split(',').map((each) => each.trim());

function readWanted({ options, word }: CommandCall): Wanted {
  const [mode, release, name] = [options.get('mode'), options.get('release'), options.get('node')];
  if (mode !== undefined && !isProxyModeId(mode)) throw new CommandRefusal(64, word('noMode', { mode }));
  if (release !== undefined && Number.isNaN(getMinor(release)))
    throw new CommandRefusal(64, word('noRelease', { release }));
  const [addresses, podCIDRs] = [listed(options.get('node-address')), listed(options.get('pod-cidr'))];
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

/** What was not told by the rules and had to be chosen. */
const isMadeUp = ({ certainty }: Inference): boolean => certainty !== 'told';

function listRemarks({ inferences, differences }: Reconstruction, { say, word }: CommandCall): PageLine[] {
  const made = inferences.filter(isMadeUp).map(({ about, field, value, certainty, why }): PageLine => ({
    text: `${word(certainty === 'either' ? 'either' : 'madeUp', {})}: ${about} ${field}: ${value}${why ? `: ${say(why)}` : ''}`,
  }));
  const other = differences.map(({ family, table, chain, index, text, why }): PageLine => {
    const place = `${family} ${table} ${chain}${index === undefined ? '' : ` ${index + 1}`}`;
    return { text: `${word('notGivenBack', {})}: ${place}: ${say(why)}${text === chain ? '' : ` ${text}`}` };
  });
  return [...made, ...other];
}

async function run(call: CommandCall): Promise<CommandReply> {
  const { document, memo } = await openFiles(call);
  const made = reconstruct(observedOfPasted(document.pasted, undefined, memo), readWanted(call));
  if (!made) throw new CommandRefusal(2, call.word('notOfKubeProxy', {}));
  const manifest = printCluster(made.cluster);
  const json = {
    mode: made.mode,
    release: { from: made.release.from, to: made.release.to },
    node: made.node,
    manifest,
    config: made.config,
    inferences: made.inferences.map(({ about, field, value, certainty }) => ({ about, field, value, certainty })),
    notCarried: made.notCarried.map(({ what }) => call.say(what)),
    exact: made.differences.length === 0,
    differences: made.differences.map(({ why, text }) => ({ says: call.say(why), text })),
  };
  return {
    code: made.differences.length === 0 ? 0 : 1,
    json,
    lines: [],
    raw: manifest,
    remarks: listRemarks(made, call),
  };
}

/** `rulewalk reconstruct`: a cluster out of the rules of a node. */
export const RECONSTRUCT_COMMAND: CommandVerb = {
  name: 'reconstruct',
  about:
    'makes the Services and EndpointSlices out of the rules of a node, as YAML; what the rules do not tell is said on standard error.',
  takes: 'FILES...',
  options: [
    { name: 'mode', value: 'MODE', about: 'whose rules to read, where there are those of several' },
    { name: 'release', value: '1.30', about: 'of kube-proxy, where the rules fit several' },
    { name: 'node', value: 'NAME', about: 'what the Node is called' },
    { name: 'node-address', value: 'A,B', about: 'its InternalIPs' },
    { name: 'pod-cidr', value: 'A,B', about: 'its part of the Pod network' },
  ],
  examples: [
    ['rulewalk reconstruct node.txt > cluster.yaml', 'a cluster to try changes on'],
    ['rulewalk reconstruct node.txt --json', 'the same with where each field is told'],
  ],
  exits: {
    0: 'recompiling it gives exactly these rules',
    1: 'it gives others, which are listed',
    2: 'nothing in the texts is kube-proxy’s',
  },
  schema: anObject({
    mode: aText('of kube-proxy'),
    release: { type: 'object', description: 'the oldest (from) and newest (to) minor that write such rules' },
    node: aText('the Node’s name'),
    manifest: aText('the objects as YAML'),
    config: { type: 'object', description: 'the KubeProxyConfiguration as far as the rules tell' },
    inferences: aList(
      anObject({
        about: aText('which object'),
        field: aText('which field'),
        value: aText('what stands there'),
        certainty: oneOf(['told', 'either', 'made-up'], 'how sure it is'),
      }),
    ),
    notCarried: aList(aText('what rules do not tell')),
    exact: aFlag('recompiling gives exactly these rules'),
    differences: aList(anObject({ says: aText('what is otherwise'), text: aText('the rule') })),
  }),
  run,
};
