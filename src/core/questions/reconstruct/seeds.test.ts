import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { proxyMode } from '../../kubernetes/proxy';
import { rulesetFromLines } from '../../linux/xtables/ruleset-text';
import type { XtRuleset } from '../../linux/xtables/types';
import { ownerOfChain } from '../../paste/owners';
import { listChainRules } from '../diff/chain-diff';
import { makeSyncInput } from './compare';
import { observedOfPasted } from './observe-pasted';
import { reconstruct } from './reconstruct';

/** The notes belong to others: they are read in place. */
const SEEDS = `${process.env['RULEWALK_SHARED'] ?? '../shared'}/seeds`;
const NOTES = existsSync(SEEDS) ? readdirSync(SEEDS) : [];

/** Fenced blocks of a note that fit. */
function blocks(note: string, fits: RegExp): string[] {
  const file = NOTES.find((name) => name.startsWith(note)) ?? '';
  const text = readFileSync(`${SEEDS}/${file}`, 'utf8');
  return [...text.matchAll(/^```\w*\n(.*?)^```/gms)].flatMap(([, inside = '']) => (fits.test(inside) ? [inside] : []));
}

/** `nat KUBE-SERVICES -d …`: the rules of kube-proxy's and kubelet's chains, and the jumps to them; names of endpoints on demand. */
function ownRules(ruleset: XtRuleset | undefined, withEndpoints: boolean): string[] {
  const isOwn = (chain: string, text: string): boolean =>
    ownerOfChain(chain) === 'kube-proxy' || / -j KUBE-\S+$|^-j KUBE-\S+$/.test(text);
  const named = (text: string): string => (withEndpoints ? text : text.replaceAll(/KUBE-SEP-\S{16}/g, 'KUBE-SEP'));
  return [...(ruleset?.tables ?? [])].flatMap(([table, { chains }]) =>
    [...chains.values()].flatMap((chain) =>
      listChainRules(chain, 'ipv4').flatMap((text) =>
        isOwn(chain.name, text) ? [named(`${table} ${chain.name} ${text}`)] : [],
      ),
    ),
  );
}

/** How many rules of the texts a release writes for the cluster that is made of them: `all`, `written`, and the others. */
function held(
  texts: readonly string[],
  release: string,
  withEndpoints: boolean,
  mode: 'iptables' | 'ipvs' = 'iptables',
) {
  const observed = observedOfPasted({ texts: texts.map((text, i) => ({ id: `${i}`, title: '', text })), facts: {} });
  const made = reconstruct(observed, { release });
  if (!made) throw new Error('nothing of kube-proxy');
  const state = proxyMode(mode).syncProxyRules(makeSyncInput(made, 'ipv4'));
  const compiled = new Set(ownRules(rulesetFromLines(state.xtables.tables, 'ipv4'), withEndpoints));
  const listed = ownRules(observed.xtables.ipv4, withEndpoints);
  return {
    all: listed.length,
    written: listed.filter((rule) => compiled.has(rule)).length,
    own: made.differences.filter(({ kind }) => kind !== 'foreign'),
    release: reconstruct(observed)?.release,
  };
}

describe.skipIf(NOTES.length === 0)(
  'the clusters of the notes, as kube-proxy 1.11 and its neighbours write them',
  () => {
    it('2019, AWS and Calico: every rule of kube-proxy in the listings is compiled', () => {
      const texts = blocks('003', /^-A KUBE-|\$ iptables/m);
      const { all, written, own, release } = held(texts, '1.11', false);
      expect(release).toMatchObject({ from: '1.10', to: '1.12' });
      expect([all, written]).toEqual([34, 34]);
      // Calico's and Docker's rules stay what they are; of kube-proxy nothing is missing, nothing is too much.
      expect(own).toEqual([]);
    });

    it('three endpoints behind a load balancer: all but the names of endpoint chains, which are no hash of what they lead to', () => {
      const chains = blocks('002', /^Chain KUBE-/m).slice(4, 12);
      const { all, written, own, release } = held(chains, '1.14', false);
      expect(release).toMatchObject({ from: '1.13', to: '1.15' });
      expect([all, written]).toEqual([22, 22]);
      expect(own.map(({ chain }) => chain.replace(/-[A-Z0-9]{16}$/, ''))).toEqual(['KUBE-SVC', 'KUBE-SEP']);
    });

    it('sets, servers and rules of IPVS: all but what the note has lost a blank of', () => {
      const chains = blocks('002', /^Chain KUBE-|^Name: |^TCP /m).slice(12);
      const { all, written, release } = held(chains, '1.15', false, 'ipvs');
      expect(release).toMatchObject({ release: '1.15', to: '1.15' });
      expect([all, written]).toEqual([10, 9]);
    });
  },
);
