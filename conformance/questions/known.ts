import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../suites/suite';
import { FOLDERS } from './folders';
import type { Answer, FlowSource, PacketSource, Source, TextSource } from './question';

const RECORDINGS = projectFolder('conformance/recordings');
const readRecording = (path: string): string => readFileSync(join(RECORDINGS, path), 'utf8');

interface RecordedHop {
  readonly ev: readonly { readonly table: string; readonly chain: string; readonly rule: number | string }[];
}
interface Attempt {
  readonly trace: { readonly request?: readonly RecordedHop[] };
  readonly outcome: {
    readonly delivered?: {
      readonly backend: string;
      readonly backendIP: string;
      readonly backendPort: number;
      readonly sourceSeen: string;
    };
    readonly rejected?: { readonly from: string; readonly tcpRst?: true; readonly icmp?: string };
    readonly dropped?: string;
  };
}
interface RecordedFlow {
  readonly id: string;
  readonly request: { readonly from: { readonly external?: boolean }; readonly to: string; readonly port: number };
  readonly attempts: readonly Attempt[];
}

const flowsIn = (path: string): readonly RecordedFlow[] =>
  (JSON.parse(readRecording(path)) as { readonly flows: readonly RecordedFlow[] }).flows;

/** `filter KUBE-EXTERNAL-SERVICES 3`: what the kernel's trace of a request saw last. */
function findLastRule({ trace: { request } }: Attempt): string {
  const last = request?.at(-1)?.ev.at(-1);
  return last ? `${last.table} ${last.chain} ${last.rule}` : '';
}

const nameEnd = ({ outcome }: Attempt): string =>
  outcome.delivered ? 'an answer' : outcome.rejected ? 'an error' : 'nothing';

function nameBack({ outcome: { rejected, delivered } }: Attempt): string {
  if (delivered) return 'an answer';
  if (!rejected) return 'nothing';
  return rejected.tcpRst ? 'RST' : `ICMP ${rejected.icmp ?? ''}`;
}

function readFlow({ flows, id, take, pod }: FlowSource): readonly string[] {
  const attempts = flowsIn(flows).find((flow) => flow.id === id)?.attempts ?? [];
  const arrived = attempts.flatMap(({ outcome: { delivered } }) => delivered ?? []);
  const wanted = arrived.filter(({ backend }) => pod === undefined || backend === pod);
  switch (take) {
    case 'pods':
      return arrived.map(({ backend }) => backend);
    case 'sees':
      return wanted.map(({ sourceSeen }) => sourceSeen);
    case 'at':
      return wanted.map(({ backendIP, backendPort }) => `${backendIP}:${backendPort}`);
    case 'ends':
      return attempts.map(nameEnd);
    case 'back':
      return attempts.map(nameBack);
    case 'rule':
      return attempts.map(findLastRule);
    case 'backFrom':
      return attempts.flatMap(({ outcome }) => outcome.rejected?.from ?? []);
  }
}

interface RecordedPacket {
  readonly expect: {
    readonly verdict: string;
    readonly out?: string;
    readonly pkt?: string;
    readonly dropAt?: string;
    readonly resp?: readonly { readonly pkt: string }[];
  };
}

/** `tcp 192.168.10.50:1000>10.244.1.5:8080 S`: its two ends. */
const splitEnds = (written: string): readonly string[] => written.split(' ')[1]?.split('>') ?? [];

/** `icmp A>B type=3 code=1 (…)`, `tcp A>B RA`: what comes back. */
function responseIs(written: string | undefined): string {
  const [, type, code] = /^icmp\S* .*type=(\d+) code=(\d+)/.exec(written ?? '') ?? [];
  if (type !== undefined) return `ICMP ${type}/${code}`;
  return written?.startsWith('tcp') ? 'RST' : 'nothing';
}

function readPacket({ packets, id, n, take }: PacketSource): string {
  const line = readRecording(packets)
    .split('\n')
    .find((each) => each.includes(`"id":"${id}"`));
  const record = JSON.parse(line ?? '{"packets":[]}') as { readonly packets: readonly RecordedPacket[] };
  const { verdict, out, pkt = '', dropAt = '', resp } = record.packets[n]?.expect ?? { verdict: '' };
  const [source = '', destination = ''] = splitEnds(pkt);
  switch (take) {
    case 'end':
      return { sent: 'passed on', local: 'kept' }[verdict] ?? 'lost';
    case 'device':
      return out ?? '';
    case 'rule':
      return dropAt.split(' ').slice(1).join(' ');
    case 'source':
      return source.slice(0, source.lastIndexOf(':'));
    case 'destination':
      return destination;
    case 'back':
      return responseIs(resp?.[0]?.pkt);
  }
}

/** The odds of a jump, by the probabilities that stand before it in its chain; `1/3`. */
function readOdds(text: string, { chain, odds: target }: Extract<TextSource, { readonly odds: string }>): string {
  const all = text.split('\n').filter((line) => line.startsWith(`-A ${chain} `) && line.includes('KUBE-SEP-'));
  const rules = all.filter((line) => !line.includes('--rcheck'));
  let left = 1;
  for (const rule of rules) {
    const chance = Number(/--probability (\S+)/.exec(rule)?.[1] ?? 1);
    if (rule.includes(target)) return `1/${Math.round(1 / (left * chance))}`;
    left *= 1 - chance;
  }
  return '0';
}

const holds = (words: readonly string[]) => (line: string) => words.every((each) => line.includes(each));

function readText(source: TextSource): Answer {
  const text = readRecording(source.text);
  if ('odds' in source) return readOdds(text, source);
  const lines = text.split('\n');
  return 'lineOf' in source ? lines.findIndex(holds(source.lineOf)) + 1 : lines.filter(holds(source.lines)).length;
}

function didReach({ reaches, to, port, from }: Extract<Source, { readonly reaches: string }>): Answer {
  const asked = flowsIn(reaches).filter(
    ({ request }) => request.to === to && request.port === port && (from === undefined || request.from.external),
  );
  if (asked.length === 0) throw new Error(`${reaches}: nobody asked ${to}:${port}`);
  return asked.some(({ attempts }) => attempts.some(({ outcome }) => outcome.delivered)) ? 'yes' : 'no';
}

/** `golden/ipvs/kube-proxy-1.30.5/…`: the mode. */
const readMode = (path: string): string => path.split('/')[1] ?? '';

const same = (a: Answer, b: Answer): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Each word once, in order. */
export const asSet = (words: readonly string[]): readonly string[] => [...new Set(words)].toSorted();

/** What the source of a question says; a set has each word once, in order. */
export function readSource(source: Source): Answer {
  if ('flows' in source) return asSet(readFlow(source));
  if ('packets' in source) return readPacket(source);
  if ('text' in source) return readText(source);
  if ('reaches' in source) return didReach(source);
  if ('modeOf' in source) return readMode(source.modeOf);
  if ('edit' in source) return FOLDERS[source.edit.split('/')[0] ?? '']?.[source.edit.split('/')[1] ?? '']?.means ?? '';
  const [a, b] = source.same.map(readSource);
  return a !== undefined && b !== undefined && same(a, b) ? 'the same' : 'otherwise';
}
