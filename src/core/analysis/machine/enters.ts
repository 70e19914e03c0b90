/** What a command leads into: another machine, or something on this one (a Pod, a container, a namespace). */
export interface Entered {
  readonly kind: 'machine' | 'container' | 'inside';
  /** Absent: the command does not tell. */
  readonly name?: string;
  /** It runs a shell: what is typed next is typed there, until it is left. */
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
const MINIKUBE = /^minikube\b(?=.*\sssh\b)/;
/** Words before a command that change nothing of where it runs. */
const AROUND = /^(?:(?:sudo(?:\s+-[EHin]+)*|time|env|nohup|\w+=\S*)\s+)+/;

/** Where a command leads; undefined: it stays here. */
export function enteredBy(typed: string): Entered | undefined {
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
