import { join } from 'node:path';
import { USERSPACE_MODE } from '../../../src/core/kubernetes/proxy/userspace';
import { printRuleset, rulesetFromLines } from '../../../src/core/linux/xtables/ruleset-text';
import type { SuiteResult } from '../suite';
import { compareRulesets } from './compare-xtables';
import { readClusters, recordedText, Tally } from './recordings';

/** Clusters whose rules a real iptables listed; only the rules were kept, so chains are not compared. */
export function userspaceClusters(folder: string): SuiteResult[] {
  const tally = new Tally('userspace save ipv4');
  for (const { name, folder: place, cluster, config, nodes } of readClusters(folder)) {
    for (const node of nodes) {
      const recorded = recordedText(join(place, node, 'iptables.save'));
      if (recorded === undefined) continue;
      const state = USERSPACE_MODE.syncProxyRules({ cluster, node, family: 'ipv4', config, release: '1.25' });
      const text = printRuleset(rulesetFromLines(state.xtables.tables, 'ipv4'), 'ipv4');
      tally.add(`${name} ${node}`, compareRulesets(rulesOnly(recorded), rulesOnly(text)));
    }
  }
  return [tally.result()];
}

function rulesOnly(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.startsWith('*') || line.startsWith('-A'))
    .join('\n');
}
