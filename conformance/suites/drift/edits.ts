import type { DriftState } from '../../../src/core/questions/drift/parts';

/** The texts of a node with one thing made otherwise. */
export interface EditedTexts {
  readonly texts: readonly string[];
  /** The line that went, or came. */
  readonly line: string;
}

type Draw = () => number;

/** Numbers that are the same each time (Numerical Recipes). */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Line {
  readonly text: number;
  readonly at: number;
  readonly words: string;
}

function linesLike(texts: readonly string[], pattern: RegExp): readonly Line[] {
  return texts.flatMap((whole, text) =>
    whole.split('\n').flatMap((words, at): Line[] => (pattern.test(words) ? [{ text, at, words }] : [])),
  );
}

const drawn = <T>(all: readonly T[], draw: Draw): T | undefined => all[Math.floor(draw() * all.length)];

/** Texts with some lines in the place of one. */
function replaced(texts: readonly string[], { text, at }: Line, lines: readonly string[]): readonly string[] {
  return texts.map((whole, index) =>
    index === text
      ? whole
          .split('\n')
          .toSpliced(at, 1, ...lines)
          .join('\n')
      : whole,
  );
}

/** What kube-proxy writes for Services, in each form a node is listed in. */
const OF_SERVICES =
  /^-A KUBE-(?:SVC|SEP|EXT|SERVICES|NODEPORTS|XLB|FW|SVL|EXTERNAL)|^add KUBE(?!.*ADDR-TYPE)|^\s+-> .*Masq|^\t\t(?:ip daddr .*(?:jump|dnat)|dnat to|numgen|ip saddr .* jump|meta l4proto .* (?:dnat|jump|goto)|mark set|jump mark)/;
const WITH_ADDRESS =
  /^-A KUBE-(?:SVC|SEP|SERVICES|NODEPORTS|XLB|SVL|EXT)-?\S* .*(?:\d+\.){3}\d+|^add KUBE.*(?:\d+\.){3}\d+|^\s+-> (?:\d+\.){3}\d+.*Masq/;
const ELEMENT = /^\t\telements = \{ ((?:\d+\.){3})\d+ \. tcp \. \d+( comment "[^"]*")? : (goto \S+|drop)/;

/** A rule, an element or a server is not there. */
function madeLate(texts: readonly string[], draw: Draw): EditedTexts | undefined {
  const line = drawn(linesLike(texts, OF_SERVICES), draw);
  return line && { texts: replaced(texts, line, []), line: line.words };
}

/** A rule without a target does nothing to a packet: 1.26 leaves it out. */
const COUNTS_ONLY = /^-A (?!.* -[jg] )/;

/** Texts of a node without one of the things that are written for Services, for each of them that does something. */
export function takeOutEach(texts: readonly string[]): readonly EditedTexts[] {
  const lines = linesLike(texts, OF_SERVICES).filter(({ words }) => !COUNTS_ONLY.test(words));
  return lines.map((line) => ({ texts: replaced(texts, line, []), line: line.words }));
}

/** What was written for an address that nobody has any more is still there. */
function madeStale(texts: readonly string[], draw: Draw): EditedTexts | undefined {
  const element = drawn(linesLike(texts, ELEMENT), draw);
  if (element) {
    const [, network = '', comment = '', verdict = ''] = ELEMENT.exec(element.words) ?? [];
    const line = `${network}239 . tcp . 80${comment} : ${verdict}`;
    return { texts: replaced(texts, element, [element.words.replace('{ ', `{ ${line},\n\t\t\t     `)]), line };
  }
  const old = drawn(linesLike(texts, WITH_ADDRESS), draw);
  const line = old?.words.replace(/((?:\d+\.){3})\d+/, '$1239') ?? '';
  return old && line !== old.words ? { texts: replaced(texts, old, [old.words, line]), line } : undefined;
}

const BY_HAND = [
  '-A INPUT -s 203.0.113.7/32 -j DROP',
  '-A FORWARD -d 198.51.100.0/24 -j REJECT --reject-with icmp-port-unreachable',
  '-A KUBE-SERVICES -s 203.0.113.9/32 -j DROP',
  '-A FORWARD -j DOCKER-USER',
] as const;
const TABLE =
  'table inet mine {\n\tchain in {\n\t\ttype filter hook input priority filter; policy accept;\n\t\tip saddr 203.0.113.7 drop\n\t}\n}';

/** Somebody else wrote among kube-proxy's rules, or beside them. */
function madeForeign(texts: readonly string[], draw: Draw): EditedTexts | undefined {
  const [nft] = linesLike(texts, /^\tchain services \{/);
  if (nft) {
    const rule = '\t\tip saddr 203.0.113.9 drop';
    if (draw() < 0.5) return { texts: replaced(texts, nft, [nft.words, rule]), line: rule };
    return { texts: texts.map((text, at) => (at === 0 ? `${text}\n${TABLE}\n` : text)), line: TABLE };
  }
  const line = drawn(BY_HAND, draw) ?? '';
  const [table] = linesLike(texts, /^\*filter$/);
  const whole = texts[table?.text ?? -1]?.split('\n') ?? [];
  const end = whole.findIndex((words, at) => at > (table?.at ?? 0) && words === 'COMMIT');
  const chain = /^-A (\S+)/.exec(line)?.[1] ?? '';
  const isThere = whole.slice(table?.at ?? 0, end).some((words) => words.startsWith(`:${chain} `));
  if (!table || end < 0 || !isThere) return undefined;
  const own = line.endsWith('DOCKER-USER') ? [':DOCKER-USER - [0:0]'] : [];
  const inserted = [
    ...whole.slice(0, (table.at ?? 0) + 1),
    ...own,
    ...whole.slice(table.at + 1, end),
    line,
    ...whole.slice(end),
  ];
  return { texts: texts.map((text, at) => (at === table.text ? inserted.join('\n') : text)), line };
}

/** Makes the texts of a node drift; undefined: they hold nothing that could be edited so. */
export function editTexts(texts: readonly string[], state: DriftState, draw: Draw): EditedTexts | undefined {
  switch (state) {
    case 'late':
      return madeLate(texts, draw);
    case 'stale':
      return madeStale(texts, draw);
    case 'foreign':
      return madeForeign(texts, draw);
  }
}
