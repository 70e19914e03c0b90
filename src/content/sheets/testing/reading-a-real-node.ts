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
    says: /web answers some callers and not others/,
    in: { ko: /누구에게는 답하고 누구에게는 답하지 않는다고/ },
    // The node as it was sent.
    holds: (p) =>
      p.knobs['policy'] !== 'DROP' || (listKinds(walkAt(p)).at(-1) === 'received') === (p.knobs['packet'] !== 'client'),
  },
  {
    says: /meant for (port 30080 of the node|10\.96\.98\.173, which is web)/,
    in: { ko: /찾는 곳은 (노드의 포트 30080|10\.96\.98\.173, 곧 web)/ },
    holds: (p, [, what]) => {
      const { text, name } = figureAt(p, 'r1').moment.header.to;
      return /^(?:port|노드의 포트)/.test(what ?? '')
        ? text === '172.18.0.2:30080'
        : text === '10.96.98.173:80' && name === 'web';
    },
  },
  {
    says: /starts at (OUTPUT|PREROUTING)/,
    in: { ko: /(OUTPUT|PREROUTING)에서 시작합니다/ },
    holds: (p, [, hook]) => hooksOf(walkAt(p))[0] === hook,
  },
  {
    says: /In that chain the last rule is the one for ports/,
    in: { ko: /그 체인의 마지막 규칙이 포트를/ },
    holds: (p) => passesLast(walkAt(p), 'KUBE-SERVICES'),
  },
  {
    says: /In that chain a rule has the address/,
    in: { ko: /그 체인의 규칙 하나에 이 주소가/ },
    holds: (p) => ruleAt(p, 'r2', 'KUBE-SERVICES') !== undefined,
  },
  {
    says: /It is one place on the way, and decides where the packet is to go|may be for another to decide/,
    in: { ko: /어디로 갈지를 정합니다|다른 자리가 정할 수도/ },
    holds: (p) => {
      const deciding = walkAt(p).moments.at(-1)?.because ?? [];
      const own = JSON.stringify(figureAt(p, 'r2').moment.because);
      return listKinds(walkAt(p)).at(-1) !== 'dropped' || deciding.every((each) => !own.includes(JSON.stringify(each)));
    },
  },
  {
    says: /What is lit matched/,
    in: { ko: /밝은 부분이 맞아떨어진/ },
    holds: (p) => figureAt(p, 'r2').walk.lenses.length > 0,
  },
  {
    says: /Behind web stands (\S+), a Pod on another node/,
    in: { ko: /web 뒤에는 다른 노드의 Pod (\S+?)[가이] 있습니다/ },
    holds: (p, [, pod = '']) => {
      const { header, node } = figureAt(p, 'r3').moment;
      return header.to.name.startsWith(`${pod} `) && header.to.kind === 'pod' && header.to.netns !== node;
    },
  },
  {
    says: /rule for it strikes out what was asked and writes (10\.244\.1\.2)/,
    in: { ko: /그 Pod의 규칙이 물은 주소를 지우고 (10\.244\.1\.2)[를을]/ },
    holds: (p, [, address]) => {
      const { before, header } = figureAt(p, 'r3').moment;
      return before?.to.text !== header.to.text && header.to.address === address;
    },
  },
  {
    says: /Nothing has marked this packet/,
    in: { ko: /이 패킷에는 아무것도 표시를 하지 않았습니다/ },
    holds: (p) => !isMarked(walkAt(p)),
  },
  {
    says: /^its source will be changed/,
    in: { ko: /출발지도 바뀌게 됩니다/ },
    holds: (p) => isMarked(walkAt(p)) && seenSource(p) !== sentSource(p),
  },
  {
    says: /^its source is to be that of the node, which it is already/,
    in: { ko: /^출발지를 노드의 것으로 하라는 뜻인데, 이미/ },
    holds: (p) => isMarked(walkAt(p)) && seenSource(p) === sentSource(p) && sentSource(p) === '172.18.0.2',
  },
  {
    says: /^What a node passes on for others goes through FORWARD/,
    in: { ko: /노드가 다른 머신을 위해 넘겨 주는 것은 filter 테이블의 FORWARD를 지납니다/ },
    holds: (p) => hooksOf(walkAt(p)).includes('FORWARD') === (p.knobs['packet'] !== 'node'),
  },
  {
    says: /Its policy is (DROP|ACCEPT) here/,
    in: { ko: /그 정책은 (DROP|ACCEPT)입니다/ },
    holds: (p, [, policy]) =>
      walkAt(p).derived.network.netns.get('node')?.xtables.ipv4?.tables.get('filter')?.chains.get('FORWARD')?.policy ===
      policy,
  },
  {
    says: /This packet is neither/,
    in: { ko: /이 패킷은 어느 쪽도 아닙니다/ },
    holds: (p) => !isMarked(walkAt(p)) && listKinds(walkAt(p)).at(-1) === 'dropped',
  },
  {
    says: /comes to the end, and the policy takes it/,
    in: { ko: /끝까지 와서 정책에 걸립니다/ },
    holds: (p) =>
      walkAt(p)
        .moments.at(-1)
        ?.because.some(({ kind }) => kind === 'policy') === true,
  },
  {
    says: /policy now lets it go|The answer comes back/,
    in: { ko: /이번에는 정책이 보내 줍니다|응답도 돌아옵니다/ },
    holds: (p) => listKinds(walkAt(p)).at(-1) === 'received',
  },
  {
    says: /sends this one itself|passes on nothing for anybody, so FORWARD is never asked/,
    in: { ko: /노드 자신이 보내는 패킷|누구를 위해 넘겨 주는 것이 없으니 FORWARD에는 묻지 않습니다/ },
    holds: (p) => !hooksOf(walkAt(p)).includes('FORWARD') && walkAt(p).moments[0]?.header.from.address === '172.18.0.2',
  },
  {
    says: /For this packet the policy decides( nothing)?/,
    in: { ko: /이 패킷은 정책에 달려 있(지 않)?습니다/ },
    holds: (p, [, nothing]) => {
      const end = listKinds(walkAt(p)).at(-1);
      const expected = nothing ? 'received' : TURNED[p.knobs['policy'] as keyof typeof TURNED];
      return end === expected;
    },
  },
  {
    says: /^Whose lines these are/,
    in: { ko: /^누구의 줄인가/ },
    holds: (p) => {
      const filter = walkAt(p).derived.network.netns.get('node')?.xtables.ipv4?.tables.get('filter');
      return ['DOCKER-USER', 'KUBE-FORWARD'].every((chain) => filter?.chains.has(chain));
    },
  },
  { says: /^Where its lines begin/, in: { ko: /^줄이 시작되는 곳/ }, holds: (p) => hooksOf(walkAt(p)).length > 0 },
  {
    says: /^An address is written/,
    in: { ko: /^주소가 적히는 곳/ },
    holds: (p) => figureAt(p, 'r3').moment.kind === 'rewritten',
  },
  // The chain that the policy is of: every packet of others comes to it.
  {
    says: /^The end of a chain/,
    in: { ko: /^체인의 끝/ },
    holds: (p) => p.rendered.knobs.some(({ edit }) => edit === 'chain'),
  },
  {
    says: /^Try it here/,
    in: { ko: /^여기서 해 보기/ },
    holds: (p) => p.rendered.knobs.some(({ edit }) => edit === 'chain'),
  },
  {
    says: /what iptables-save printed on a node, and a list of two Pods/,
    in: { ko: /노드에서 iptables-save가 출력한 것과 Pod 둘의 목록을/ },
    holds: (p) => walkAt(p).document.pasted.texts.some(({ text }) => text.trim().split('\n').length === 3),
  },
  { says: /breaks nobody/, in: { ko: /누구의 연결도 끊기지 않습니다/ }, holds: (p) => p.rendered.walks.size > 0 },
];
