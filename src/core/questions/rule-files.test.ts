import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { createDerive } from '../document/derive';
import type { Document } from '../document/document';
import { placeText } from '../formats/ipvs/print';
import type { ProxyModeId } from '../kubernetes/mode-ids';
import type { Netns } from '../linux/netns';
import { thinned } from '../lib/testing/soaking';
import { networkOfPasted } from '../paste/pasted';
import { pasted } from '../paste/testing/paste';
import { inMode } from '../document/edits/proxy';
import { FARTHER_WALKS } from '../story/testing/farther-walks';
import { HiddenDevices, printRuleFile, RULE_TOOLS, type RuleTool } from './rule-files';

const MODES = ['iptables', 'ipvs', 'nftables', 'userspace'] as const satisfies readonly ProxyModeId[];

function nodesOf(document: Document): readonly Netns[] {
  return [...createDerive()(document).network.netns.values()].filter(({ kind }) => kind === 'node');
}

/** A command and what it reads. */
type Load = readonly [command: string, text: string];

/**
 * What is said against each, in a network namespace of its own: nothing of this machine is touched. One for all of them, as
 * the kernel takes longer to clear one away than to try what is in it; sets and servers are taken out in between.
 */
function loadEach(tries: readonly (readonly Load[])[]): readonly string[] {
  const script = tries.map((loads, at) => {
    const steps = loads.map(([command, text], nth) => `${command} 2>&1 <<'END${at}.${nth}'\n${text}END${at}.${nth}\n`);
    const tried = steps.map((step) => `[ $failed = 0 ] && { ${step}} || failed=1\n`).join('');
    return `failed=0\n${tried}echo "tried $failed"\nipset destroy 2>/dev/null\nipvsadm -C 2>/dev/null\n`;
  });
  const { stdout, error } = spawnSync('unshare', ['-rn', 'bash'], {
    encoding: 'utf8',
    input: script.join(''),
    timeout: 60_000,
  });
  const said = [...(stdout ?? '').matchAll(/([^]*?)^tried ([01])$\n/gm)];
  return tries.map((_, at) => {
    const [, text = '', failed = '1'] = said[at] ?? [];
    return failed === '0' ? '' : text || String(error ?? 'not tried');
  });
}

const TRIED: Readonly<Record<RuleTool, string>> = {
  'iptables-restore': 'iptables-restore --test',
  'ip6tables-restore': 'ip6tables-restore --test',
  nft: 'nft -c -f /dev/stdin',
  ipset: 'ipset restore',
  ipvsadm: 'ipvsadm -R',
};

const EMPTY: Readonly<Record<RuleTool, string>> = {
  'iptables-restore': '*nat\n:MINE - [0:0]\nCOMMIT\n',
  'ip6tables-restore': '*nat\n:MINE - [0:0]\nCOMMIT\n',
  nft: 'table ip mine {\n\tchain c {\n\t\tmeta mark set 0x1\n\t}\n}\n',
  ipset: 'create MINE hash:ip\n',
  ipvsadm: '-A -t 10.0.0.1:80 -s rr\n',
};

/** Tools this machine has, with a kernel and the rights for them. */
const here = new Map(RULE_TOOLS.map((tool) => [tool, loadEach([[[TRIED[tool], EMPTY[tool]]]])[0] === '']));

/** What is loaded to try the rules of a node by a tool; nothing where there are none for it. */
function loadsOf(netns: Netns, tool: RuleTool): readonly Load[] {
  const text = printRuleFile(netns, tool);
  const sets = printRuleFile(netns, 'ipset');
  if (text === undefined) return [];
  const own = [TRIED[tool], text] as const;
  // Rules of iptables name sets, which must be there before.
  if (!/^(?:iptables|ip6tables)/.test(tool) || sets === undefined) return [own];
  return here.get('ipset') === true ? [[TRIED.ipset, sets], own] : [];
}

const [example] = EXAMPLES;
/** The first example in every mode, and every walk through more than one connection or network. */
const LOADED: Readonly<Record<string, () => Document>> = {
  ...Object.fromEntries(
    MODES.map((mode) => [mode, () => inMode((example as (typeof EXAMPLES)[number]).document('en'), mode)]),
  ),
  ...FARTHER_WALKS,
};

describe('the rules of a node as files', () => {
  const made = thinned(EXAMPLES, 1).flatMap(({ document }) =>
    MODES.flatMap((mode) =>
      nodesOf(inMode(document('en'), mode)).map((netns) => [`${document('en').title} ${mode}`, netns] as const),
    ),
  );

  it.each(RULE_TOOLS)('%s takes what every example has, in every mode', (tool) => {
    const files = made.flatMap(([name, netns]) => {
      const text = printRuleFile(netns, tool);
      return text === undefined ? [] : [{ name, netns, text }];
    });
    if (tool !== 'ip6tables-restore') expect(files.length).toBeGreaterThan(0);
    for (const { name, text } of files) {
      expect(text.endsWith('\n'), name).toBe(true);
      expect(text, name).not.toMatch(/undefined|NaN/);
    }
  });

  const nodes = Object.entries(LOADED).flatMap(([name, document]) =>
    nodesOf(document()).map((netns) => ({ name, netns })),
  );

  for (const tool of RULE_TOOLS) {
    const why = here.get(tool) === true ? '' : ' (not here, or no right to: skipped)';
    describe.skipIf(why !== '')(`${tool} loads them${why}`, () => {
      let said: readonly string[] = [];
      beforeAll(() => {
        said = loadEach(nodes.map(({ netns }) => loadsOf(netns, tool)));
      });

      it.each(Object.keys(LOADED))('%s', (name) => {
        const tried = nodes.flatMap(({ name: of, netns }, at) => (of === name ? [[netns.id, said[at]] as const] : []));
        expect(tried.length).toBeGreaterThan(0);
        expect(tried.filter(([, fault]) => fault !== '')).toEqual([]);
      });
    });
  }

  it('a listing that hides devices is no file: loaded, its rules would be about a device called ?', () => {
    const text =
      'Chain INPUT (policy ACCEPT)\ntarget     prot opt source               destination\nDROP       tcp  --  10.0.0.0/8           0.0.0.0/0           tcp dpt:22\n';
    const netns = [...networkOfPasted(pasted(text)).network.netns.values()].find(({ kind }) => kind === 'node');
    expect(() => printRuleFile(netns as Netns, 'iptables-restore')).toThrow(HiddenDevices);
  });

  it('servers are written so that the list of the kernel is the same again', () => {
    const [example] = EXAMPLES;
    const [netns] = example ? nodesOf(inMode(example.document('en'), 'ipvs')) : [];
    const services = netns?.ipvs?.services ?? [];
    const blocks = ((netns && printRuleFile(netns, 'ipvsadm')) ?? '').split(/^-A /m).slice(1);
    expect(services.some(({ servers }) => servers.length > 1)).toBe(true);
    // Each is put before those that were there.
    expect(blocks.map((block) => [...block.matchAll(/ -r (\S+)/g)].map(([, server]) => server).toReversed())).toEqual(
      services.map(({ servers }) => servers.map(({ address, port }) => placeText({ address, port }))),
    );
  });
});
