import { describe, expect, it } from 'vitest';
import { chainOfListing } from '../formats/iptables-list';
import { readListing } from '../formats/listing/read-listing';
import type { TableName } from '../linux/hooks';
import { printRule } from '../linux/xtables/rule-text';
import { withSource, type TableLayer } from './layers';
import { resolveInterfaces } from './unlisted-interfaces';

const HEADER = 'target     prot opt source               destination';

function layerOf(table: TableName, chains: Readonly<Record<string, readonly string[]>>): TableLayer {
  const text = Object.entries(chains)
    .map(([name, rows]) => `Chain ${name} (1 references)\n${HEADER}\n${rows.join('\n')}\n`)
    .join('\n');
  const steps = readListing(text, 'ipv4');
  let step = steps.next();
  while (!step.done) step = steps.next();
  const made = withSource(step.value.chains.map(chainOfListing), 'text-1');
  return { family: 'ipv4', table, format: 'iptables-list', whole: true, source: 'text-1', chains: made };
}

/** The rules of a chain as far as they could be completed. */
function rulesOf(layer: TableLayer, name: string): string[] {
  const chain = resolveInterfaces(layer).layer.chains.get(name);
  return Array.from({ length: chain?.length ?? 0 }, (_, i) => (chain ? printRule(chain.rule(i), 'ipv4') : ''));
}

const ANY = 'all  --  anywhere             anywhere';

describe('interfaces a listing without -v hides', () => {
  it('kube-proxy never tests them', () => {
    const layer = layerOf('nat', { 'KUBE-SVC-A': [`KUBE-SEP-B  ${ANY}`], PREROUTING: [`KUBE-SERVICES  ${ANY}`] });
    expect(rulesOf(layer, 'KUBE-SVC-A')).toEqual(['-j KUBE-SEP-B']);
    expect(rulesOf(layer, 'PREROUTING')).toEqual(['-j KUBE-SERVICES']);
  });

  it('Calico names the interface in the chain it goes to', () => {
    const layer = layerOf('filter', {
      'cali-FORWARD': [
        `MARK  ${ANY}  MARK and 0xfff1ffff`,
        `cali-from-wl-dispatch  ${ANY}`,
        `cali-to-wl-dispatch  ${ANY}`,
      ],
      'cali-from-wl-dispatch': [`cali-fw-cali82a8bb394bd  ${ANY}            [goto] `, `DROP  ${ANY}`],
      'cali-to-wl-dispatch': [`cali-tw-cali82a8bb394bd  ${ANY}            [goto] `, `DROP  ${ANY}`],
    });
    expect(rulesOf(layer, 'cali-FORWARD')).toEqual([
      '-j MARK --set-xmark 0x0/0xe0000',
      '-i cali+ -j cali-from-wl-dispatch',
      '-o cali+ -j cali-to-wl-dispatch',
    ]);
    expect(rulesOf(layer, 'cali-from-wl-dispatch')).toEqual([
      '-i cali82a8bb394bd -g cali-fw-cali82a8bb394bd',
      '-j DROP',
    ]);
    expect(rulesOf(layer, 'cali-to-wl-dispatch')).toEqual(['-o cali82a8bb394bd -g cali-tw-cali82a8bb394bd', '-j DROP']);
  });

  it('Docker writes the same five around its chain', () => {
    const layer = layerOf('filter', {
      FORWARD: [`DOCKER  ${ANY}`, `ACCEPT  ${ANY}  ctstate RELATED,ESTABLISHED`, `ACCEPT  ${ANY}`, `ACCEPT  ${ANY}`],
    });
    expect(rulesOf(layer, 'FORWARD')).toEqual([
      '-o docker0 -j DOCKER',
      '-o docker0 -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT',
      '-i docker0 ! -o docker0 -j ACCEPT',
      '-i docker0 -o docker0 -j ACCEPT',
    ]);
  });

  it('ufw lets loopback pass first; what people added stays open', () => {
    const layer = layerOf('filter', {
      'ufw-before-input': [`ACCEPT  ${ANY}`, `ACCEPT  ${ANY}  ctstate RELATED,ESTABLISHED`, `ufw-user-input  ${ANY}`],
      'ufw-user-input': [`ACCEPT  tcp  --  anywhere             anywhere  tcp dpt:ssh`],
    });
    expect(rulesOf(layer, 'ufw-before-input')).toEqual([
      '-i lo -j ACCEPT',
      '-m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT',
      '-j ufw-user-input',
    ]);
    expect(rulesOf(layer, 'ufw-user-input')).toEqual(['-p tcp -m tcp --dport 22 -i ? -o ? -j ACCEPT']);
  });

  it('with a second bridge Docker’s rows cannot be told apart and stay open', () => {
    const layer = layerOf('filter', {
      FORWARD: [`DOCKER  ${ANY}`, `ACCEPT  ${ANY}`, `DOCKER  ${ANY}`, `ACCEPT  ${ANY}`],
    });
    expect(rulesOf(layer, 'FORWARD').every((rule) => rule.includes('-i ? -o ?'))).toBe(true);
    expect(resolveInterfaces(layer).open).toBe(4);
  });

  it('a stranger’s ACCEPT stays open', () => {
    const layer = layerOf('filter', { INPUT: [`ACCEPT  ${ANY}`] });
    expect(rulesOf(layer, 'INPUT')).toEqual(['-i ? -o ? -j ACCEPT']);
    expect(resolveInterfaces(layer).owners).toEqual([]);
  });
});
