import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { IPVS_MODE } from '../kubernetes/proxy/ipvs';
import { getMinor } from '../kubernetes/release';
import { networkOfPasted } from './pasted';
import { nodeText } from '../questions/reconstruct/testing/node-text';
import { pasted } from './testing/paste';

const CASE = `${process.env['RULEWALK_SHARED'] ?? '../shared'}/corpus/operator-cases/1-ipvs-node-not-named.txt`;

/** What is asked for of sets and virtual servers, and what the node is called. */
function askedFor(text: string): { readonly mode: string; readonly commands: readonly string[] } {
  const { assumptions } = networkOfPasted(pasted(text));
  const commands = assumptions.flatMap(({ settledBy = '' }) => (/^ip(?:set|vsadm)/.test(settledBy) ? [settledBy] : []));
  return { mode: assumptions.find(({ id }) => id === 'mode:ipvs')?.value ?? '', commands: commands.toSorted() };
}

/** The rules of a node alone, without its sets and virtual servers. */
function rulesOnly(release: string): string {
  const text = nodeText('ipvs', release);
  return text.slice(text.indexOf('*'), text.indexOf('root@worker-1:~# ipset list'));
}

describe('an IPVS node is called one by its chains alone', () => {
  const minors = Array.from({ length: 37 - 14 + 1 }, (_, at) => 14 + at).filter(
    (minor) => minor >= getMinor(IPVS_MODE.since),
  );

  it.each(minors)('of 1.%d', (minor) => {
    expect(askedFor(rulesOnly(`1.${minor}`))).toEqual({ mode: 'ipvs', commands: ['ipset save', 'ipvsadm -Ln'] });
  });

  it('and by a single rule that asks one of its sets', () => {
    const rule = '-A KUBE-SERVICES ! -s 10.244.0.0/16 -m set --match-set KUBE-CLUSTER-IP dst,dst -j KUBE-MARK-MASQ\n';
    expect(askedFor(rule)).toEqual({ mode: 'ipvs', commands: ['ipset save KUBE-CLUSTER-IP', 'ipvsadm -Ln'] });
  });

  it('not the other modes', () => {
    for (const mode of ['iptables', 'nftables', 'userspace'] as const)
      expect(askedFor(nodeText(mode))).toEqual({ mode: '', commands: [] });
  });

  it.skipIf(!existsSync(CASE))('of an operator', () => {
    const text = readFileSync(CASE, 'utf8');
    expect(askedFor(text)).toEqual({ mode: 'ipvs', commands: ['ipset save', 'ipvsadm -Ln'] });
  });
});
