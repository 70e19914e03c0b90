/** A line a person typed at a shell: what the prompt calls the machine, and the command behind it. */
export interface Prompt {
  /** Absent: a prompt without a name, as `$ ` or `sh-5.2# `. */
  readonly host?: string;
  readonly command: string;
  /** The prompt as it stands, up to its last sign: `root@node-b`. */
  readonly shown: string;
}

/** What comes before a prompt: a virtual environment, the page a text was copied from. */
const BEFORE = String.raw`^(?:\([\w.-]{1,40}\) ?)?`;
const WHO = String.raw`([\w.-]{1,64}@([A-Za-z0-9][\w.-]{0,127}))`;
/** Prompts that name user and host: `[root@x ~]# `, `root@x:~# `, `user@x ~ % `, `user@x> `. */
const NAMED: readonly RegExp[] = [
  new RegExp(`${BEFORE}\\[${WHO}(?:[: ][^\\]\\n]{0,100})?\\] ?[#$%>](?: (.*)|)$`),
  new RegExp(`${BEFORE}${WHO}: ?(?:[~/][^#$>%\\n]{0,100})?[#$%>❯](?: ?(.*)|)$`),
  new RegExp(`${BEFORE}${WHO} [~/][\\w./~-]{0,80} ?[#$%>❯](?: (.*)|)$`),
  new RegExp(`${BEFORE}${WHO} ?[#$%>❯](?: (.*)|)$`),
];
/** `node-a:~ # `, `node-a ~ # `: a host alone, where what follows is a command. */
const HOST_ONLY = /^(([a-z][\w.-]{0,63}))[: ][~/][\w./~-]{0,80} ?[#$](?: (.*)|)$/;
const BARE = /^(?:[\w./~-]{0,40} ?[#$]|sh-[\d.]{1,8}[#$]|bash-[\d.]{1,8}[#$]|[>❯%+]) +(.*)$/;
/** A line that may be something else is a prompt only with one of these behind it. */
const COMMAND =
  /^(?:sudo (?:-\S+ )*)?(?:ip6?tables\S*|ip|ipset|ipvsadm|conntrack|nft|ss|netstat|arp|route|ifconfig|bridge|kubectl|oc|docker|podman|nerdctl|crictl|ssh|minikube|talosctl|vagrant|multipass|lxc|limactl|gcloud|cat|exit|logout|hostname|uname|sysctl|ls|cd|clear|history)(?:\s|$)/;
/** No longer line is a prompt with its command. */
const LONGEST = 400;

/** Is it a command people type to look at a machine, or to get into one? */
export function isCommand(text: string): boolean {
  return COMMAND.test(text);
}

/** The prompt a line begins with; undefined: it has none. */
export function findPrompt(line: string): Prompt | undefined {
  if (line.length > LONGEST || line.startsWith('-A ')) return undefined;
  if (line.includes('@')) {
    for (const pattern of NAMED) {
      const [, shown = '', host = '', command = ''] = pattern.exec(line) ?? [];
      if (shown !== '') return { host, command: command.trim(), shown };
    }
  }
  const [, shown = '', host = '', own = ''] = HOST_ONLY.exec(line) ?? [];
  if (shown !== '' && isCommand(own.trim())) return { host, command: own.trim(), shown };
  const bare = BARE.exec(line)?.[1]?.trim();
  return bare !== undefined && isCommand(bare) ? { command: bare, shown: '' } : undefined;
}

/** A line somebody typed: behind a prompt, or a command people look at machines with. */
export function isPromptLine(line: string): boolean {
  return findPrompt(line) !== undefined || isCommand(line) || isBarePrompt(line);
}

/** A prompt with nothing, or an unknown command, behind it: what follows it is no output of a known format. */
const SIGN = /^(?:\$|PS [A-Z]:[^>\n]{0,200}>|[\w.-]{1,64}[>#]) \S|^[$%❯]$/;

function isBarePrompt(line: string): boolean {
  return line.length <= LONGEST && SIGN.test(line);
}
