import { lineBetween, type Lines } from '../../formats/lines/text-lines';
import { SLICE_OF_LINES, type Steps } from '../../lib/steps';
import type { MachineSign } from '../pasted-types';
import { enteredBy, type Entered } from './enters';
import { isCommand, promptOf, type Prompt } from './prompts';

/** Lines of a text that one machine printed. */
export interface Section {
  /** As its prompt or the command that led to it names it; undefined: no line above them names any. */
  readonly name: string | undefined;
  /** The first line that names it. */
  readonly sign?: MachineSign;
  readonly runs: readonly Lines[];
}

/** Cheap, and false for most texts: may a line of it name a machine? */
export function mayName(text: string): boolean {
  return ['@', 'ssh ', ' exec ', 'debug node', ':~ ', ':~#', ':/#'].some((word) => text.includes(word));
}

/** Where one is: a machine, or a container or Pod on it, whose prompts name no machine. */
interface Frame {
  place: Place | undefined;
  /** A Pod or container; the name it was entered by. */
  readonly inside?: { readonly name: string };
  /** What prompts here call themselves; empty: they have no name. */
  host?: string;
}

interface Place {
  readonly name: string;
  readonly sign: MachineSign;
}

/** Nodes of kind, k3d and minikube are containers, and are named so. */
const NODE_CONTAINER = /(?:^|-)(?:control-plane|worker)\d*$|^k3d-.+-(?:server|agent)-\d+$|^minikube(?:-m\d+)?$/;
const LEAVES = /^(?:exit|logout)$|^Connection to \S+ closed\.?$/;
/** Docker calls a container by its id, unless told otherwise. */
const CONTAINER_ID = /^[\da-f]{12}$/;

/** Goes through a text as its writer did: prompts, commands that lead elsewhere, and the way back. */
class Walk {
  private readonly frames: Frame[] = [{ place: undefined }];
  private brief: Place | undefined;
  private readonly known: (name: string) => boolean;

  constructor(known: (name: string) => boolean) {
    this.known = known;
  }

  /** The machine a line is of; a command is of the one it was typed on. */
  read(text: string, line: number): Place | undefined {
    const prompt = promptOf(text);
    if (!prompt && !LEAVES.test(text) && !(isCommand(text) && isTyped(text))) return this.here();
    this.brief = undefined;
    if (prompt) this.arrive(prompt, line);
    const here = this.here();
    const command = prompt?.command ?? text;
    if (!LEAVES.test(command)) this.enter(command, line);
    else if (this.frames.length > 1) this.frames.pop();
    return here;
  }

  private here(): Place | undefined {
    return this.brief ?? this.frames.at(-1)?.place;
  }

  /** A prompt shows where one is: where one was before, inside what was entered, or on another machine. */
  private arrive({ host, shown }: Prompt, line: number): void {
    const top = this.frames.at(-1);
    if (host === undefined) {
      if (top?.inside) top.host ??= '';
      return;
    }
    const back = this.frames.findLastIndex((frame) => frame.host === host);
    if (back >= 0) this.frames.length = back + 1;
    else if (top?.inside && top.host === undefined && isOwnName(host, top.inside.name)) top.host = host;
    else this.move(host, { how: 'prompt', line, text: shown });
  }

  /** On another machine: by a command above, or without a word of how; then what was entered is left. */
  private move(host: string, sign: MachineSign): void {
    const name = shortName(host);
    while (this.frames.at(-1)?.inside) this.frames.pop();
    this.frames.pop();
    this.frames.push({ place: name === undefined ? undefined : { name, sign }, host });
  }

  private enter(command: string, line: number): void {
    const entered = enteredBy(command);
    if (!entered) return;
    const place = this.placeOf(entered, { how: 'command', line, text: command.slice(0, MOST_SHOWN) });
    if (!entered.stays) this.brief = place;
    else if (place) this.frames.push({ place });
    else this.frames.push({ place: this.here(), inside: { name: entered.name ?? '' } });
  }

  private placeOf({ kind, name }: Entered, sign: MachineSign): Place | undefined {
    if (name === undefined || kind === 'inside') return undefined;
    if (kind === 'container' && !NODE_CONTAINER.test(name) && !this.known(name)) return undefined;
    const short = shortName(name);
    return short === undefined ? undefined : { name: short, sign };
  }
}

/** Does a host's name belong to the Pod or container? Those on the node's own network have the node's. */
function isOwnName(host: string, entered: string): boolean {
  const name = entered.slice(entered.lastIndexOf('/') + 1);
  return name === '' || host.startsWith(name) || CONTAINER_ID.test(host);
}

const MOST_SHOWN = 120;
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$|:/;

/** A prompt shows the first label of a name; an address is a name whole. */
export function shortName(host: string): string | undefined {
  const short = ADDRESS.test(host) ? host : host.split('.')[0];
  return short === 'localhost' || short === '' ? undefined : short;
}

/** Of a line without a prompt: is it a command that runs another elsewhere? Prose has none behind it. */
function isTyped(text: string): boolean {
  if (!/\b(?:ssh|exec|debug)\b/.test(text)) return false;
  const words = text.split(/\s+/);
  return text === 'minikube ssh' || words.some((_, at) => at > 1 && isCommand(words.slice(at).join(' ')));
}

/**
 * Whose output the lines of a text are, in slices: a section a machine, in the order they are named, lines
 * above the first name apart. `known`: is it a Node's name, though a container's?
 */
export function* sectionsOf(
  text: string,
  starts: Uint32Array,
  known: (name: string) => boolean = () => false,
): Steps<Section[]> {
  const walk = new Walk(known);
  const found = new Map<string | undefined, { sign?: MachineSign; runs: { from: number; to: number }[] }>();
  for (let line = 1; line <= starts.length; line++) {
    const end = line < starts.length ? (starts[line] ?? 0) - 1 : text.length;
    const place = walk.read(lineBetween(text, starts[line - 1] ?? 0, end, line).text, line);
    const own = found.get(place?.name);
    const last = own?.runs.at(-1);
    if (last?.to === line - 1) last.to = line;
    else if (own) own.runs.push({ from: line, to: line });
    else found.set(place?.name, { ...(place ? { sign: place.sign } : {}), runs: [{ from: line, to: line }] });
    if (line % SLICE_OF_LINES === 0) yield line / starts.length;
  }
  return [...found].map(([name, section]) => ({ name, ...section }));
}
