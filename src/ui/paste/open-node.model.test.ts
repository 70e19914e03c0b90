import { describe, expect, it } from 'vitest';
import type { TextSummary } from '../../core/paste/pasted-types';
import { networkOfPasted } from '../../core/paste/pasted';
import { emptyDocument } from '../../core/document/document';
import {
  differingCopies,
  isClusterFirst,
  namesApart,
  openNode,
  sumAccount,
  whyNotOpen,
  type Opening,
} from './open-node.model';
import { textsOfKubeProxy, textsWithObjects, textsWithRules } from '../../core/paste/openings';

const TEXT = { id: 'pending-1', title: 'node-1', text: '*nat\nCOMMIT\n' };
const FLOW = {
  from: { kind: 'interface', device: 'eth0', address: '1.2.3.4' },
  to: { kind: 'address', address: '10.96.0.1' },
  protocol: 'tcp',
  port: 443,
} as const;

function opening(change: Partial<Opening> = {}): Opening {
  return { fresh: false, texts: [TEXT], facts: {}, flow: FLOW, ...change };
}

describe('opening a node', () => {
  it('puts texts, corrections and the first packet on the bench as one document', () => {
    const facts = { sysctls: { a: 1 } };
    const { document, flowId } = openNode(emptyDocument(''), opening({ facts }));
    expect(document.subject).toBe('pasted');
    expect(document.pasted.texts.map(({ title, text }) => [title, text])).toEqual([[TEXT.title, TEXT.text]]);
    expect(document.pasted.facts).toEqual(facts);
    expect(document.flows.find(({ id }) => id === flowId)).toMatchObject(FLOW);
  });

  it('adds to the node that is there, or leaves it behind', () => {
    const { document: one } = openNode(emptyDocument(''), opening());
    const more = openNode(one, opening({ texts: [{ ...TEXT, title: 'more' }] })).document;
    expect(more.pasted.texts.map(({ title }) => title)).toEqual(['node-1', 'more']);
    const other = openNode(one, opening({ fresh: true, flow: undefined }));
    expect(other.document.pasted.texts).toHaveLength(1);
    expect(other.document.flows).toEqual([]);
    expect(other.flowId).toBeUndefined();
  });
});

describe('what a text is good for', () => {
  const summary = (id: string, rules: boolean, looksLike?: string): TextSummary => ({
    id,
    title: id,
    lines: 1,
    parts: rules
      ? [{ format: 'iptables-save', family: 'ipv4', table: 'nat', chains: 1, rules: 1, whole: true, unused: false }]
      : [],
    others: looksLike ? [{ from: 1, to: 1, looksLike }] : [],
    account: [],
    diagnostics: [],
  });
  const texts = ['rules', 'yaml', 'notes', 'both'].map((id) => ({ id, title: id, text: id }));
  const summaries = [
    summary('rules', true),
    summary('yaml', false, 'kubernetes'),
    summary('notes', false),
    summary('both', true, 'kubernetes'),
  ];
  const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);

  it('rules make a node, objects without rules a cluster', () => {
    expect(ids(textsWithRules(texts, summaries))).toEqual(['rules', 'both']);
    expect(ids(textsWithObjects(texts, summaries))).toEqual(['yaml']);
  });

  it('addresses and tables of kubectl make a node, objects only beside something that does', () => {
    const piece = (id: string, format: string): TextSummary => ({
      ...summary(id, false),
      pieces: [{ format, title: format, count: 1, lines: 1, from: 1 }],
    });
    const own = [
      { id: 'addr', title: 'addr', text: '' },
      { id: 'pods', title: 'pods', text: '' },
    ];
    expect(ids(textsWithRules(own, [piece('addr', 'ip-address'), piece('pods', 'kubectl-table')]))).toEqual([
      'addr',
      'pods',
    ]);
    expect(ids(textsWithRules(own.slice(1), [piece('pods', 'kubectl-table')]))).toEqual(['pods']);
    expect(ids(textsWithRules(own.slice(1), [piece('pods', 'kubernetes-yaml')]))).toEqual([]);
    expect(ids(textsWithObjects(own.slice(1), [piece('pods', 'kubernetes-yaml')]))).toEqual(['pods']);
    expect(ids(textsWithObjects(own.slice(1), [piece('pods', 'kubectl-table')]))).toEqual([]);
    const listing: TextSummary = { ...piece('pods', 'kubectl-table'), listsCluster: true };
    expect(ids(textsWithObjects(own.slice(1), [listing]))).toEqual(['pods']);
    const told = [piece('pods', 'kube-proxy-config')];
    expect(ids(textsOfKubeProxy(own.slice(1), told))).toEqual(['pods']);
    expect(ids(textsOfKubeProxy(own, [...told, piece('addr', 'ip-address')]))).toEqual([]);
    expect(ids(textsOfKubeProxy(own, [...told, piece('addr', 'kubernetes-yaml')]))).toEqual([]);
  });
});

describe('what became of the lines', () => {
  it('both sums are as many as the text has', () => {
    const account: TextSummary['account'] = [
      { how: 'read', by: 'ip-address', title: 'ip addr', lines: 4, from: 2 },
      { how: 'read', by: 'iptables-save', title: 'iptables-save', lines: 6, from: 7 },
      { how: 'aside', why: 'prompt', lines: 2, from: 1 },
      { how: 'aside', why: 'empty', lines: 1, from: 13 },
    ];
    expect(sumAccount(account)).toEqual({ read: 10, by: account.slice(0, 2), aside: 3, why: account.slice(2) });
  });
});

describe('a button that opens nothing yet says why', () => {
  const waiting = (texts: readonly (typeof TEXT)[], status: 'idle' | 'working' | 'done' | 'stopped' | 'failed') => ({
    texts,
    canOpen: false,
    examination: { status },
  });
  it.each([
    ['empty', waiting([], 'idle'), false],
    ['typed', waiting([], 'idle'), true],
    ['typed', waiting([TEXT], 'done'), true],
    ['working', waiting([TEXT], 'idle'), false],
    ['working', waiting([TEXT], 'working'), false],
    ['unread', waiting([TEXT], 'stopped'), false],
    ['unread', waiting([TEXT], 'failed'), false],
    ['noRules', waiting([TEXT], 'done'), false],
    [undefined, { ...waiting([TEXT], 'done'), canOpen: true }, true],
  ] as const)('%s', (why, state, typed) => {
    expect(whyNotOpen(state, typed)).toBe(why);
  });
});

describe('two whole copies of a table', () => {
  const table = (port: number): string =>
    `*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -p tcp -m tcp --dport ${port} -j REDIRECT --to-ports 1\nCOMMIT\n`;
  const copy = (id: string, port: number, more: object = {}) => ({
    id,
    title: `text ${id}`,
    text: table(port),
    ...more,
  });
  const examined = (...texts: readonly ReturnType<typeof copy>[]) => networkOfPasted({ texts, facts: {} });

  it.each([
    ['that are the same', [copy('a', 1), copy('b', 1)], undefined],
    ['of two machines', [copy('a', 1, { node: 'n' }), copy('b', 2, { node: 'm' })], undefined],
    ['that differ', [copy('a', 1), copy('b', 2)], ['a', 'b']],
    ['that differ, the third from both', [copy('a', 1), copy('b', 1), copy('c', 2)], ['a', 'c']],
  ])('%s', (_, texts, expected) => {
    const found = differingCopies(texts, examined(...texts).diagnostics);
    expect(found && [found.first.id, found.last.id]).toEqual(expected);
  });

  it('are two machines once that is chosen, also where they are called alike', () => {
    const [first, last] = [copy('a', 1, { title: 'x' }), copy('b', 2, { title: 'x' })];
    const [one, other] = namesApart({ first, last });
    const made = examined({ ...first, node: one } as typeof first, { ...last, node: other } as typeof last);
    expect(differingCopies([first, last], made.diagnostics)).toBeUndefined();
    expect([...made.network.netns.values()].filter(({ kind }) => kind === 'node')).toHaveLength(2);
  });

  it('are chosen from before anything is opened', () => {
    const copies = { first: copy('a', 1), last: copy('b', 2) };
    const waiting = { texts: [copies.first, copies.last], canOpen: false, examination: { status: 'done' } } as const;
    expect(whyNotOpen({ ...waiting, copies }, false)).toBe('copies');
    expect(whyNotOpen(waiting, false)).toBe('noRules');
  });
});

it.each<[string, readonly boolean[], number, boolean]>([
  ['objects alone', [false], 1, true],
  ['objects of no machine', [], 1, true],
  ['objects beside rules', [true], 1, false],
  ['objects beside rules of one machine of two', [false, true], 1, false],
  ['no objects', [false], 0, false],
])('%s: a cluster is what they are opened as first, or not', (_name, rules, objects, expected) => {
  const identities = rules.map((hasRules) => ({ hasRules }));
  const texts = Array.from({ length: objects }, (_none, at) => ({ id: at, title: '', text: '' }) as never);
  expect(isClusterFirst({ identities, texts: [] }, texts)).toBe(expected);
  const unread = texts.map(({ id }: { readonly id: string }) => ({ id, account: [] }));
  expect(isClusterFirst({ identities, texts: unread }, texts)).toBe(false);
});
