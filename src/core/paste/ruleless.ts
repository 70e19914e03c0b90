import { phrase, type Phrase } from '../lib/phrase';
import { hasColumn, type KubectlTable } from '../formats/kubectl-table';
import { LONGEST_LINE, type Lines } from '../formats/lines/text-lines';
import { CNI_PLUGINS } from '../kubernetes/network/cni-names';
import { shortenLine } from '../lib/shorten';
import { isRefusedInput } from '../formats/lines/nft-refusals';
import { readCrash } from './crashes';
import { sayProse } from './prose';
import { findPrompt, isCommand } from './machine/prompts';

/** Words of a text that holds nothing that is read: lines that say something, without blanks around them. */
interface RulelessText {
  readonly lines: readonly string[];
  /** What was typed, as far as that can be told; the others were printed. */
  readonly commands: readonly string[];
  readonly printed: readonly string[];
}

/** What a text without anything to read is: undefined: not this. */
type RulelessKind = (text: RulelessText) => Phrase | undefined;

/** A value in a shell before a command: `KEY=~/x; `, `sudo `, `time `. */
const AROUND_COMMAND =
  /^(?:(?:[A-Z_][A-Z0-9_]{0,40}=(?:"[^"]{0,200}"|'[^']{0,200}'|[^\s;"']{0,200})[; ] {0,4})|(?:sudo|time|exec|nohup|watch)(?: -\S{1,20})* )+/;
/** Programs that people type beside those that look at a machine. */
const TYPED =
  /^(?:kubectl|oc|curl|wget|ping6?|traceroute|dig|nslookup|nc|telnet|helm|kubeadm|kind|k3d|minikube|systemctl|journalctl|calicoctl|cilium|istioctl|tcpdump|apt(?:-get)?|yum|dnf|modprobe|lsmod|for|if|while|echo|export|chmod|vi|vim|nano|grep|sed|awk)(?: |$)|^\.\/\S/;
/** `user@host: cd /x`, `user@host:~$ x`, `$ x`, `# x`: whatever is behind it. */
const BEHIND_PROMPT =
  /^(?:[\w.-]{1,64}@[\w.-]{1,128}(?::\S{0,80}[#$]|[#$:])|\[[^\]]{1,80}\][#$]|[#$>%❯]) ?(\S.{0,400})$/;

/** `curl from outside times out`: a sentence that begins with a program’s name. */
const SENTENCE =
  /^(?!echo\b)\S{2,12} (?:from|to|the|in|on|at|is|was|does|doesn['’]t|times|works?|fails?|hangs?|and|with|against|inside|via|of|returns|gets|can|cannot|can['’]t|also|still|just|an?|it|you|we|i) \S/i;

/** The command of a line that was typed; undefined: it was printed. */
function typedIn(line: string): string | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  const behind = findPrompt(line)?.command ?? BEHIND_PROMPT.exec(line)?.[1];
  const bare = (behind ?? line).replace(AROUND_COMMAND, '').trim();
  if (bare === '' || (behind === undefined && SENTENCE.test(bare) && !/^for \w{1,20} in /.test(bare))) return undefined;
  if (isCommand(bare) || TYPED.test(bare)) return bare;
  return behind === undefined || line.startsWith('#') || line.startsWith('>') ? undefined : bare;
}

/** A page's fence, and what only decorates: `####`, `|  _  |`. */
const DECORATION = /^(?:`{3}|~{3})|^[#=*\-_|/\\ ]+$|^#.{0,80}#$/;

function openText(text: string, starts: Uint32Array, lines: readonly Lines[]): RulelessText {
  const all: string[] = [];
  for (const { from, to } of lines) {
    for (const line of text.slice(starts[from - 1] ?? text.length, starts[to] ?? text.length).split('\n')) {
      const words = line.trim();
      if (words !== '' && !DECORATION.test(words)) all.push(words);
      if (all.length >= MOST_LINES) break;
    }
  }
  const commands = all.flatMap((line) => typedIn(line) ?? []);
  return { lines: all, commands, printed: all.filter((line) => typedIn(line) === undefined) };
}

/** A longer text is none of these. */
const MOST_LINES = 400;
const PLUGINS: ReadonlySet<string> = new Set(CNI_PLUGINS);

const LONGEST_SHOWN = 160;
const shown = (words: string): string => shortenLine(words, LONGEST_SHOWN);

/** What `ls` printed, without what stands before the names in its long form. */
function namesIn(printed: readonly string[]): string[] {
  return printed
    .flatMap((line) => line.split(/\s+/))
    .filter((word) => !/^(?:total|[dl-][rwxst-]{9}\S*|\d+|root|:)$/.test(word));
}

const cniError: RulelessKind = ({ printed }) => {
  const said = printed.find((line) =>
    /CNI_COMMAND|cni plugin|failed to (?:setup|set up|find plugin|load netconf)/i.test(line),
  );
  const message = /"msg": ?"([^"]{1,300})"/.exec(printed.join(' '))?.[1];
  const isCode = printed.some((line) => /^"code": ?\d+,?$|"code": ?\d+/.test(line));
  if (said === undefined && !(isCode && message !== undefined)) return undefined;
  return phrase('analysis.text.cni-error', { message: shown(message ?? said ?? '') });
};

/** keepalived.conf(5): `virtual_server 192.0.2.80 443 {`, `vrrp_instance VI_1 {`. */
const KEEPALIVED = /^(?:virtual_server(?:_group)?|vrrp_instance|vrrp_sync_group) .{1,120}\{?$/;

const keepalived: RulelessKind = ({ lines }) => {
  const said = lines.filter((line) => line.length <= LONGEST_SHOWN && KEEPALIVED.test(line));
  const servers = said.filter((line) => line.startsWith('virtual_server ')).length;
  return said.length === 0 ? undefined : phrase('analysis.text.keepalived', { count: servers });
};

/** `ls -l`: mode, links, owner, … */
const isLong = (line: string): boolean => /^[dl-][rwxst-]{9}/.test(line);
const FILE_NAME = /^[a-z][\w.-]{1,40}\*?$/;

const cniPlugins: RulelessKind = ({ lines }) => {
  // A sentence has those words too: a line of a listing has names alone.
  const isListing = (line: string): boolean => {
    const names = namesIn([line]);
    const known = names.filter((name) => PLUGINS.has(name)).length;
    return known > 0 && (isLong(line) || (names.every((name) => FILE_NAME.test(name)) && 2 * known >= names.length));
  };
  const listed = lines.filter((line) => !BEHIND_PROMPT.test(line) && isListing(line));
  const found = namesIn(listed).filter((name) => PLUGINS.has(name));
  return found.length >= 3 ? phrase('analysis.text.cni-plugins', { names: found.slice(0, 6).join(', ') }) : undefined;
};

const cniFiles: RulelessKind = ({ printed }) => {
  const file = namesIn(printed).find((name) => /^[\w.-]{1,80}\.(?:conflist|conf)$/.test(name) && !name.startsWith('.'));
  return file === undefined ? undefined : phrase('analysis.text.cni-files', { file });
};

/** How programs say that they did not do it. */
const ERROR =
  /^(?:(?:[\w./<>-]{1,120}:\d{1,7}:\d{1,7}(?:-\d{1,7})?: {0,2})?Error(?: from server)?(?: \(\w+\))?: |error: |E\d{4} |bash: |-bash: |sh: |zsh: |ip6?tables(?: v[\d.]+)?(?: \(\w+\))?: |ipset v[\d.]+: |nft: |Can't |Unable to |The connection to the server |Permission denied|.{1,80}: (?:command not found|Permission denied|not found|No such file or directory)$)/;

/** How a system says that somebody else may not. */
const NOT_ALLOWED =
  /permission denied|operation not permitted|you must be root|are you root|must be run as root|command not found/i;

const failed: RulelessKind = ({ lines }) => {
  const error = lines.find((line) => ERROR.test(line));
  if (error === undefined) return undefined;
  const message = shown(error);
  if (LOGGED.test(error)) return phrase('analysis.text.failed-log', { message });
  return phrase(NOT_ALLOWED.test(error) ? 'analysis.text.failed-command' : 'analysis.text.failed', { message });
};

/** Modules of the kernel that have what a rule of nftables asks for, by its word (`net/netfilter/Kconfig`). */
const MODULES: Readonly<Record<string, string>> = {
  fib: 'nft_fib',
  numgen: 'nft_numgen',
  jhash: 'nft_hash',
  masquerade: 'nft_masq',
  redirect: 'nft_redir',
  dnat: 'nft_nat',
  snat: 'nft_nat',
  reject: 'nft_reject',
  limit: 'nft_limit',
  tproxy: 'nft_tproxy',
};

/** The kernel has not what a rule asks for, or does not know a name of it: `nft_chain_lookup`, `nft_expr_type_get`. */
const refusedRule: RulelessKind = ({ lines }) => {
  const error = lines.find((line) => /Could not process rule: No such file or directory/.test(line));
  if (error === undefined) return undefined;
  const words = new Set(lines.flatMap((line) => line.split(/[^a-z]+/)));
  const asks = Object.entries(MODULES).flatMap(([word, name]) => (words.has(word) ? [`${word}: ${name}`] : []));
  return phrase('analysis.text.refused-rule', { message: shown(error), asks: asks.join(', ') || 'none' });
};

const crashed: RulelessKind = ({ lines }) => {
  const crash = readCrash(lines);
  return crash && phrase('analysis.text.crashed', { message: shown(crash.line), does: crash.does });
};

const noJson: RulelessKind = ({ lines }) => {
  const error = lines.find((line) => line.includes('JSON support not compiled-in'));
  return error === undefined ? undefined : phrase('analysis.text.no-json', { message: shown(error) });
};

/** `read udp 10.244.0.5:40000->10.96.0.10:53: i/o timeout`, `dial tcp 10.96.0.1:443: connect: connection refused` (package net of Go). */
const CLIENT_ERROR =
  /\b(?:dial|read|write) (tcp|udp)[46]? (?:(\[?[\da-f.:]{3,45}\]?:\d{1,5})->)?(\[?[\da-f.:]{3,45}\]?:\d{1,5}): (i\/o timeout|connect: connection refused|read: connection refused|connect: no route to host|connect: network is unreachable|read: connection reset by peer)/;

const HOW: Readonly<Record<string, string>> = {
  'i/o timeout': 'timeout',
  'connect: connection refused': 'refused',
  'read: connection refused': 'refused',
  'read: connection reset by peer': 'reset',
};

/** Somebody's own words on a connection that failed: who asked whom, and how. */
const clientError: RulelessKind = ({ lines }) => {
  const found = lines.flatMap((line) =>
    line.length > LONGEST_LINE ? [] : [CLIENT_ERROR.exec(line) ?? []].filter(([all]) => all),
  );
  const [first] = found;
  if (!first) return undefined;
  const [, proto = '', from = 'none', to = '', said = ''] = first;
  return phrase('analysis.text.client-error', {
    proto,
    from,
    to,
    how: HOW[said] ?? 'unreachable',
    count: found.length,
  });
};

/** klog, CoreDNS, RFC 3339, logfmt: how programs begin a line of what they did. */
const LOGGED =
  /^(?:[EIWF]\d{4} \d\d:\d\d|\[(?:ERROR|INFO|WARNING|FATAL)\] |\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|level=|time="|ts=\d{4})/;

/** So many lines are a log with a few words around them; a report that quotes some is none. */
const MANY_LOGGED = 5;
const LEAST_SHARE = 1 / 3;

const logged: RulelessKind = ({ lines }) => {
  const said = lines.filter((line) => LOGGED.test(line)).length;
  return said * 2 > lines.length || (said >= MANY_LOGGED && said > lines.length * LEAST_SHARE)
    ? phrase('analysis.text.log', { count: said })
    : undefined;
};

/** What kubectl says when it did something: `service/web exposed`, `deployment.apps "web" created`. */
const DID =
  /^[a-z][\w.]{1,60}(?:\/\S{1,253}| "[^"]{1,253}") (?:created|exposed|configured|deleted|unchanged|scaled|patched|edited|labeled|annotated|restarted)(?: \(.{1,40}\))?$/;

const did: RulelessKind = ({ printed }) => {
  const line = printed.find((each) => DID.test(each));
  return line === undefined ? undefined : phrase('analysis.text.did', { said: shown(line) });
};

const onlyCommands: RulelessKind = ({ commands, printed }) => {
  const [first] = commands;
  return first === undefined || printed.length > 0
    ? undefined
    : phrase('analysis.text.command', { command: shown(first), count: commands.length });
};

/** What stands below a command it printed; a command in the middle of prose printed nothing. */
const withCommand: RulelessKind = ({ commands, lines: [top = ''] }) => {
  const [first] = commands;
  return first === undefined || typedIn(top) === undefined
    ? undefined
    : phrase('analysis.text.command-unread', { command: shown(first) });
};

const empty: RulelessKind = ({ lines }) => (lines.length === 0 ? phrase('analysis.text.empty') : undefined);

/** The first that fits says what the text is. */
const KINDS: readonly RulelessKind[] = [
  empty,
  keepalived,
  cniError,
  cniPlugins,
  cniFiles,
  refusedRule,
  noJson,
  crashed,
  clientError,
  failed,
  did,
  onlyCommands,
  withCommand,
  logged,
];

/** Input of nft with the place at which nft refused it: no listing, whatever its lines look like. */
const refusedInput: RulelessKind = ({ lines }) => {
  const error = lines.find((line) => line.length <= LONGEST_LINE && isRefusedInput(line));
  return error === undefined ? undefined : phrase('analysis.text.failed', { message: shown(error) });
};

/**
 * Says that a text is a program's configuration, or what a program refused, whatever some of its lines look like; undefined: it is
 * none that is known.
 */
export function sayConfiguration(text: string, starts: Uint32Array, left: readonly Lines[]): Phrase | undefined {
  const opened = openText(text, starts, left);
  return keepalived(opened) ?? refusedInput(opened);
}

/** Says what a text is of which nothing was read: its lines, as far as they hold something. */
export function sayRuleless(text: string, starts: Uint32Array, left: readonly Lines[]): Phrase {
  const opened = openText(text, starts, left);
  for (const kind of KINDS) {
    const said = kind(opened);
    if (said) return said;
  }
  return sayProse(opened.lines) ?? phrase('analysis.text.nothing');
}

/** Pods that tables list without a column of addresses. */
export function sayUnaddressed(tables: readonly KubectlTable[]): Phrase | undefined {
  const pods = tables.filter(({ kind }) => kind === 'pods');
  const isTold = pods.some((table) => hasColumn(table, 'IP') || hasColumn(table, 'NETWORKS'));
  const [first] = pods;
  return first === undefined || isTold
    ? undefined
    : phrase('analysis.text.pods-unaddressed', { from: first.span.line });
}
