import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { createDerive } from '../document/derive';
import type { Document } from '../document/document';
import { inMode } from '../document/edits/proxy';
import { completeCluster } from '../kubernetes/complete';
import type { ProxyModeId } from '../kubernetes/mode-ids';
import { PROXY_MODES } from '../kubernetes/proxy';
import type { SyncInput } from '../kubernetes/proxy/mode';
import { printRestore, printSave } from '../kubernetes/proxy/print';
import { LABEL_SERVICE_NAME, type ClusterObjects } from '../kubernetes/types';
import { Unprintable } from '../lib/plain';
import { scanWords } from '../lib/scan';
import { shellRule } from '../lib/shell';
import { acts, HOSTILE, hostileText } from '../lib/testing/hostile';
import { tries } from '../lib/testing/soaking';
import { printNftRule } from '../linux/nftables/text/print-ruleset';
import { parseRule, printRule } from '../linux/xtables/rule-text';
import { printRuleset, rulesetFromLines } from '../linux/xtables/ruleset-text';
import type { XtRule } from '../linux/xtables/types';
import { printRuleFile, type RuleTool } from './rule-files';

/** Fields of a cluster whose texts reach a rule, past everything that would have refused them. */
const FIELDS = ['service', 'namespace', 'port', 'pod', 'policy', 'device'] as const;
/** `all`: every field at once. */
type Field = (typeof FIELDS)[number] | 'all';

const BASE = EXAMPLES.find(({ id }) => id === 'web-two-nodes')?.document('en') as Document;

function named(field: Field, text: string): ClusterObjects {
  const one = (which: Field, usual: string): string => (which === field || field === 'all' ? text : usual);
  const metadata = { name: one('service', 'web'), namespace: one('namespace', 'shop') };
  const port = { name: one('port', 'http'), port: 80, targetPort: 8080, protocol: 'TCP', nodePort: 30_080 } as const;
  const addresses = ['10.244.0.9', '10.244.1.9'];
  return {
    ...BASE.cluster,
    nodes: BASE.cluster.nodes.map((node) => ({
      ...node,
      metadata: { ...node.metadata, annotations: { 'rulewalk/rule-writers': 'kubelet, calico, hostports' } },
    })),
    pods: addresses.map((ip, at) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: at === 0 ? one('pod', 'web-1') : 'web-2',
        namespace: metadata.namespace,
        labels: { app: 'web' },
      },
      spec: {
        nodeName: at === 0 ? 'node1' : 'node2',
        containers: [{ name: 'web', ports: [{ containerPort: 8080, hostPort: 8080 + at }] }],
      },
      status: { phase: 'Running', podIP: ip, podIPs: [{ ip }], conditions: [{ type: 'Ready', status: 'True' }] },
    })),
    deployments: [],
    services: [
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata,
        spec: {
          type: 'LoadBalancer',
          clusterIP: '10.96.0.77',
          clusterIPs: ['10.96.0.77'],
          ports: [port],
          externalIPs: ['192.0.2.7'],
          loadBalancerSourceRanges: ['198.51.100.0/24'],
          externalTrafficPolicy: 'Local',
          sessionAffinity: 'ClientIP',
        },
        status: { loadBalancer: { ingress: [{ ip: '192.0.2.9' }] } },
      },
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { ...metadata, name: `${metadata.name}2` },
        spec: { clusterIP: '10.96.0.78', clusterIPs: ['10.96.0.78'], ports: [port] },
      },
    ],
    endpointSlices: [
      {
        apiVersion: 'discovery.k8s.io/v1',
        kind: 'EndpointSlice',
        metadata: { name: 'web-1', namespace: metadata.namespace, labels: { [LABEL_SERVICE_NAME]: metadata.name } },
        addressType: 'IPv4',
        ports: [{ name: port.name, port: 8080, protocol: 'TCP' }],
        endpoints: addresses.map((address, at) => ({
          addresses: [address],
          conditions: { ready: true },
          nodeName: `node${at + 1}`,
        })),
      },
    ],
    others: [
      {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'NetworkPolicy',
        metadata: { name: one('policy', 'some'), namespace: metadata.namespace },
        spec: { podSelector: {}, ingress: [{ ports: [{ port: 8080 }] }] },
      } as never,
    ],
  };
}

const configOf = (field: Field, text: string): Document['kubeProxy'] => ({
  detectLocalMode: 'BridgeInterface',
  detectLocal: { bridgeInterface: field === 'device' || field === 'all' ? text : 'br0' },
});

const MODES = ['iptables', 'ipvs', 'nftables', 'userspace'] as const satisfies readonly ProxyModeId[];

function inputOf(field: Field, text: string, mode: ProxyModeId): SyncInput {
  const release = mode === 'userspace' ? '1.19' : mode === 'nftables' ? '1.33' : '1.30';
  return {
    cluster: completeCluster(named(field, text)),
    node: 'node1',
    family: 'ipv4',
    config: configOf(field, text),
    release,
  };
}

/** What kube-proxy feeds to its tool, and how the kernel lists it. */
function texts(field: Field, text: string, id: ProxyModeId): readonly string[] {
  const input = inputOf(field, text, id);
  const mode = PROXY_MODES.find((each) => each.id === id);
  if (!mode) throw new Error(id);
  const state = mode.syncProxyRules(input);
  const saved = printSave(id, state, input) ?? printRuleset(rulesetFromLines(state.xtables.tables, 'ipv4'), 'ipv4');
  return [printRestore(id, state, input), saved];
}

/** The document with such names, in a mode, as a stranger's link would have it if nothing refused it. */
function documentOf(field: Field, text: string, mode: ProxyModeId): Document {
  const document = { ...BASE, cluster: named(field, text), flows: [] };
  const set = inMode(document, mode);
  return { ...set, kubeProxy: { ...set.kubeProxy, ...configOf(field, text) } };
}

function files(field: Field, text: string, mode: ProxyModeId, tool: RuleTool): string {
  const { network } = createDerive()(documentOf(field, text, mode));
  const nodes = [...network.netns.values()].filter(({ kind }) => kind === 'node');
  return nodes.map((netns) => printRuleFile(netns, tool) ?? '').join('');
}

/** How many words each line has, in their order: names of chains and comments are one word each, whatever is in them. */
function shape(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => `${line.slice(0, 2)} ${scanWords(line).length}`)
    .toSorted();
}

const HARMLESS = 'harmless-name';
const cases = FIELDS.flatMap((field) => MODES.map((mode) => [field, mode] as const));

describe('a name that was refused nowhere is one word of a rule all the same', () => {
  it.each(cases)('%s in mode %s: what kube-proxy writes', (field, mode) => {
    const meant = texts(field, HARMLESS, mode).map(shape);
    expect(meant[0]?.length).toBeGreaterThan(5);
    fc.assert(
      fc.property(hostileText, (text) => {
        const made = texts(field, text, mode);
        for (const each of made) expect(acts(each)).toBe(false);
        expect(made.map(shape)).toEqual(meant);
      }),
      { numRuns: tries(60), examples: HOSTILE.slice(0, 12).map((text): [string] => [text]) },
    );
  });

  it.each(MODES)('every one of them in mode %s: what is downloaded', (mode) => {
    const field = 'all';
    for (const tool of ['iptables-restore', 'nft', 'ipset', 'ipvsadm'] as const) {
      const meant = shape(files(field, HARMLESS, mode, tool));
      for (const text of HOSTILE.slice(0, 6)) {
        const made = files(field, text, mode, tool);
        expect(acts(made)).toBe(false);
        expect(shape(made), tool).toEqual(meant);
      }
    }
  });
});

/** What is printed, or that it would not be. */
function attempt(print: () => string): string | undefined {
  try {
    return print();
  } catch (error) {
    if (error instanceof Unprintable) return undefined;
    throw error;
  }
}

const ruleWith = (text: string): XtRule => ({
  indev: { negated: false, name: text.slice(0, 15), prefix: false },
  matches: [
    { match: 'comment', spec: { comment: { negated: false, value: text } } },
    { match: 'recent', spec: { name: { negated: false, value: text }, set: { negated: false, value: true } } } as never,
  ],
  target: { target: 'JUMP', spec: { chain: text } },
});

describe('texts of a pasted rule', () => {
  it('are the same texts when what was printed is read again, or nothing is printed', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const printed = attempt(() => printRule(ruleWith(text), 'ipv4'));
        if (printed === undefined) {
          expect(text).toMatch(/[\n\0]/);
          return;
        }
        expect(printed).not.toMatch(/[\n\0]/);
        const [device, words] = [scanWords(printed), scanWords(printed).map(({ value }) => value)];
        expect(device[1]?.value).toBe(text.slice(0, 15));
        expect(words.filter((word) => word === '-j')).toHaveLength(text === '-j' ? 4 : 1);
        expect(words.at(-1)).toBe(text);
        const { rule } = parseRule(printed, 'ipv4');
        expect(rule.matches.find(({ match }) => match === 'comment')).toEqual(ruleWith(text).matches[0]);
      }),
      { numRuns: tries(2000), examples: HOSTILE.map((text): [string] => [text]) },
    );
  });

  it('end no string of nft', () => {
    fc.assert(
      fc.property(hostileText, (comment) => {
        const printed = attempt(() => printNftRule({ statements: [], comment }));
        if (printed === undefined) expect(comment).toMatch(/["\n\r\0]/);
        else expect([printed, /["\n\r\0]/.test(comment)]).toEqual([`comment "${comment}"`, false]);
      }),
      { numRuns: tries(2000), examples: HOSTILE.map((text): [string] => [text]) },
    );
  });
});

/** What each script says, all in one network namespace of its own: nothing of this machine is touched. */
function inNamespace(scripts: readonly string[]): readonly string[] {
  const input = scripts.map((script, at) => `${script}\necho "said ${at}"\n`).join('');
  const { stdout } = spawnSync('unshare', ['-rn', 'bash'], { encoding: 'utf8', input, timeout: 60_000 });
  const found = [...(stdout ?? '').matchAll(/([^]*?)^said (\d+)$\n/gm)];
  return scripts.map((_, at) => found[at]?.[1] ?? 'not tried');
}

const given = (command: string, text: string): string => `${command} 2>&1 <<'END_OF_TEXT'\n${text}END_OF_TEXT\n`;
const COUNT_XT = "iptables-save | sed -e 's/:[0-9]*\\]//' | grep -c '^[-:*]'";
const COUNT_NFT = 'nft list ruleset | wc -l';
const load: Readonly<Record<'iptables' | 'nftables', (text: string) => string>> = {
  iptables: (text) => `${given('iptables-restore', text)}${COUNT_XT}\nnft flush ruleset\n`,
  nftables: (text) => `${given('nft -f /dev/stdin', text)}${COUNT_NFT}\nnft flush ruleset\n`,
};

const EMPTY = { iptables: '*nat\n-A PREROUTING -j ACCEPT\nCOMMIT\n', nftables: 'table ip a {\n}\n' } as const;

for (const mode of ['iptables', 'nftables'] as const) {
  const [empty = ''] = inNamespace([load[mode](EMPTY[mode])]);
  const isHere = /^\d+$/.test(empty.trim()) && Number(empty) > 0;
  describe.skipIf(!isHere)(
    `the kernel's tools hold the rules that were meant: ${mode}${isHere ? '' : ' (not here, or no right to: skipped)'}`,
    () => {
      it('for every hostile name', () => {
        const tried = [HARMLESS, ...HOSTILE].map((text) => load[mode](texts('all', text, mode)[0] ?? ''));
        const counts = inNamespace(tried).map((text) => text.trim());
        expect(Number(counts[0])).toBeGreaterThan(10);
        expect(new Set(counts).size, counts.join('\n')).toBe(1);
      }, 90_000);
    },
  );
}

describe('iptables commands of the userspace proxy', () => {
  /** How many words each command of each text has, in a shell that finds no program. */
  function wordsOf(texts: readonly string[]): readonly string[] {
    const script = texts.map((text) => `${text}\necho next\n`).join('');
    const { stdout, stderr } = spawnSync('/bin/sh', [], {
      encoding: 'utf8',
      input: `PATH=/nowhere\niptables() { echo "$#"; }\n${script}`,
    });
    expect(stderr).toBe('');
    // The commands stand in the order of the names.
    return stdout
      .split('next\n')
      .slice(0, -1)
      .map((said) => said.split('\n').toSorted().join(' '));
  }

  it('are read by a shell as they were meant', () => {
    const made = FIELDS.flatMap((field) =>
      [HARMLESS, ...HOSTILE].map((text) => texts(field, text, 'userspace')[0] ?? ''),
    );
    expect(spawnSync('/bin/sh', ['-n'], { encoding: 'utf8', input: made.join('') }).status).toBe(0);
    const words = wordsOf(made);
    expect(words).toHaveLength(made.length);
    expect(words[0]?.split(' ').length).toBeGreaterThan(15);
    const each = HOSTILE.length + 1;
    expect(words).toEqual(words.map((_, at) => words[at - (at % each)]));
  });

  it('quote what a shell would act on', () => {
    const rules = HOSTILE.filter((text) => !/[\n\0]/.test(text)).map((text) =>
      shellRule(printRule(ruleWith(text), 'ipv4')),
    );
    const [meant] = wordsOf([`iptables ${shellRule(printRule(ruleWith('a b'), 'ipv4'))}\n`]);
    expect(wordsOf(rules.map((rule) => `iptables ${rule}\n`))).toEqual(rules.map(() => meant));
  });
});
