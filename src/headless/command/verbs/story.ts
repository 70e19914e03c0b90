import { sceneById } from '../../../content/scenes';
import { getDwell } from '../../../core/story/pace';
import { moments } from '../../../core/story/moments';
import { CommandRefusal, type CommandVerb, type CommandCall, type CommandReply } from '../command';
import { flowText } from '../../../core/document/flow-text';
import { FLOW_OPTIONS } from '../ends';
import { WAY_OPTION, walkOneWay } from '../one-way';
import { openDocument, type OpenedTexts } from '../../../core/public/open-texts';
import { openFiles } from '../opened';
import { VIA_OPTION } from '../via';
import type { PageLine } from '../page';
import { aCount, aList, anObject, aText } from '../schema';

function openScene(id: string, call: CommandCall): OpenedTexts {
  const scene = sceneById(id);
  if (!scene) throw new CommandRefusal(64, call.word('noScene', { id }));
  return openDocument(scene.document());
}

function tellWay(texts: OpenedTexts, call: CommandCall) {
  const { flow, ways, outcome, trace, opened } = walkOneWay(texts, call);
  const told = moments({ document: opened.document, derived: opened.derived, trace });
  return { flow, ways, odds: outcome.probability ?? null, told };
}

async function run(call: CommandCall): Promise<CommandReply> {
  const scene = call.options.get('scene');
  const opened = scene === undefined ? await openFiles(call) : openScene(scene, call);
  const { flow, ways, odds, told } = tellWay(opened, call);
  const { say, word } = call;
  const json = {
    flow: flowText(flow),
    ways,
    odds,
    moments: told.map(({ kind, node, sentence, cause }) => ({
      kind,
      node,
      says: say(sentence),
      ...(cause ? { cause: say(cause) } : {}),
      milliseconds: getDwell({ kind, characters: say(sentence).length }),
    })),
  };
  const lines = told.flatMap(({ sentence, cause }, at): PageLine[] => [
    { text: say(sentence), mark: `${at + 1}.`.padStart(3), as: 'head' },
    ...(cause ? [{ text: say(cause), indent: 5 }] : []),
  ]);
  return {
    code: 0,
    json,
    lines: [{ text: word('storyHead', { flow: flowText(flow), odds: odds ?? '?', count: ways }) }, ...lines],
  };
}

/** `rulewalk story`: one way of a packet, told. */
export const STORY_COMMAND: CommandVerb = {
  name: 'story',
  about: 'tells one way of a packet in moments, each with its cause, as the page plays them.',
  takes: 'FILES... | --scene ID',
  options: [
    ...FLOW_OPTIONS,
    VIA_OPTION,
    WAY_OPTION,
    { name: 'scene', value: 'ID', about: 'a scene of the lessons in place of files' },
    {
      name: 'mode',
      value: 'MODE',
      about: 'of a note with listings of several modes: which; of a cluster: as which kube-proxy writes its rules',
    },
  ],
  examples: [
    ['rulewalk story cluster.yaml --from shop/client --to shop/web:80', 'how a Pod gets its answer'],
    ['rulewalk story node.txt --way 2 --lang ko', 'the second way of the packet that the page offers, in Korean'],
  ],
  exits: { 0: 'it is told', 1: 'is not used', 2: 'it cannot be sent, or nothing could be read' },
  schema: anObject({
    flow: aText('as it can be typed'),
    ways: aCount('how many ways it can go'),
    odds: { type: ['string', 'null'], description: 'of this way, an exact fraction; null where nothing tells' },
    moments: aList(
      anObject({
        kind: aText('sent, recognised, chosen and so on'),
        node: aText('the namespace'),
        says: aText('what happens'),
        'cause?': aText('why'),
        milliseconds: { type: 'number', description: 'how long the page shows it' },
      }),
    ),
  }),
  run,
};
