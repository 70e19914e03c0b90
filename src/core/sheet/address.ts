import type { SheetState } from './state';

const KNOB = /^([a-z][\w-]{0,59})=([\w.-]{1,60})$/i;
const DONE = /^~(again|many|open)=([\w,-]{1,400})$/;
/** More parts than these are no reader's. */
const MOST = 40;

/** How a Sheet stands as it is written behind its name in an address: `;mode=ipvs;pods=5;~again=2;~open=q1`. Empty: as nobody touched it. */
export function formatStand({ knobs, draws: { again }, many, answers }: SheetState): string {
  const open = Object.keys(answers).filter((id) => answers[id]?.open);
  const turned = Object.entries(knobs).map(([name, value]) => `${name}=${value}`);
  const done = [
    ...(again > 0 ? [`~again=${again}`] : []),
    ...(many.length > 0 ? [`~many=${many.join()}`] : []),
    ...(open.length > 0 ? [`~open=${open.join()}`] : []),
  ];
  // What has other letters than these is left as it starts.
  return [...turned, ...done].flatMap((part) => (KNOB.test(part) || DONE.test(part) ? [`;${part}`] : [])).join('');
}

/** Reads what {@link formatStand} writes; parts that are none are left out. Undefined: nothing stands there. */
export function readStand(text: string): SheetState | undefined {
  const parts = text.split(';').filter(Boolean).slice(0, MOST);
  if (parts.length === 0) return undefined;
  const knobs = Object.fromEntries(parts.flatMap((part) => readKnob(KNOB.exec(part))));
  const done = new Map(parts.flatMap((part) => readDone(DONE.exec(part))));
  const listed = (name: string): readonly string[] => done.get(name)?.split(',').filter(Boolean) ?? [];
  return {
    knobs,
    draws: { again: Math.min(MOST_AGAIN, Number(done.get('again') ?? 0) || 0) },
    many: listed('many'),
    answers: Object.fromEntries(listed('open').map((id) => [id, { tried: [], open: true }])),
  };
}

const MOST_AGAIN = 1000;

function readKnob(found: RegExpExecArray | null): readonly (readonly [string, string | number])[] {
  const [, name = '', value = ''] = found ?? [];
  return name === '' ? [] : [[name, /^\d+$/.test(value) ? Number(value) : value]];
}

function readDone(found: RegExpExecArray | null): readonly (readonly [string, string])[] {
  const [, name = '', value = ''] = found ?? [];
  return name === '' ? [] : [[name, value]];
}
