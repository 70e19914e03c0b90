import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PROXY_MODES } from '../kubernetes/proxy';
import { networkOfPasted, type PastedNetwork } from './pasted';
import { nodeText } from '../questions/reconstruct/testing/node-text';
import { ipAddr, pasted, sendPasted } from './testing/paste';

/** Rules of a node without its prompts, whose names would tell machines apart. */
function rulesOf(
  mode: 'iptables' | 'ipvs' | 'userspace',
  change: (text: string) => string = (text) => text,
  release?: string,
): string {
  const text = nodeText(mode, release);
  const from = text.indexOf('*');
  return change(text.slice(from, text.indexOf('root@', from)));
}

const machines = ({ network }: PastedNetwork): number =>
  [...network.netns.keys()].filter((id) => id === 'node' || id.startsWith('node:')).length;
const whys = ({ diagnostics }: PastedNetwork): string[] =>
  diagnostics.flatMap(({ message: { id } }) =>
    id.startsWith('analysis.apart.') ? [id.slice('analysis.apart.'.length)] : [],
  );

describe('texts that cannot be of one machine are not put together', () => {
  const own = rulesOf('iptables');

  it.each([
    ['another Pod network', rulesOf('iptables', (text) => text.replaceAll('10.244.', '10.42.')), 'pods'],
    [
      'another Service range',
      rulesOf('iptables', (text) => text.replaceAll('10.96.0.1/32', '10.43.0.1/32')),
      'services',
    ],
    ['another mode', rulesOf('ipvs'), 'mode'],
    ['the oldest mode', rulesOf('userspace'), 'mode'],
  ])('%s', (_name, text, why) => {
    const made = networkOfPasted(pasted(own, text));
    expect(machines(made)).toBe(2);
    expect(whys(made)).toEqual([why]);
  });

  it.each([
    [
      'the same Services at other addresses',
      (text: string) => text.replaceAll(/10\.96\.(?!0\.1\/)(\d+)\.(\d+)/g, '10.97.$1.$2'),
      ['names'],
    ],
    ['one Service moved, another stayed', (text: string) => text.replaceAll('10.96.0.10/', '10.97.0.10/'), []],
  ])('%s', (_name, change, why) => {
    const made = networkOfPasted(pasted(own, rulesOf('iptables', change)));
    expect(whys(made)).toEqual(why);
    expect(machines(made)).toBe(1 + why.length);
  });

  it.each([
    ['1.20', ['release']],
    ['1.37', []],
  ])('rules that %s writes beside those of 1.30, where no release writes both', (release, why) => {
    const made = networkOfPasted(pasted(own, rulesOf('iptables', undefined, release)));
    expect(whys(made)).toEqual(why);
  });

  it('two times of the same rules are said to be two, and which is used', () => {
    const said = (...texts: readonly string[]): string[] =>
      networkOfPasted(pasted(...texts)).diagnostics.flatMap(({ message: { id } }) =>
        id.startsWith('analysis.table.') ? [id.slice('analysis.table.'.length)] : [],
      );
    expect(new Set(said(own, own))).toEqual(new Set(['shown-again']));
    const later = own.replaceAll('--probability 0.33333333349', '--probability 0.25000000000');
    expect(said(own, later)).toContain('two-times');
  });

  it('two listings that are cut, of one text: other chains, and other packets counted', () => {
    const block = (chains: readonly string[], counted: number, jump: string): string =>
      `$ iptables-save -t nat\n*nat\n:PREROUTING ACCEPT [${counted}:900]\n:OUTPUT ACCEPT [0:0]\n${chains
        .map((chain) => `:${chain} - [0:0]\n`)
        .join('')}-A PREROUTING -j ${jump}\n`;
    const text = (counted: number, chains = ['CNI-HOSTPORT-DNAT', 'KUBE-POSTROUTING']): string =>
      `Before:\n\n${block(['KUBE-LOAD-BALANCER', 'KUBE-SERVICES'], 70, 'KUBE-SERVICES')}\nAfter:\n\n${block(chains, counted, chains[0]!)}`;
    const made = networkOfPasted(pasted(text(312)));
    expect(machines(made)).toBe(2);
    // Chains of that mode alone are declared, though none of their rules is shown.
    expect(made.identities.map(({ proxy }) => proxy?.mode)).toEqual(['ipvs', undefined]);
    // One listing with something left out in its middle: the same counts, or the same chains.
    expect(machines(networkOfPasted(pasted(text(70))))).toBe(1);
    expect(machines(networkOfPasted(pasted(text(312, ['KUBE-SERVICES', 'KUBE-LOAD-BALANCER']))))).toBe(1);
  });

  it('other addresses of the host', () => {
    const made = networkOfPasted(
      pasted(ipAddr('10.0.0.5/24', '10.244.1.1/24'), ipAddr('10.0.0.6/24', '10.244.2.1/24')),
    );
    expect(machines(made)).toBe(2);
    expect(whys(made)).toEqual(['host']);
  });

  it('what agrees, or says nothing of these, is of one', () => {
    const newer = own.replaceAll('--probability 0.33333333349', '--probability 0.25000000000');
    expect(machines(networkOfPasted(pasted(own, newer)))).toBe(1);
    expect(machines(networkOfPasted(pasted(own, '*filter\n:FORWARD DROP [0:0]\nCOMMIT\n')))).toBe(1);
    const ipvs = nodeText('ipvs');
    expect(machines(networkOfPasted(pasted(rulesOf('ipvs'), ipvs.slice(ipvs.indexOf('Name: KUBE')))))).toBe(1);
  });

  it('the tables of IPv4 and those of IPv6 have other networks and addresses, and are of one; of one family they are not', () => {
    const tables = (pods: string, clusterIP: string): string => {
      const asks = `-d ${clusterIP} -p tcp -m comment --comment "default/web:http cluster IP" -m tcp --dport 80`;
      const chains = ['KUBE-MARK-MASQ', 'KUBE-SERVICES', 'KUBE-SVC-LOLE4ISW44XBNF3G'].map((name) => `:${name} - [0:0]`);
      return [
        '*nat',
        ...chains,
        `-A KUBE-SERVICES ${asks} -j KUBE-SVC-LOLE4ISW44XBNF3G`,
        `-A KUBE-SVC-LOLE4ISW44XBNF3G ! -s ${pods} ${asks} -j KUBE-MARK-MASQ`,
        'COMMIT',
      ].join('\n');
    };
    const [old, both] = [tables('10.244.0.0/16', '10.96.0.9/32'), tables('fd00:10:244::/48', 'fd00:10:96::9/128')];
    const made = networkOfPasted(pasted(old, both));
    expect([machines(made), whys(made)]).toEqual([1, []]);
    expect(new Set([...made.network.netns.values()].flatMap(({ xtables }) => Object.keys(xtables)))).toEqual(
      new Set(['ipv4', 'ipv6']),
    );
    expect(whys(networkOfPasted(pasted(old, both, tables('fd00:42::/48', 'fd00:10:96::9/128'))))).toEqual(['pods']);
    expect(whys(networkOfPasted(pasted(old, both, tables('fd00:10:244::/48', 'fd00:43::9/128'))))).toEqual(['names']);
  });

  it('is as a person says', () => {
    const { texts } = pasted(own, rulesOf('ipvs'));
    const made = networkOfPasted({ texts: texts.map((text) => ({ ...text, node: 'n1' })), facts: {} });
    expect(machines(made)).toBe(1);
    expect(whys(made)).toEqual([]);
  });
});

const NOTE = ['iptables', 'ipvs', 'userspace'] as const;

describe('a note with listings of several modes under headings', () => {
  const note = NOTE.map((mode) => `## ${mode} Mode\n\nSome words.\n\n\`\`\`bash\n${rulesOf(mode)}\`\`\`\n`).join('\n');

  it('is a machine a mode', () => {
    const made = networkOfPasted(pasted(`# kube-proxy\n\nprose\n\n${note}\n## Source\n\nend\n`));
    expect([...made.names.values()].toSorted()).toEqual([...NOTE]);
    expect(made.texts[0]?.machines?.map(({ told, sign }) => `${told} ${sign.how}`)).toEqual(
      NOTE.map((mode) => `${mode} heading`),
    );
    const chains = [...made.network.netns.values()].map(({ xtables }) => [
      ...(xtables.ipv4?.tables.get('nat')?.chains.keys() ?? []),
    ]);
    for (const names of chains) {
      const modes = [/^KUBE-SVC-/, /^KUBE-PORTALS-/, /^KUBE-NODE-PORT$/].filter((mode) =>
        names.some((name) => mode.test(name)),
      );
      expect(modes.length).toBeLessThan(2);
    }
  });

  it.each(PROXY_MODES.map(({ id }) => id))('of %s alone it is one machine, without a heading for a name', (mode) => {
    const made = networkOfPasted(pasted(`## ${mode} mode\n${nodeText(mode)}`));
    expect(machines(made)).toBe(1);
  });

  it('a comment of a dump, or a prompt of root, is no heading', () => {
    const text = `# iptables -t nat -S\n${rulesOf('iptables')}# ipvsadm -Ln\nTCP  10.96.0.11:80 rr\n  -> 10.244.1.5:8080             Masq    1      0          0\n# mode\n`;
    expect(machines(networkOfPasted(pasted(text)))).toBe(1);
  });
});

const SEED = `${process.env['RULEWALK_SHARED'] ?? '../shared'}/seeds/002_52cef1cb107c8d70.txt`;

describe.skipIf(!existsSync(SEED))('the note with three modes', () => {
  it('is three machines, each of its mode alone', () => {
    const note = readFileSync(SEED, 'utf8');
    const made = networkOfPasted(pasted(note));
    expect([...made.names.values()].toSorted()).toEqual(['iptables', 'ipvs', 'userspace']);
    expect(made.assumptions.filter(({ id }) => id === 'mode:ipvs')).toEqual([]);
    const flow = made.suggested.find(({ node }) => node === 'ipvs');
    expect(flow).toBeDefined();
    const ipvs = note.slice(note.indexOf('## ipvs Mode'));
    const hairpin = sendPasted(pasted(ipvs), 'cni0 192.167.2.231 -> 10.96.98.173:80/tcp').lines;
    expect(hairpin.join()).not.toContain('MARTIAN');
  });
});
