import { withoutColours } from '../../../core/formats/lines/undressed';
import { createRedactor } from '../../../core/questions/redact/redact-text';
import type { CommandVerb, CommandCall, CommandReply } from '../command';
import { readTexts } from '../sources';
import { aList, anObject, aText } from '../schema';

/** 128 random bits: whoever reads the output cannot try them all. */
const freshSeed = (): string => crypto.randomUUID();

/** `addresses 12, names 40`. */
function countKinds(kinds: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ');
}

async function run(call: CommandCall): Promise<CommandReply> {
  const texts = await readTexts(call.words, call);
  const redactor = createRedactor(
    call.options.get('seed') ?? freshSeed(),
    texts.map(({ text }) => text),
  );
  const redacted = texts.map(({ title, text }) => ({ file: title, text: withoutColours(redactor.text(text)) }));
  const replaced = redactor.replaced();
  const counts = countKinds(replaced.map(({ kind }) => kind));
  const map = call.options.has('map')
    ? replaced.map(({ kind, before, after }) => ({ text: `${kind} ${before} -> ${after}` }))
    : [];
  return {
    code: 0,
    json: { texts: redacted, replaced: replaced.map(({ kind, after }) => ({ kind, after })) },
    lines: [],
    raw: redacted.map(({ text }) => text).join(''),
    remarks: [...map, { text: call.word('replaced', { counts: counts === '' ? '0' : counts }) }],
  };
}

/** `rulewalk redact`: texts without anybody's names and addresses. */
export const REDACT_COMMAND: CommandVerb = {
  name: 'redact',
  about:
    'writes texts with other names, addresses and comments in place of yours: the same network still, to ask strangers about.',
  takes: 'FILES...',
  options: [
    { name: 'seed', value: 'TEXT', about: 'the same seed makes the same names again; who knows it can find yours' },
    { name: 'map', about: 'print on standard error what stands for what' },
  ],
  examples: [
    ['rulewalk redact node.txt > share.txt', 'a dump that may be shown'],
    [
      'rulewalk redact node.txt cluster.yaml --map > share.txt',
      'texts that belong together, and who is who for yourself',
    ],
  ],
  exits: { 0: 'they are written', 1: 'is not used', 2: 'is not used' },
  schema: anObject({
    texts: aList(anObject({ file: aText('of which file'), text: aText('without anybody’s names') })),
    replaced: aList(anObject({ kind: aText('address, name and so on'), after: aText('what stands there now') })),
  }),
  run,
};
