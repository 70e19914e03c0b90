import { lineBetween, LONGEST_LINE, type Lines } from '../../formats/lines/text-lines';
import { SLICE_OF_LINES, type Steps, lineStarts } from '../../lib/scan';
import { findPrompt, isCommand, type Prompt } from './prompts';
import type { MachineSign } from '../pasted-types';
import { isProxyModeId, type ProxyModeId } from '../../kubernetes/mode-ids';

/** What a command leads into: another machine, or something on this one (a Pod, a container, a namespace). */
interface Entered {
  readonly kind: 'machine' | 'container' | 'inside';
  /** Absent: the command does not tell. */
  readonly name?: string;
  /** True of a command that runs a shell: what is typed next is typed there, until it is left. */
  readonly stays: boolean;
}

/** A command that leads somewhere, and which of its options take a value. */
interface Entrance {
  readonly kind: Entered['kind'];
  readonly command: RegExp;
  readonly valued: RegExp;
  /** The machine's name in its first word; undefined: that is no machine's. */
  readonly nameOf: (word: string) => string | undefined;
}

const HOST = /^(?:[\w.-]{1,64}@)?([A-Za-z0-9][\w.-]{0,127}|\[?[\da-f:]+\]?)$/;
const hostOf = (word: string): string | undefined => HOST.exec(word)?.[1];
const DEBUGGED = /^nodes?\/([\w.-]{1,128})$/;

const ENTRANCES: readonly Entrance[] = [
  { kind: 'machine', command: /^ssh\s+/, valued: /^-[iplFoJLRDbcmSWwEeIQB]$/, nameOf: hostOf },
  {
    kind: 'machine',
    command: /^gcloud\s+compute\s+ssh\s+/,
    valued: /^--(?:zone|project|tunnel-through-iap)$/,
    nameOf: hostOf,
  },
  { kind: 'machine', command: /^vagrant\s+ssh\s+/, valued: /^$/, nameOf: hostOf },
  { kind: 'machine', command: /^(?:multipass|lxc)\s+(?:exec|shell)\s+/, valued: /^-[nu]$/, nameOf: hostOf },
  { kind: 'machine', command: /^limactl\s+shell\s+/, valued: /^--workdir$/, nameOf: hostOf },
  {
    kind: 'machine',
    command: /^(?:kubectl|oc)\s+debug\s+/,
    valued: /^(?:-n|--namespace|--image|--profile|-c|--context|--kubeconfig)$/,
    nameOf: (word) => DEBUGGED.exec(word)?.[1],
  },
  {
    kind: 'container',
    command: /^(?:docker|podman|nerdctl)\s+(?:container\s+)?exec\s+/,
    valued: /^-(?:[euw]|-env|-user|-workdir|-env-file|-detach-keys)$/,
    nameOf: (word) => word,
  },
  {
    kind: 'inside',
    command:
      /^(?:(?:kubectl|oc)\b[^\n]{0,80}?\b(?:exec|rsh|attach|run|debug)|docker\s+(?:run|attach)|crictl\s+exec|podman\s+run|ip\s+netns\s+exec|nsenter|lxc-attach)\s/,
    valued: /^-[nc]$/,
    nameOf: (word) => word,
  },
];
const SHELL = /(?:^|[\s/"'])(?:ba|z|da|k|c)?sh["']?(?:\s+-\w+)*$/;
const MINIKUBE = /^minikube\b.*\sssh\b/;
/** Words before a command that change nothing of where it runs. */
const AROUND = /^(?:(?:sudo(?:\s+-[EHin]+)*|time|env|nohup|\w+=\S*)\s+)+/;

/** Where a command leads; undefined: it stays here. */
function enteredBy(typed: string): Entered | undefined {
  const command = typed.replace(AROUND, '');
  if (MINIKUBE.test(command)) return minikube(command);
  for (const { kind, command: begins, valued, nameOf } of ENTRANCES) {
    const head = begins.exec(command)?.[0];
    if (head === undefined) continue;
    const words = command.slice(head.length).split(/\s+/).filter(Boolean);
    const at = firstWord(words, valued);
    const name = nameOf(words[at] ?? '');
    if (kind === 'machine' && name === undefined) continue;
    const rest = words.slice(at + 1).filter((word) => word !== '--');
    const stays = kind === 'machine' && begins.source.includes('ssh') ? rest.every(isOption) : runsShell(rest);
    return { kind, ...(name === undefined ? {} : { name }), stays };
  }
  return undefined;
}

const isOption = (word: string): boolean => word.startsWith('-');

/** The first word that is neither an option nor the value of one. */
function firstWord(words: readonly string[], valued: RegExp): number {
  let at = 0;
  while (at < words.length && isOption(words[at] ?? '')) at += valued.test(words[at] ?? '') ? 2 : 1;
  return at;
}

function runsShell(words: readonly string[]): boolean {
  const command = words.join(' ');
  return command === '' || words.every(isOption) || SHELL.test(command);
}

/** `minikube ssh`, `minikube ssh -n minikube-m02 -- ip addr`, `minikube -p demo ssh`. */
function minikube(command: string): Entered {
  const node = /\s(?:-n|--node)[= ](\S+)/.exec(command)?.[1];
  const profile = /\s(?:-p|--profile)[= ](\S+)/.exec(command)?.[1];
  const rest = command
    .slice(command.search(/\sssh\b/) + 4)
    .replaceAll(/\s-{1,2}(?:n|node|p|profile)[= ]\S+/g, '')
    .replace(/\s--(?=\s)/, '')
    .trim();
  return { kind: 'machine', name: node ?? profile ?? 'minikube', stays: rest === '' };
}

/** Lines of a text that one machine printed. */
export interface MachineSection {
  /** As its prompt or the command that led to it names it; undefined: no line above them names any. */
  readonly name: string | undefined;
  /** The first line that names it. */
  readonly sign?: MachineSign;
  readonly runs: readonly Lines[];
  /** Lines of others that ran the commands whose output it is: they say what was printed. */
  readonly commands?: readonly number[];
}

/** Cheap, and false for most texts: may a line of it name a machine? */
export function mayName(text: string): boolean {
  return (
    ['@', 'ssh ', ' exec ', 'debug node', ':~ ', ':~#', ':/#'].some((word) => text.includes(word)) || headsNodes(text)
  );
}

/** Where one is: a machine, or a container or Pod on it, whose prompts name no machine. */
interface Frame {
  place: NamedMachine | undefined;
  /** A Pod or container; the name it was entered by. */
  readonly inside?: { readonly name: string };
  /** What prompts here call themselves; empty: they have no name. */
  host?: string;
}

interface NamedMachine {
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
  private brief: NamedMachine | undefined;
  private readonly known: (name: string) => boolean;

  constructor(known: (name: string) => boolean) {
    this.known = known;
  }

  /** The machine a line is of; a command is of the one it was typed on. */
  read(text: string, line: number): NamedMachine | undefined {
    if (text.length > LONGEST_LINE) return this.here();
    const prompt = findPrompt(text);
    if (!prompt && !LEAVES.test(text) && !(isCommand(text) && isTyped(text))) return this.here();
    this.brief = undefined;
    if (prompt) this.arrive(prompt, line);
    const here = this.here();
    const command = prompt?.command ?? text;
    if (!LEAVES.test(command)) this.enter(command, line);
    else if (this.frames.length > 1) this.frames.pop();
    return here;
  }

  /** Under a heading that names a machine; what was entered above it is left. */
  headed(name: string, sign: MachineSign): NamedMachine | undefined {
    this.brief = undefined;
    this.frames.length = 0;
    this.move(name, sign);
    return this.here();
  }

  /** The machine whose output follows the line that was read last: a command on another ran one other command there. */
  get follows(): NamedMachine | undefined {
    return this.brief;
  }

  private here(): NamedMachine | undefined {
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
    const name = machineShortName(host);
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

  private placeOf({ kind, name }: Entered, sign: MachineSign): NamedMachine | undefined {
    if (name === undefined || kind === 'inside') return undefined;
    if (kind === 'container' && !NODE_CONTAINER.test(name) && !this.known(name)) return undefined;
    const short = machineShortName(name);
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
export function machineShortName(host: string): string | undefined {
  const short = ADDRESS.test(host) ? host : host.split('.')[0];
  return short === 'localhost' || short === '' ? undefined : short;
}

/** A command is told by no more of its words. */
const MOST_WORDS = 12;

/** Of a line without a prompt: is it a command that runs another elsewhere? Prose has none behind it. */
function isTyped(text: string): boolean {
  if (!/\b(?:ssh|exec|debug)\b/.test(text)) return false;
  const words = text.split(/\s+/);
  return (
    text === 'minikube ssh' || words.some((_, at) => at > 1 && isCommand(words.slice(at, at + MOST_WORDS).join(' ')))
  );
}

/**
 * Sections of a text by the machine that printed them, in slices, in the order the machines are named; lines above the
 * first name stand apart. `known`: tells a Node's name from a container's.
 */
export function* cutSections(
  text: string,
  starts: Uint32Array,
  known: (name: string) => boolean = () => false,
): Steps<MachineSection[]> {
  const walk = new Walk(known);
  const isHeaded = headsNodes(text);
  const found = new Map<string | undefined, { sign?: MachineSign; runs: { from: number; to: number }[] }>();
  const commands = new Map<string, number[]>();
  for (let line = 1; line <= starts.length; line++) {
    const end = line < starts.length ? (starts[line] ?? 0) - 1 : text.length;
    const { text: words, indent } = lineBetween(text, starts[line - 1] ?? 0, end, line);
    const heading = isHeaded && indent === 0 ? nameOfHeading(words) : undefined;
    const place =
      heading === undefined ? walk.read(words, line) : walk.headed(heading, { how: 'heading', line, text: words });
    const own = found.get(place?.name);
    const last = own?.runs.at(-1);
    if (last?.to === line - 1) last.to = line;
    else if (own) own.runs.push({ from: line, to: line });
    else found.set(place?.name, { ...(place ? { sign: place.sign } : {}), runs: [{ from: line, to: line }] });
    const next = walk.follows?.name;
    if (next !== undefined && next !== place?.name) commands.set(next, [...(commands.get(next) ?? []), line]);
    if (line % SLICE_OF_LINES === 0) yield line / starts.length;
  }
  return [...found].map(([name, section]) => {
    const own = name === undefined ? undefined : commands.get(name);
    return { name, ...section, ...(own ? { commands: own } : {}) };
  });
}

/** kube-proxy's modes, as notes head their parts. */
const MODE = /\b(userspace|iptables|ipvs|nftables|kernelspace)\b/i;
/** A heading of Markdown, `## ipvs Mode`; one of words alone, `IPVS mode:` or `3. iptables 모드`. */
const MARKDOWN = /^(#{1,6})\s+(\S.{0,80})$/;
const PLAIN =
  /^(?:\d{1,2}[.)]\s+)?(?:kube-?proxy\s+)?\W{0,2}(?:userspace|iptables|ipvs|nftables|kernelspace)\W{0,2}\s*(?:proxy\s*)?(?:mode|모드)\W{0,3}$/i;
/** A hash before these is a comment of a dump or a prompt of root. */
const NO_HEADING = /^#\s+(?:Generated|Completed|Warning|sudo|ip6?tables\S*\s+-|ipvsadm|ipset|nft|kubectl|cat)\b/i;
const FENCE = /^(?:```|~~~)/;

/** A mode that is simulated, and the part of a note under its headings. */
interface ModeText {
  readonly mode: ProxyModeId;
  /** Lines of other parts are empty, so that a line has the number it has in the note. */
  readonly text: string;
}

/** The parts of a note by mode, in its order; none: it has no headings of several modes. */
export function textsOfModes(text: string): ModeText[] {
  const starts = lineStarts(text);
  return modeSections(text, starts).flatMap(({ name, runs }) => {
    const mode = name;
    if (!isProxyModeId(mode)) return [];
    const lines = Array.from({ length: starts.length }, () => '');
    for (const { from, to } of runs) {
      for (let line = from; line <= to; line++) lines[line - 1] = lineAt(text, starts, line);
    }
    return [{ mode, text: lines.join('\n') }];
  });
}

function lineAt(text: string, starts: Uint32Array, line: number): string {
  return text.slice(starts[line - 1] ?? text.length, starts[line] ?? text.length).replace(/\r?\n$/, '');
}

interface Heading {
  readonly level: number;
  readonly mode: string | undefined;
}

/** Cheap, and false for most texts: may it have headings of two modes? */
export function mayHeadModes(text: string): boolean {
  return (
    /mode|모드/i.test(text) && new Set(text.toLowerCase().match(/\b(?:userspace|iptables|ipvs|nftables)\b/g)).size > 1
  );
}

function findHeading(text: string): Heading | undefined {
  if (PLAIN.test(text)) return { level: 6, mode: MODE.exec(text)?.[1]?.toLowerCase() };
  const [, marks = '', words = ''] = NO_HEADING.test(text) ? [] : (MARKDOWN.exec(text) ?? []);
  if (marks === '') return undefined;
  const mode = MODE.exec(words)?.[1]?.toLowerCase();
  const isMode = mode !== undefined && (/mode|모드/i.test(words) || words.trim().toLowerCase() === mode);
  return { level: marks.length, mode: isMode ? mode : undefined };
}

/**
 * The parts of a note that stand under headings of kube-proxy's modes, each told by its mode: such listings are of one mode each,
 * whatever machine they are of. Lines under no such heading stand apart, without a name.
 */
export function modeSections(text: string, starts: Uint32Array): MachineSection[] {
  const found = new Map<string | undefined, { sign?: MachineSection['sign']; runs: { from: number; to: number }[] }>();
  let open: Heading | undefined;
  let fenced = false;
  for (let line = 1; line <= starts.length; line++) {
    const end = line < starts.length ? (starts[line] ?? 0) - 1 : text.length;
    const whole = lineBetween(text, starts[line - 1] ?? 0, end, line).text;
    const words = whole.length > LONGEST_LINE ? '' : whole;
    if (FENCE.test(words)) fenced = !fenced;
    const heading = fenced ? undefined : findHeading(words);
    if (heading?.mode !== undefined) open = heading;
    else if (heading && open && heading.level <= open.level) open = undefined;
    const known = found.get(open?.mode);
    const last = known?.runs.at(-1);
    if (known && last?.to === line - 1) last.to = line;
    else if (known) known.runs.push({ from: line, to: line });
    else if (!open) found.set(undefined, { runs: [{ from: line, to: line }] });
    else found.set(open.mode, { sign: { how: 'heading', line, text: words }, runs: [{ from: line, to: line }] });
  }
  return [...found].map(([name, section]) => ({ name, ...section }));
}

/** What people call machines in a note: `Node1:`, `## worker-2`, `--- control-plane-a ---`; never a word alone, as keys of YAML are. */
const NODE_HEADING =
  /^(?:#{1,6}\s+|[-=*]{2,40}\s{0,4})?\*{0,3}((?:k8s-?)?(?:node|worker|master|control-?plane|host|server|vm)(?:[-_ ]?(?:\d{1,4}|[a-zA-Z])|[-_][\w.-]{0,40}\d))\*{0,3}(:?)\*{0,3}(?:\s{0,4}[-=*]{2,40})?$/i;
const MARKED = /^(?:#|[-=*]{2})/;

/** The machine whose listings stand below a line: it is marked as a heading, or ends with a colon. */
function nameOfHeading(line: string): string | undefined {
  const [, name, colon] = line.length > 80 ? [] : (NODE_HEADING.exec(line) ?? []);
  return name !== undefined && (colon !== '' || MARKED.test(line)) ? name.replaceAll(' ', '-') : undefined;
}

const FIRST_WORDS = /^.{0,12}(?:node|worker|master|control-?plane|host|server|vm).{0,60}$/gim;

/** Are listings of several machines under headings of theirs? One heading tells nobody apart. */
function headsNodes(text: string): boolean {
  const names = new Set<string>();
  for (const [line] of text.matchAll(FIRST_WORDS)) {
    const name = nameOfHeading(line.trimEnd());
    if (name !== undefined && names.add(name).size > 1) return true;
  }
  return false;
}
