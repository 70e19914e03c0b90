import { phrase } from '../../lib/phrase';
import { readContrast, type Aspect, type Contrast, type CountedLine } from './contrasts';
import type { EvidenceFinding } from './evidence-finding';

/** Contrasts of working and failing ways, with the part of the way that each leaves: the narrower before the wider. */
interface ContrastRow {
  readonly id:
    | 'own-policy'
    | 'name-alone'
    | 'service-alone'
    | 'pod-too'
    | 'outside-alone'
    | 'inside-alone'
    | 'udp-alone'
    | 'tcp-alone';
  /** One of each list is said to fail, to work. */
  readonly fails: readonly (readonly Aspect[])[];
  readonly works?: readonly (readonly Aspect[])[];
  /** The text names this, too. */
  readonly beside?: RegExp;
  /** Words the text does not have. */
  readonly but?: RegExp;
  /** None of these works, fails. */
  readonly unless?: { readonly works?: readonly Aspect[]; readonly fails?: readonly Aspect[] };
}

const POLICY = /\b(?:network[- ]?polic(?:y|ies)|netpols?)\b/i;
const ASKS_ITSELF =
  /\b(?:call|reach|access|connect|curl|ask|talk)\w*(?: to)? (?:it ?self|themselves)\b|\bself pod\b|\bhairpin/i;
const NODE_PORT = /\bnode ?ports?\b/i;
/** Addresses for which somebody has to answer first. */
const BALANCER = /\bmetallb\b|\bload ?balancers?\b|\bexternal[- ]?ips?\b|\bkube-vip\b/i;
const OF_PODS = /\b(?:pods?|kube\w*|k8s|k3s|clusterip)\b/i;

const ROWS: readonly ContrastRow[] = [
  { id: 'own-policy', fails: [['service-ip', 'name', 'service']], beside: POLICY, unless: { fails: ['pod-ip'] } },
  { id: 'name-alone', fails: [['name']], works: [['service-ip', 'pod-ip']], unless: { fails: ['service-ip'] } },
  { id: 'service-alone', fails: [['service-ip', 'service']], works: [['pod-ip']] },
  { id: 'pod-too', fails: [['service-ip', 'service', 'name'], ['pod-ip']] },
  { id: 'outside-alone', fails: [['outside'], ['node-port']], works: [['inside', 'service-ip', 'pod-ip']] },
  {
    id: 'outside-alone',
    fails: [['outside']],
    works: [['inside', 'service-ip', 'pod-ip']],
    beside: NODE_PORT,
    but: BALANCER,
  },
  { id: 'inside-alone', fails: [['inside']], works: [['outside']] },
  { id: 'udp-alone', fails: [['udp']], works: [['tcp']] },
  { id: 'tcp-alone', fails: [['tcp']], works: [['udp']] },
];

const hasEach = (lists: readonly (readonly Aspect[])[], found: ReadonlyMap<Aspect, CountedLine>): boolean =>
  lists.every((list) => list.some((aspect) => found.has(aspect)));

function fits({ id, fails, works = [], beside, but, unless }: ContrastRow, contrast: Contrast, text: string): boolean {
  if (!hasEach(fails, contrast.fails) || !hasEach(works, contrast.works)) return false;
  if (beside !== undefined && !beside.test(text)) return false;
  if (but?.test(text) === true) return false;
  if (id === 'own-policy' && !ASKS_ITSELF.test(text)) return false;
  const isOut =
    unless?.works?.some((each) => contrast.works.has(each)) || unless?.fails?.some((each) => contrast.fails.has(each));
  return isOut !== true;
}

const tellNumber = (aspect: Aspect, found: ReadonlyMap<Aspect, CountedLine>): string =>
  String(found.get(aspect)?.number ?? 'no');

/** Longer texts are dumps. */
const LONGEST_TEXT = 200_000;

function findOfText(text: string): readonly EvidenceFinding[] {
  if (text.length > LONGEST_TEXT || !OF_PODS.test(text)) return [];
  const contrast = readContrast(text);
  const row = ROWS.find((each) => fits(each, contrast, text));
  if (!row) return [];
  const { works, fails } = contrast;
  const failing = fails.get(row.fails.flat().find((aspect) => fails.has(aspect)) ?? 'name');
  const working = works.get((row.works ?? []).flat().find((aspect) => works.has(aspect)) ?? 'pod-ip');
  const values = {
    fails: String(failing?.number ?? 0),
    works: String(working?.number ?? 'none'),
    ip: tellNumber('service-ip', fails),
    ipWorks: tellNumber('service-ip', works),
    policy: POLICY.test(text) ? 'yes' : 'no',
  };
  return [
    {
      id: `contrast-${row.id}`,
      severity: 'warning',
      says: phrase(`evidence.contrast.${row.id}`, values),
      next: phrase(`evidence.contrast-next.${row.id}`),
      words: [failing?.line.trim() ?? ''],
    },
  ];
}

/**
 * Finds what the contrast of a text leaves: what works by one way and not by another takes the steps away that both have. The narrowest
 * contrast alone is told, with what is left and the commands that part it; none of what is left is said to be the cause.
 */
export function findContrasts(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const found = texts.flatMap(({ text }) => findOfText(text));
  return [...new Map(found.map((each) => [each.id, each])).values()];
}
