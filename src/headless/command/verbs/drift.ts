import { isProxyModeId, type ProxyModeId } from '../../../core/kubernetes/mode-ids';
import { getMinor } from '../../../core/kubernetes/release';
import { isXtTable } from '../../../core/linux/hooks';
import type { AnyTableName } from '../../../core/linux/hooks';
import { networkWithoutOffers } from '../../../core/paste/pasted';
import { findDrift, type NodeDrift } from '../../../core/questions/drift/drift';
import type { DriftPart, DriftState } from '../../../core/questions/drift/parts';
import { lineOfPastedRule } from '../../../core/questions/why/pasted-candidates';
import { fateText, packetText } from '../cluster-side';
import { CommandRefusal, type CommandCall, type CommandReply, type CommandVerb } from '../command';
import { groupByNode, readTold, walkJudged, type JudgedNode, type NodeTexts } from '../drift-nodes';
import { openFiles } from '../opened';
import type { Emphasis, PageLine } from '../page';
import { aCount, aList, anObject, aText, oneOf } from '../schema';
import { readTexts } from '../sources';

const STATES: readonly DriftState[] = ['late', 'stale', 'foreign'];
const HARMS = ['lost', 'astray', 'otherwise'] as const;
/** Of many parts of one Service so many are shown to people, and so many Services. */
const MOST_PARTS = 4;
const MOST_GROUPS = 12;

interface PrintedPart {
  readonly state: DriftState;
  readonly kind: DriftPart['kind'];
  readonly family?: string;
  readonly table: string;
  readonly name: string;
  readonly text: string;
  readonly service?: string;
  readonly writer?: string;
  readonly file?: string;
  readonly line?: number;
  readonly says: string;
}

interface PrintedNode {
  readonly node?: string;
  readonly files: readonly string[];
  readonly state: 'in step' | 'drift' | 'unknown';
  readonly why?: string;
  readonly mode?: string;
  readonly release?: string;
  readonly fits?: { readonly from: string; readonly to: string };
  readonly inStep?: number;
  readonly parts: readonly PrintedPart[];
  readonly neighbours: readonly string[];
  readonly flow?: {
    readonly harm: (typeof HARMS)[number];
    readonly packet: string;
    readonly wanted: string;
    readonly actual: string;
  };
  readonly walked: number;
  readonly settings: readonly { readonly field: string; readonly value: string }[];
  readonly remarks: readonly string[];
}

interface DriftFlags {
  readonly node?: string | undefined;
  readonly mode?: ProxyModeId | undefined;
  readonly release?: string | undefined;
  readonly beside: readonly string[];
}

function readAsked({ options, word }: CommandCall): DriftFlags {
  const [mode, release] = [options.get('mode'), options.get('release')];
  if (mode !== undefined && !isProxyModeId(mode)) throw new CommandRefusal(64, word('noMode', { mode }));
  if (release !== undefined && Number.isNaN(getMinor(release)))
    throw new CommandRefusal(64, word('noRelease', { release }));
  return { node: options.get('node'), mode, release, beside: options.all('beside') };
}

type PartPlace = Pick<PrintedPart, 'file' | 'line'>;

/** Where a part of the node stands in its files. */
function placeFinder({ pasted, memo, machine }: NodeTexts): (part: DriftPart) => PartPlace {
  const { network, names } = networkWithoutOffers(pasted, memo);
  const own = [...names].find(([, name]) => name === machine)?.[0];
  const netns =
    (own === undefined ? undefined : network.netns.get(own)) ??
    [...network.netns.values()].find(({ kind }) => kind === 'node');
  return ({ state, table, family, name, index }) => {
    if (state === 'late' || index === undefined || !netns || family === undefined) return {};
    const ref = { table: table as AnyTableName, chain: name, index };
    const found = lineOfPastedRule(pasted.texts, netns, family, ref);
    const file = pasted.texts.find(({ id }) => id === found?.text)?.title;
    return found && file !== undefined ? { file, line: found.line + 1 } : {};
  };
}

function printPart(part: DriftPart, place: PartPlace, { say }: CommandCall): PrintedPart {
  const { state, kind, family, table, name, text, service, writer, says } = part;
  return {
    state,
    kind,
    ...(family === undefined ? {} : { family }),
    table,
    name,
    text,
    ...(service === undefined ? {} : { service }),
    ...(writer === undefined ? {} : { writer }),
    ...place,
    says: say(says),
  };
}

function printDrift(
  judged: JudgedNode & { readonly drift: { readonly ok: true; readonly value: NodeDrift } },
  call: CommandCall,
): PrintedNode {
  const { texts, walk } = judged;
  const drift = judged.drift.value;
  const { parts, neighbours, mode, release, from, to, inStep, settings, taken, unsaid, hidden, node } = drift;
  const placeOf = parts.some(({ index }) => index !== undefined) ? placeFinder(texts) : () => ({});
  const harmed = walk?.harmed;
  return {
    node,
    files: texts.files,
    state: parts.length > 0 ? 'drift' : hidden ? 'unknown' : 'in step',
    mode,
    release,
    fits: { from, to },
    inStep,
    parts: parts.map((part, at) => printPart(part, at < MOST_PLACED ? placeOf(part) : {}, call)),
    neighbours: [...new Set(neighbours.flatMap(({ writer }) => writer ?? []))],
    ...(harmed
      ? {
          flow: {
            harm: harmed.harm,
            packet: packetText(harmed, call),
            wanted: fateText(harmed.wanted, call),
            actual: fateText(harmed.actual, call),
          },
        }
      : {}),
    walked: walk?.walked ?? 0,
    settings,
    remarks: [...taken, ...unsaid, ...(walk?.says ?? [])].map(call.say),
  };
}

/** So many parts are looked up in the files. */
const MOST_PLACED = 500;

function printNode(judged: JudgedNode, call: CommandCall): PrintedNode {
  const { texts, drift } = judged;
  if (drift.ok) return printDrift({ ...judged, drift }, call);
  const node = texts.named ?? texts.machine;
  return {
    ...(node === undefined ? {} : { node }),
    files: texts.files,
    state: 'unknown',
    why: call.say(drift.error),
    parts: [],
    neighbours: [],
    walked: 0,
    settings: [],
    remarks: [],
  };
}

const EMPHASIS: Readonly<Record<DriftState, Emphasis>> = { late: 'bad', stale: 'bad', foreign: 'unsure' };

function partLine({ kind, family, table, name, text, file, line }: PrintedPart): PageLine {
  const where = `${isXtTable(table as AnyTableName) && family !== undefined ? `${family} ` : ''}${table}${name === table ? '' : ` ${name}`}`;
  const at = file === undefined ? '' : `${file}:${line ?? 0}: `;
  const isWhole = kind === 'chain' || kind === 'set' || kind === 'table';
  return { text: `${at}${isWhole ? `${kind} ${where}` : `${where}: ${text}`}`, indent: 6, as: 'quiet' };
}

/** Parts of one state, by the Service or the program they are of. */
function groupLines(state: DriftState, parts: readonly PrintedPart[], call: CommandCall): PageLine[] {
  const groups = new Map<string, PrintedPart[]>();
  for (const part of parts) {
    const key = state === 'foreign' ? (part.writer ?? '') : (part.service ?? '');
    const known = groups.get(key);
    if (known) known.push(part);
    else groups.set(key, [part]);
  }
  const shown = [...groups].slice(0, MOST_GROUPS);
  const lines = shown.flatMap(([owner, own]): PageLine[] => {
    const of = owner !== '' ? owner : call.word(state === 'foreign' ? 'nobodyKnown' : 'allServices', {});
    const more = own.length - MOST_PARTS;
    return [
      {
        text: call.word('driftGroup', { state: call.word(state, {}), of, count: own.length }),
        indent: 2,
        as: EMPHASIS[state],
      },
      ...own.slice(0, MOST_PARTS).map(partLine),
      ...(more > 0 ? [{ text: call.word('andMore', { count: more }), indent: 6, as: 'quiet' as const }] : []),
    ];
  });
  const left = groups.size - shown.length;
  return left > 0 ? [...lines, { text: call.word('andMore', { count: left }), indent: 2, as: 'quiet' }] : lines;
}

function flowLines({ flow }: PrintedNode, { word }: CommandCall): PageLine[] {
  if (!flow) return [];
  const { harm, packet, wanted, actual } = flow;
  return [
    { text: word(`harm-${harm}`, { packet }), indent: 2, as: 'bad' },
    { text: word('wantedEnd', { end: wanted }), indent: 6 },
    { text: word('actualEnd', { end: actual }), indent: 6 },
  ];
}

function headLine(printed: PrintedNode, { word }: CommandCall): PageLine {
  const { state, node = printed.files.join(', '), why = '', mode = '', release = '', fits, inStep = 0 } = printed;
  if (state === 'unknown' && !fits) return { text: word('driftUnknown', { node, why }), as: 'unsure' };
  const said = fits && fits.from !== fits.to ? word('fitsRange', fits) : word('fitsOne', {});
  const values = { node, mode, release, fits: said, count: inStep };
  const as = { 'in step': 'good', drift: 'bad', unknown: 'unsure' } as const;
  const id = state === 'in step' ? 'driftInStep' : state === 'drift' ? 'driftFound' : 'driftHidden';
  return { text: word(id, values), as: as[state] };
}

function nodeLines(printed: PrintedNode, call: CommandCall): PageLine[] {
  const { parts, settings, remarks, neighbours } = printed;
  const taken = settings.map(({ field, value }) => `${field} ${value}`.trim()).join(', ');
  return [
    headLine(printed, call),
    ...STATES.flatMap((state) =>
      groupLines(
        state,
        parts.filter((part) => part.state === state),
        call,
      ),
    ),
    ...flowLines(printed, call),
    ...(neighbours.length > 0
      ? [{ text: call.word('driftBeside', { names: neighbours.join(', ') }), indent: 2, as: 'quiet' as const }]
      : []),
    ...(taken === '' ? [] : [{ text: call.word('driftTaken', { taken }), indent: 2, as: 'quiet' as const }]),
    ...remarks.map((text): PageLine => ({ text, indent: 2, as: 'quiet' })),
  ];
}

async function run(call: CommandCall): Promise<CommandReply> {
  const [cluster, ...files] = call.words;
  if (cluster === undefined || files.length === 0) throw new CommandRefusal(64, call.word('giveNodes', {}));
  const asked = readAsked(call);
  const opened = await openFiles(call, [cluster]);
  if (opened.document.subject !== 'cluster') throw new CommandRefusal(2, call.word('needsCluster', {}));
  const told = await readTold(opened, call);
  const nodes = new Set(told.objects.nodes.map(({ metadata }) => metadata.name));
  const groups = groupByNode(await readTexts(files, call), nodes, asked.node);
  const printed = groups.map((texts, at) => {
    call.terminal.progress?.(call.word('judging', { count: at + 1, all: groups.length }));
    const question = { ...asked, told, pasted: texts.pasted, machine: texts.machine, node: asked.node ?? texts.named };
    const drift = findDrift(question, texts.memo);
    const walk = drift.ok && drift.value.parts.length > 0 ? walkJudged(drift.value, opened.document) : undefined;
    return printNode({ texts, drift, ...(walk ? { walk } : {}) }, call);
  });
  call.terminal.progress?.('');
  const states = new Set(printed.map(({ state }) => state));
  return {
    code: states.has('drift') ? 1 : states.has('unknown') ? 2 : 0,
    json: { nodes: printed },
    lines: printed.flatMap((each) => nodeLines(each, call)),
  };
}

/** `rulewalk drift`: what nodes hold against what the objects of their cluster ask for. */
export const DRIFT_COMMAND: CommandVerb = {
  name: 'drift',
  about:
    'holds nodes against what kube-proxy should have written on them for the objects of their cluster: what is late, stale or foreign, whose it is, and a packet that is lost by it.',
  takes: 'CLUSTER NODE...',
  options: [
    {
      name: 'node',
      value: 'NAME',
      about: 'the texts are of that Node (else as they, or the names of their files, tell)',
    },
    { name: 'mode', value: 'MODE', about: 'of its kube-proxy (else as the texts show)' },
    { name: 'release', value: '1.30', about: 'of its kube-proxy (else the one that fits the texts best)' },
    { name: 'config', value: 'FILE', about: 'a KubeProxyConfiguration, for flags that its rules do not show' },
    { name: 'beside', value: 'PROGRAM', many: true, about: 'a program whose rules are meant to be there, as Docker' },
  ],
  examples: [
    [
      'kubectl get nodes,pods,svc,endpointslices -A -o yaml > cluster.yaml; rulewalk drift cluster.yaml "nodes/*.txt"',
      'every node whose file is named after it',
    ],
    ['iptables-save | rulewalk drift cluster.yaml - --node worker-1 --json', 'this machine, for a program'],
  ],
  exits: {
    0: 'all are in step',
    1: 'something is late, stale, or of a program that no object and no --beside names',
    2: 'of a node it cannot be said',
  },
  schema: anObject({
    nodes: aList(
      anObject({
        'node?': aText('the Node'),
        files: aList(aText('its texts')),
        state: oneOf(['in step', 'drift', 'unknown'], 'what became of it'),
        'why?': aText('why nothing can be said, and what would help'),
        'mode?': aText('of kube-proxy'),
        'release?': aText('as which it was taken to write'),
        'fits?': anObject({ from: aText('the oldest release that the texts fit'), to: aText('the newest') }),
        'inStep?': aCount('so many chains, sets and virtual servers are as they should be'),
        parts: aList(
          anObject({
            state: oneOf(STATES, 'the node lacks it; nobody asks for it; another wrote it'),
            kind: oneOf(['table', 'chain', 'rule', 'set', 'element', 'server'], 'what it is'),
            'family?': oneOf(['ipv4', 'ipv6'], 'where the name of the table does not say it'),
            table: aText('nat; ip kube-proxy; ipset; ipvs'),
            name: aText('the chain, the set'),
            text: aText('the rule, the element, the virtual server'),
            'service?': aText('the Service it is of'),
            'writer?': aText('the program that writes it, where its name tells'),
            'file?': aText('where it was read'),
            'line?': aCount('from 1'),
            says: aText('in words'),
          }),
        ),
        neighbours: aList(aText('a program that wrote rules and is meant to')),
        'flow?': anObject({
          harm: oneOf(HARMS, 'answered no more; at somebody else; with other odds or another source'),
          packet: aText('who sends what'),
          wanted: aText('how it should end'),
          actual: aText('how it ends there'),
        }),
        walked: aCount('so many packets were sent through both'),
        settings: aList(
          anObject({ field: aText('of kube-proxy’s configuration'), value: aText('as the rules show it') }),
        ),
        remarks: aList(aText('what was taken from the rules, and what could not be compared')),
      }),
    ),
  }),
  run,
};
