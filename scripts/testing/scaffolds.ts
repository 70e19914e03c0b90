import { readFileSync } from 'node:fs';

/** A line that goes into a file that is there already, right behind what is quoted. */
interface Inserted {
  readonly path: string;
  readonly behind: string;
  readonly text: string;
}

/** The least of something new that is whole. Paths are below `src`. */
export interface Scaffold {
  /** Row of the scaffold in the table of src/README.md. */
  readonly row: string;
  /** What its file is called, without the ending. */
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly lines: readonly Inserted[];
}

/** An import, and a line in a list. */
function listed(path: string, list: string, [name, file]: readonly [name: string, file: string]): readonly Inserted[] {
  return [
    { path, behind: '', text: `import { ${name} } from './${file}';\n` },
    { path, behind: list, text: `${name}, ` },
  ];
}

/** Words of a scene or an example in each language's list of them. */
function words(list: string, entries: readonly [en: string, ko: string]): readonly Inserted[] {
  return both(`${list}.ts`, ['_WORDS = {\n', '_WORDS = {\n'], entries);
}

/** A word in each language, behind what is quoted of its file. */
function both(
  file: string,
  behind: readonly [en: string, ko: string],
  texts: readonly [en: string, ko: string],
): readonly Inserted[] {
  return (['en', 'ko'] as const).map((language, at) => ({
    path: `content/${language}/${file}`,
    behind: behind[at] ?? '',
    text: texts[at] ?? '',
  }));
}

/** The match that CONTRIBUTING.md writes step by step, as it stands there. */
function guidedMatch(): string {
  const guide = readFileSync('CONTRIBUTING.md', 'utf8');
  return /\*\*1\. The match is one file\.\*\*[\s\S]*?```ts\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
}

/** The lines of a third language, whose folder is a copy of the Korean one: where the types ask for them. */
export const THIRD_LANGUAGE: Scaffold = {
  row: 'add a language',
  name: 'eo',
  files: {},
  lines: ['language', 'titles', 'spoken'].flatMap((file) => {
    const path = `content/${file === 'language' ? 'languages' : file}.ts`;
    const imported = file === 'language' ? '{ LANGUAGE as eo }' : '* as eo';
    return [
      { path, behind: '', text: `import ${imported} from './eo/${file}';\n` },
      { path, behind: '= { en, ko', text: ', eo' },
    ];
  }),
};

const MATCH: Scaffold = {
  row: 'add an iptables match',
  name: 'l2tp',
  files: { 'core/linux/xtables/matches/l2tp.ts': guidedMatch() },
  lines: [
    ...listed('core/linux/xtables/matches/index.ts', 'export const MATCHES = [\n', ['l2tp', 'l2tp']),
    ...both(
      'phrases/xtables-matches.ts',
      ['export const XTABLES_MATCH_PHRASES = {\n', 'export const XTABLES_MATCH_PHRASES = {\n'],
      [
        "'match.l2tp': 'Matches the tunnel of an L2TP packet.',\n",
        "'match.l2tp': 'L2TP 패킷의 터널에 따라 일치합니다.',\n",
      ],
    ),
  ],
};

const TARGET: Scaffold = {
  row: 'add an iptables target',
  name: 'DEMO',
  files: {
    'core/linux/xtables/targets/DEMO.ts': `
import { CONTINUE } from '../../hooks';
import type { TargetExtension } from '../extension';
import type { TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {};
export type DemoSpec = TableSpec<typeof FIELDS>;

/** Lets the packet go on. */
export const DEMO: TargetExtension<'DEMO', DemoSpec> = tableTarget({
  name: 'DEMO',
  reference: 'net/netfilter/xt_DEMO.c',
  fields: FIELDS,
  apply: () => ({ verdict: CONTINUE }),
});
`,
  },
  lines: [
    ...listed('core/linux/xtables/targets/index.ts', 'export const TARGETS = [\n', ['DEMO', 'DEMO']),
    ...both(
      'phrases/xtables-targets.ts',
      ['export const XTABLES_TARGET_PHRASES = {\n', 'export const XTABLES_TARGET_PHRASES = {\n'],
      ["'target.DEMO': 'Lets the packet go on.',\n", "'target.DEMO': '패킷을 통과시킵니다.',\n"],
    ),
  ],
};

const SCHEDULER: Scaffold = {
  row: 'add an IPVS scheduler',
  name: 'demo',
  files: {
    'core/linux/ipvs/schedulers/demo.ts': `
import type { IpvsScheduler } from '../scheduler';

/** Always the first server that takes connections. */
export const demo: IpvsScheduler = {
  name: 'demo',
  reference: 'net/netfilter/ipvs/ip_vs_demo.c',
  schedule: ({ servers }) => servers.find(({ weight }) => weight > 0),
};
`,
  },
  lines: listed('core/linux/ipvs/schedulers/index.ts', 'const SCHEDULERS: readonly IpvsScheduler[] = [', [
    'demo',
    'demo',
  ]),
};

const FINDING: Scaffold = {
  row: 'add a finding about a dump',
  name: 'demo',
  files: {
    'core/questions/lint/findings/demo.ts': `
import { phrase } from '../../../lib/phrase';
import type { Check } from '../finding';

/** There are rules of more than one family. */
export const DEMO: Check = {
  id: 'demo',
  find: ({ families }) =>
    families.length > 0 ? [{ id: 'demo', severity: 'info', message: phrase('lint.demo'), places: [] }] : [],
};
`,
  },
  lines: [
    ...listed('core/questions/lint/findings/index.ts', 'export const CHECKS: readonly Check[] = [\n', ['DEMO', 'demo']),
    ...both(
      'phrases/lint.ts',
      ['export const LINT_PHRASES = {\n', 'export const LINT_PHRASES = {\n'],
      ["'lint.demo': 'Rules are here.',\n", "'lint.demo': '규칙이 있습니다.',\n"],
    ),
  ],
};

const FORMAT: Scaffold = {
  row: 'add an import format',
  name: 'demo',
  files: {
    'core/formats/demo.ts': `
import { lineFormat, type LineReader } from './lines/line-format';

/** Lines of a tool that counts. */
export const DEMO = lineFormat({
  id: 'demo',
  title: 'demo',
  command: 'demo',
  hint: /^demo /m,
  reader: (): LineReader<readonly string[]> => {
    const found: string[] = [];
    return {
      take: ({ text }) => {
        if (!text.startsWith('demo ')) return false;
        found.push(text);
        return true;
      },
      finish: () => found,
      diagnostics: [],
    };
  },
  print: (lines) => lines.map((line) => \`\${line}\\n\`).join(''),
  summary: (lines) => ({ lines: lines.length }),
});
`,
  },
  lines: listed('core/formats/index.ts', 'export const FORMATS = [\n', ['DEMO', 'demo']),
};

const LAYOUT: Scaffold = {
  row: 'add a pod network layout',
  name: 'demo',
  files: {
    'core/kubernetes/network/demo.ts': `
import type { PodLayout } from './layout';
import { ROUTED_LAYOUT } from './routed';

/** Links of their own, as another plugin names them. */
export const DEMO_LAYOUT: PodLayout<'demo'> = { ...ROUTED_LAYOUT, id: 'demo', interfacePrefix: 'demo', plugins: ['demo'], network: 'demo' };
`,
  },
  lines: [
    ...listed('core/kubernetes/network/layouts.ts', 'export const NETWORK_LAYOUTS = [BRIDGE_LAYOUT, ', [
      'DEMO_LAYOUT',
      'demo',
    ]),
    ...both(
      'messages/editors.ts',
      ["layout: { bridge: 'bridge (cni0)', ", "layout: { bridge: '브리지 (cni0)', "],
      ["demo: 'demo', ", "demo: 'demo', "],
    ),
  ],
};

const OVERLAY: Scaffold = {
  row: 'add a way between nodes (an overlay)',
  name: 'demo-overlay',
  files: {
    'core/kubernetes/network/demo-overlay.ts': `
import { DIRECT_OVERLAY } from './direct';
import type { PodOverlay } from './overlay';

/** Routes alone, by another name. */
export const DEMO_OVERLAY: PodOverlay<'demo'> = { ...DIRECT_OVERLAY, id: 'demo' };
`,
  },
  lines: [
    ...listed('core/kubernetes/network/overlays.ts', 'const POD_OVERLAYS = [DIRECT_OVERLAY, ', [
      'DEMO_OVERLAY',
      'demo-overlay',
    ]),
    ...both(
      'messages/editors.ts',
      ["overlay: { direct: 'routes (host-gw, BGP)', ", "overlay: { direct: '경로만 (host-gw, BGP)', "],
      ["demo: 'demo', ", "demo: 'demo', "],
    ),
  ],
};

const RELEASE: Scaffold = {
  row: 'add a release of kube-proxy',
  name: '1.99',
  files: {},
  lines: [
    { path: 'core/kubernetes/release.ts', behind: "  recorded('1.37.0-rc.0'),\n", text: "  described('1.99.0'),\n" },
    {
      path: 'core/kubernetes/proxy/iptables/context.ts',
      behind: 'export const IPTABLES_CHANGES = {\n',
      text: '  demo: 99,\n',
    },
    {
      path: 'core/kubernetes/proxy/iptables/rules.ts',
      behind: "features.nfacct ? '-m nfacct --nfacct-name ct_state_invalid_dropped_pkts ' : ",
      text: "context.features.demo ? '-m demo ' : ",
    },
    {
      path: 'core/paste/proxy/iptables-clues.ts',
      behind: 'const SIGNS: readonly ReadReleaseSign[] = [\n',
      text: "  ({ from }) => (first(from.rules('filter', 'KUBE-FORWARD'), ({ target }) => target === 'DROP') ? clue('demo', { to: 99 }) : undefined),\n",
    },
    ...both(
      'phrases/release-changes.ts',
      ['const IPTABLES = {\n', 'const IPTABLES = {\n'],
      ["'kubernetes.changes.iptables.demo': 'A demo.',\n", "'kubernetes.changes.iptables.demo': '데모입니다.',\n"],
    ),
  ],
};

const MODE: Scaffold = {
  row: 'add a proxy mode',
  name: 'demo',
  files: {
    'core/kubernetes/proxy/demo/index.ts': `
import { MODE_SPANS } from '../../mode-ids';
import type { ProxyMode } from '../mode';

/** A proxy that leaves nothing behind. */
export const DEMO_MODE: ProxyMode<'demo'> = {
  id: 'demo',
  ...MODE_SPANS.demo,
  changes: {},
  syncProxyRules: () => ({ xtables: { tables: new Map() }, sysctls: {} }),
};
`,
  },
  lines: [
    { path: 'core/kubernetes/mode-ids.ts', behind: "'nftables', ", text: "'demo', " },
    {
      path: 'core/kubernetes/mode-ids.ts',
      behind: "  iptables: { title: 'iptables', since: '1.2' },\n",
      text: "  demo: { title: 'demo', since: '1.30' },\n",
    },
    { path: 'core/kubernetes/proxy/index.ts', behind: '', text: "import { DEMO_MODE } from './demo';\n" },
    { path: 'core/kubernetes/proxy/index.ts', behind: '  iptables: IPTABLES_MODE,\n', text: '  demo: DEMO_MODE,\n' },
    {
      path: 'core/kubernetes/proxy/print.ts',
      behind: '  iptables: { restore: fed(printIptablesRestore) },\n',
      text: "  demo: { restore: () => '' },\n",
    },
    { path: 'core/questions/cost/cost.ts', behind: '  iptables,\n  ipvs,\n', text: '  demo: userspace,\n' },
    {
      path: 'core/questions/reconstruct/reconstruct.ts',
      behind: '    switch (mode) {\n',
      text: "      case 'demo':\n        return [];\n",
    },
    { path: 'core/timeline/delays.ts', behind: 'Readonly<Record<ProxyModeId, number>> = {\n', text: '  demo: 15,\n' },
  ],
};

const QUESTION: Scaffold = {
  row: 'ask the engine something new',
  name: 'demo',
  files: {
    'engine/questions/demo.ts': `
import type { Engine } from '../engine';

/** Counts to a number, in slices. */
export function* demo(_: Engine, { to }: { readonly to: number }): Generator<number, string> {
  for (let at = 1; at <= to; at++) yield at / to;
  return \`counted to \${to}\`;
}
`,
  },
  lines: [
    {
      path: 'engine/questions.ts',
      behind: 'export const QUESTIONS = {\n',
      text: "  demo: { load: async () => (await import('./questions/demo')).demo },\n",
    },
  ],
};

const EXAMPLE: Scaffold = {
  row: 'add an example',
  name: 'demo',
  files: {
    'content/examples/demo.ts': `
import { node } from '../../core/kubernetes/build';
import { clientPod, dnsService, example, makePod } from './example';

/** One node, one Pod. */
export const DEMO = example({
  id: 'demo',
  objects: () => [node('node1'), ...dnsService(), clientPod('node1')],
  flows: (cluster) => [
    { from: makePod(cluster, 'client'), to: { kind: 'address', address: '172.18.0.2' }, protocol: 'tcp', port: 22 },
  ],
});
`,
  },
  lines: [
    ...listed('content/examples/index.ts', 'export const EXAMPLES: readonly Example[] = [\n', ['DEMO', 'demo']),
    ...words('examples', [
      "demo: { title: 'A demo', about: 'One Pod asks its node.' },\n",
      "demo: { title: '데모', about: 'Pod 하나가 노드에 묻습니다.' },\n",
    ]),
  ],
};

const SCENE: Scaffold = {
  row: 'add a scene to a lesson',
  name: 'demo',
  files: {
    'content/scenes/demo.ts': `
import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Two Pods. */
export const DEMO = scene({
  id: 'demo',
  lesson: 'why-this-pod',
  example: clusterBench({ pods: 2 }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),
  moment: 'chosen',
  question: 'which-pod',
});
`,
  },
  lines: [
    ...listed('content/scenes/index.ts', 'export const SCENES: readonly Scene[] = [\n', ['DEMO', 'demo']),
    ...words('scenes', [
      "demo: { title: 'A demo', notes: 'One of two.' },\n",
      "demo: { title: '데모', notes: '둘 중 하나입니다.' },\n",
    ]),
  ],
};

const TAB: Scaffold = {
  row: 'add an inspector tab',
  name: 'DemoTab',
  files: {
    'ui/inspector/DemoTab.tsx': `
import { shownSteps } from '../../store/selectors';
import { useBench } from '../../store/hooks';

/** How many steps the walk has. */
export function DemoTab() {
  const count = useBench((state) => shownSteps(state).length);
  return <output>{count}</output>;
}
`,
  },
  lines: [
    { path: 'store/view-state.ts', behind: "INSPECTOR_TABS = ['packet', ", text: "'demo', " },
    { path: 'ui/inspector/Inspector.tsx', behind: '', text: "import { DemoTab } from './DemoTab';\n" },
    { path: 'ui/inspector/Inspector.tsx', behind: '  packet: PacketTab,\n', text: '  demo: DemoTab,\n' },
    ...both(
      'messages/inspector.ts',
      ["packet: 'Packet',\n", "packet: '패킷',\n"],
      ["demo: 'demo',\n", "demo: 'demo',\n"],
    ),
  ],
};

const WINDOW: Scaffold = {
  row: 'add a window over the page',
  name: 'demo',
  files: {
    'ui/windows/demo/DemoDialog.tsx': `
import { useTranslations } from 'use-intl';
import { Dialog, type WindowProps } from '../../common/Dialog';

/** One sentence. */
export function DemoDialog({ open, onOpenChange }: WindowProps) {
  const t = useTranslations('demo');
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')}>
      <p>{t('title')}</p>
    </Dialog>
  );
}
`,
    'content/en/messages/demo.ts': `
export const DEMO_MESSAGES = { title: 'Demo' } as const;
`,
    'content/ko/messages/demo.ts': `
export const DEMO_MESSAGES = { title: '데모' };
`,
  },
  lines: [
    {
      path: 'ui/windows/index.ts',
      behind: 'export const WINDOWS = {\n',
      text: "  demo: { Part: lazyPart(async () => (await import('./demo/DemoDialog')).DemoDialog), name: ({ demo }) => demo.title },\n",
    },
    ...(['en', 'ko'] as const).flatMap((language) => [
      { path: `content/${language}/messages/index.ts`, behind: '', text: "import { DEMO_MESSAGES } from './demo';\n" },
      { path: `content/${language}/messages/index.ts`, behind: 'MESSAGES = {\n', text: '  demo: DEMO_MESSAGES,\n' },
    ]),
  ],
};

const LENS: Scaffold = {
  row: 'add a lens (another way to decide)',
  name: 'demo',
  files: {
    'ui/story/lenses/lens-demo.ts': `
import { cardLens } from './lens-cards';

/** How many hops a packet has left. */
export const DEMO_LENS = cardLens<'demo'>(({ ttl }, _, t) => ({
  title: t('lens.demo'),
  cards: [{ id: 'ttl', over: t('lens.demo'), text: String(ttl), mono: true }],
}));
`,
  },
  lines: [
    {
      path: 'core/story/lens.ts',
      behind: 'export type LensPicture =\n',
      text: "  | { readonly kind: 'demo'; readonly ttl: number }\n",
    },
    {
      path: 'core/story/lenses.ts',
      behind: '  switch (moment.kind) {\n',
      text: "    case 'received':\n      return { picture: { kind: 'demo', ttl: 64 }, lines: [] };\n",
    },
    { path: 'ui/story/lenses/lenses.tsx', behind: '', text: "import { DEMO_LENS } from './lens-demo';\n" },
    { path: 'ui/story/lenses/lenses.tsx', behind: '  way: WAY_LENS,\n', text: '  demo: DEMO_LENS,\n' },
    ...both(
      'messages/story.ts',
      ['    ...LENS_WAY,\n', '    ...LENS_WAY,\n'],
      ["    demo: 'TTL',\n", "    demo: 'TTL',\n"],
    ),
  ],
};

/** One of each open set. */
export const SCAFFOLDS = [
  MATCH,
  TARGET,
  SCHEDULER,
  FINDING,
  FORMAT,
  LAYOUT,
  OVERLAY,
  RELEASE,
  MODE,
  QUESTION,
  EXAMPLE,
  SCENE,
  TAB,
  WINDOW,
  LENS,
] as const satisfies readonly Scaffold[];

/** A mode, a tab, a layout, a lens and a finding of which the rest was forgotten. */
export const HALF: Scaffold = {
  row: '',
  name: 'half',
  files: {
    'core/kubernetes/network/half.ts': `
import type { PodLayout } from './layout';
import { ROUTED_LAYOUT } from './routed';

export const HALF_LAYOUT: PodLayout<'half'> = { ...ROUTED_LAYOUT, id: 'half' };
`,
    'core/questions/lint/findings/half.ts': `
import { phrase } from '../../../lib/phrase';

export const HALF = phrase('lint.half');
`,
  },
  lines: [
    { path: 'core/kubernetes/mode-ids.ts', behind: "'nftables', ", text: "'half', " },
    { path: 'store/view-state.ts', behind: "INSPECTOR_TABS = ['packet', ", text: "'half', " },
    ...listed('core/kubernetes/network/layouts.ts', 'export const NETWORK_LAYOUTS = [BRIDGE_LAYOUT, ', [
      'HALF_LAYOUT',
      'half',
    ]),
    { path: 'core/story/lens.ts', behind: 'export type LensPicture =\n', text: "  | { readonly kind: 'half' }\n" },
  ],
};

/** Where the types miss something of it, as the compiler lists them. */
export const PLACES_OF_HALF = [
  'core/kubernetes/mode-ids.ts',
  'core/kubernetes/proxy/index.ts',
  'core/kubernetes/proxy/print.ts',
  'core/questions/cost/cost.ts',
  'core/questions/lint/findings/half.ts',
  'core/questions/reconstruct/reconstruct.ts',
  'core/timeline/delays.ts',
  'ui/editors/PodNetworkFields.tsx',
  'ui/inspector/Inspector.tsx',
  'ui/inspector/Inspector.tsx',
  'ui/story/lenses/lenses.tsx',
];
