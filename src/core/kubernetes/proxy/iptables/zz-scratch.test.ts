import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { clusterOf } from '../../build';
import { compareRulesets } from '../../../../headless/conformance/compiler/compare-xtables';
import { printRestore } from './restore';

test('golden restore', () => {
  const root = '/work/shared/golden/kube-proxy-1.30.5';
  let pass = 0,
    fail = 0;
  for (const name of readdirSync(root)) {
    const items = JSON.parse(readFileSync(`${root}/${name}/input.json`, 'utf8')).items;
    const config = JSON.parse(readFileSync(`${root}/${name}/config.json`, 'utf8'));
    const cluster = clusterOf(items);
    for (const node of readdirSync(`${root}/${name}`)) {
      if (node.endsWith('.json')) continue;
      for (const family of ['ipv4', 'ipv6'] as const) {
        const file = `${root}/${name}/${node}/${family === 'ipv4' ? 'iptables' : 'ip6tables'}.restore`;
        if (!existsSync(file)) continue;
        const text = printRestore({ cluster, node, family, config, release: '1.30' });
        const diff = compareRulesets(readFileSync(file, 'utf8'), text);
        if (diff.length) {
          fail++;
          if (fail < 6) console.log(name, node, family, diff.slice(0, 4).join('\n'));
        } else pass++;
      }
    }
  }
  console.log({ pass, fail });
});
