import { COLLECTED_CONFIG_MAPS, COLLECTED_KINDS, NODE_COMMANDS } from '../../core/paste/collect';

/** What a script gathers. */
export interface CollectedParts {
  readonly node: boolean;
  readonly cluster: boolean;
}

/** What is known of a command before it runs on somebody's node. */
interface CommandCost {
  /** The first words of the command. */
  readonly of: string;
  readonly cost: string;
  /** File without which the command is left out: the tool would load a module of the kernel. */
  readonly needs?: string;
  /** What is run where the tool is not there or does not take these options, as busybox has it. */
  readonly else?: string;
}

const COSTS: readonly CommandCost[] = [
  { of: 'iptables-save', cost: 'reads every table that is there, and makes none; about a second for 50,000 rules' },
  { of: 'ip6tables-save', cost: 'the same for IPv6' },
  { of: 'nft list table', cost: 'reads one table; where nf_tables is a module, it is loaded' },
  { of: 'ipset save', cost: 'reads every set; where ip_set is a module, it is loaded' },
  { of: 'ipvsadm', cost: 'reads every virtual server', needs: '/proc/net/ip_vs' },
  { of: 'ip -d addr', cost: 'reads all devices', else: 'ip addr' },
  { of: 'ip route', cost: 'reads all routes; a router with the whole internet has a million' },
  { of: 'ip rule', cost: 'reads the rules of routing' },
  { of: 'bridge -d link', cost: 'reads ports of bridges', else: 'bridge link' },
  { of: 'bridge fdb', cost: 'reads what bridges learned' },
  { of: 'ip neigh', cost: 'reads the neighbours' },
  { of: 'sysctl', cost: 'reads settings below net', else: 'sysctl -a | grep ^net[.]' },
  {
    of: 'conntrack',
    cost: 'reads every connection: some 200 bytes each, a second for 100,000',
    needs: '/proc/sys/net/netfilter/nf_conntrack_count',
  },
  { of: 'ss', cost: 'reads sockets that listen', else: 'netstat -lntu' },
  { of: 'cat /etc/cni', cost: 'reads the configuration of the Pod network' },
];

/** A word for a POSIX shell: nothing in it is special. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function nodeLine(command: string): string {
  const known = COSTS.find(({ of }) => command === of || command.startsWith(`${of} `) || command.startsWith(`${of}/`));
  return ['gather', command, known?.cost ?? 'reads', known?.needs ?? '', known?.else ?? '']
    .map((word, at) => (at === 0 ? word : quoted(word)))
    .join(' ');
}

/** Everything of a node below a prompt with its name; whose tool is missing, and what a tool cannot do, is said and left out. */
const GATHER = `gather() { # command, what it costs, a file it needs, what is run where it fails
  tool=\${1%% *}
  [ "$tool" = cat ] && ! ls /etc/cni/net.d/*.conflist >/dev/null 2>&1 && { say "left out: $1 (there is none)"; return 0; }
  [ -z "$3" ] || [ -e "$3" ] || { say "left out: $1 ($3 is not there)"; return 0; }
  [ -z "$4" ] || command -v "$tool" >/dev/null 2>&1 || { tool=\${4%% *}; set -- "$4" "$2" "" ""; }
  command -v "$tool" >/dev/null 2>&1 || { say "left out: $1 ($tool is not here)"; return 0; }
  [ -n "$dry" ] && { printf '%-42s %s\\n' "$1" "$2"; return 0; }
  say "$1"
  printf 'root@%s:~# %s\\n' "$host" "$1"
  $root sh -c "$1" 2>/dev/null || { [ -n "$4" ] && $root sh -c "$4" 2>/dev/null; } || say "failed: $1"
}`;

const OBJECTS = `objects() { # what kubectl is asked for, what is asked where that fails
  [ -n "$dry" ] && { printf '%-42s %s\\n' "kubectl get $1" "one list from the API server"; return 0; }
  say "kubectl get $1"
  kubectl get $1 -o yaml 2>/dev/null || { [ -n "$2" ] && kubectl get $2 -o yaml 2>/dev/null; } || { say "failed: kubectl get $1"; return 0; }
  echo ---
}`;

function clusterLines(): readonly string[] {
  const kinds = COLLECTED_KINDS.map(
    (kind) => `objects ${quoted(`${kind} -A`)} ${quoted(kind === 'endpointslices' ? 'endpoints -A' : '')}`,
  );
  const maps = COLLECTED_CONFIG_MAPS.map((name) => `objects ${quoted(`configmap ${name} -n kube-system`)} ''`);
  return [
    OBJECTS,
    'if command -v kubectl >/dev/null 2>&1; then',
    ...[...kinds, ...maps].map((line) => `  ${line}`),
    'else say "left out: the cluster (kubectl is not here)"; fi',
  ];
}

/**
 * A POSIX shell script that prints all that is read here of a node or a cluster, and changes nothing. Progress goes to
 * standard error. `isDry`: it only says what it would run, and what each costs.
 */
export function collectScript({ node, cluster }: CollectedParts, isDry: boolean): string {
  return [
    '#!/bin/sh',
    '# Gathers what Rulewalk reads into one text on standard output. It only reads, and opens no connection of its own;',
    '# kubectl asks your API server. Any POSIX shell will do, that of busybox too.',
    `dry=${isDry ? 'yes' : ''}`,
    'LC_ALL=C; export LC_ALL',
    'host=$(hostname 2>/dev/null || cat /proc/sys/kernel/hostname)',
    'root=; [ "$(id -u)" = 0 ] || { command -v sudo >/dev/null 2>&1 && root="sudo -n"; }',
    `say() { printf '%s\\n' "$*" >&2; }`,
    ...(node ? [GATHER, ...NODE_COMMANDS.map(nodeLine)] : []),
    ...(cluster ? clusterLines() : []),
    'exit 0',
    '',
  ].join('\n');
}
