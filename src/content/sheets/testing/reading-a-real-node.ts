import { stepsOfWalk } from '../../../core/story/walk';
import type { SheetWalk } from '../../../core/sheet/walks';
import type { SheetClaim } from './claims';
import { figureAt, type SheetPosition } from './positions';
import { listKinds } from './walked';

const walkAt = (position: SheetPosition, id = 'r4'): SheetWalk => figureAt(position, id).walk;

/** The hooks a walk passes on the way there, in their order. */
const hooksOf = ({ trace }: SheetWalk): readonly string[] =>
  stepsOfWalk({ ...trace, legs: trace.legs.slice(0, 1) }).flatMap(({ data }) =>
    data.kind === 'hook' ? [data.hook] : [],
  );

/** Is the last rule of a chain one that the way there went by? */
function passesLast({ derived, trace }: SheetWalk, chain: string): boolean {
  const length = derived.network.netns.get('node')?.xtables.ipv4?.tables.get('nat')?.chains.get(chain)?.length ?? 0;
  return stepsOfWalk(trace).some(
    ({ data }) => data.kind === 'rule' && data.ref.chain === chain && data.ref.index === length - 1,
  );
}

/** The rule of a moment that stands in a chain. */
const ruleAt = (position: SheetPosition, id: string, chain: string) =>
  figureAt(position, id).moment.because.flatMap((each) =>
    each.kind === 'rule' && each.ref.chain === chain ? [each.ref] : [],
  )[0];

const sentSource = (position: SheetPosition): string | undefined => walkAt(position).moments[0]?.header.from.address;

const seenSource = (position: SheetPosition): string | undefined =>
  walkAt(position).moments.find(({ kind }) => kind === 'arrives')?.header.from.address;

const isMarked = (walk: SheetWalk): boolean => listKinds(walk).includes('marked');

/** Does the other policy end this packet otherwise? */
const TURNED = { DROP: 'dropped', ACCEPT: 'received' } as const;

/** What *Reading a real node* says, sentence by sentence. */
export const READING_A_REAL_NODE: readonly SheetClaim[] = [
  {
    says: /web answers some, and not others/,
    // The node as it was sent.
    holds: (p) =>
      p.knobs['policy'] !== 'DROP' || (listKinds(walkAt(p)).at(-1) === 'received') === (p.knobs['packet'] !== 'client'),
  },
  {
    says: /meant for (port 30080 of the node|10\.96\.98\.173, which is web)/,
    holds: (p, [, what]) => {
      const { text, name } = figureAt(p, 'r1').moment.header.to;
      return what?.startsWith('port') ? text === '172.18.0.2:30080' : text === '10.96.98.173:80' && name === 'web';
    },
  },
  { says: /starts at (OUTPUT|PREROUTING)/, holds: (p, [, hook]) => hooksOf(walkAt(p))[0] === hook },
  {
    says: /In that chain the last rule is the one for ports/,
    holds: (p) => passesLast(walkAt(p), 'KUBE-SERVICES'),
  },
  { says: /In that chain a rule has the address/, holds: (p) => ruleAt(p, 'r2', 'KUBE-SERVICES') !== undefined },
  {
    says: /decides where the packet is to go|may be decided by another/,
    holds: (p) => {
      const deciding = walkAt(p).moments.at(-1)?.because ?? [];
      const own = JSON.stringify(figureAt(p, 'r2').moment.because);
      return listKinds(walkAt(p)).at(-1) !== 'dropped' || deciding.every((each) => !own.includes(JSON.stringify(each)));
    },
  },
  { says: /Lit is what matched/, holds: (p) => figureAt(p, 'r2').walk.lenses.length > 0 },
  {
    says: /Behind web stands (\S+), a Pod on another node/,
    holds: (p, [, pod = '']) => {
      const { header, node } = figureAt(p, 'r3').moment;
      return header.to.name.startsWith(`${pod} `) && header.to.kind === 'pod' && header.to.netns !== node;
    },
  },
  {
    says: /rule for it strikes out what was asked and writes (10\.244\.1\.2)/,
    holds: (p, [, address]) => {
      const { before, header } = figureAt(p, 'r3').moment;
      return before?.to.text !== header.to.text && header.to.address === address;
    },
  },
  { says: /Nothing has marked this packet/, holds: (p) => !isMarked(walkAt(p)) },
  {
    says: /^its source will be changed/,
    holds: (p) => isMarked(walkAt(p)) && seenSource(p) !== sentSource(p),
  },
  {
    says: /^its source is to be that of the node, which it is already/,
    holds: (p) => isMarked(walkAt(p)) && seenSource(p) === sentSource(p) && sentSource(p) === '172.18.0.2',
  },
  {
    says: /^What a node passes on for others goes through FORWARD/,
    holds: (p) => hooksOf(walkAt(p)).includes('FORWARD') === (p.knobs['packet'] !== 'node'),
  },
  {
    says: /Its policy is (DROP|ACCEPT) here/,
    holds: (p, [, policy]) =>
      walkAt(p).derived.network.netns.get('node')?.xtables.ipv4?.tables.get('filter')?.chains.get('FORWARD')?.policy ===
      policy,
  },
  {
    says: /This packet is neither/,
    holds: (p) => !isMarked(walkAt(p)) && listKinds(walkAt(p)).at(-1) === 'dropped',
  },
  {
    says: /comes to the end, and the policy takes it/,
    holds: (p) =>
      walkAt(p)
        .moments.at(-1)
        ?.because.some(({ kind }) => kind === 'policy') === true,
  },
  { says: /policy now lets it go|The answer comes back/, holds: (p) => listKinds(walkAt(p)).at(-1) === 'received' },
  {
    says: /sends this one itself|passes on nothing for anybody/,
    holds: (p) => !hooksOf(walkAt(p)).includes('FORWARD') && walkAt(p).moments[0]?.header.from.address === '172.18.0.2',
  },
  {
    says: /For this packet the policy decides\.|For this packet the policy decides nothing/,
    holds: (p, [said]) => {
      const end = listKinds(walkAt(p)).at(-1);
      const expected = said.includes('nothing') ? 'received' : TURNED[p.knobs['policy'] as keyof typeof TURNED];
      return end === expected;
    },
  },
  {
    says: /^Whose lines these are/,
    holds: (p) => {
      const filter = walkAt(p).derived.network.netns.get('node')?.xtables.ipv4?.tables.get('filter');
      return ['DOCKER-USER', 'KUBE-FORWARD'].every((chain) => filter?.chains.has(chain));
    },
  },
  { says: /^Where its lines begin/, holds: (p) => hooksOf(walkAt(p)).length > 0 },
  { says: /^An address is written/, holds: (p) => figureAt(p, 'r3').moment.kind === 'rewritten' },
  // The chain that the policy is of: every packet of others comes to it.
  { says: /^The end of a chain/, holds: (p) => p.rendered.knobs.some(({ edit }) => edit === 'chain') },
  { says: /^Try it here/, holds: (p) => p.rendered.knobs.some(({ edit }) => edit === 'chain') },
  {
    says: /a list of two Pods/,
    holds: (p) => walkAt(p).document.pasted.texts.some(({ text }) => text.trim().split('\n').length === 3),
  },
  { says: /breaks nobody/, holds: (p) => p.rendered.walks.size > 0 },
];
