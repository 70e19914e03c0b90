import { rulesetFromLines, type ChainLines } from '../../linux/xtables/ruleset-text';
import type { TableName } from '../../linux/hooks';
import type { XtChain, XtRuleset } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import { rulesOf } from '../ruleset-diff/chain-diff';

const CHAIN = /^KUBE-(?:PORTALS|NODEPORT)-(?:CONTAINER|HOST|NON-LOCAL)$/;
const NAME = /--comment (?:"([^"]*)"|(\S+))/;
const PROTO = /-p (\w+)/;

/**
 * Rules of the userspace mode with the proxy ports and in the order of others: both are drawn anew at
 * every start of kube-proxy (the kernel picks a free port, Services come in the order of a map), so
 * that only the rest says whether it would write the same.
 */
export function withProxyPortsOf(written: XtRuleset, seen: XtRuleset, family: IpFamily): XtRuleset {
  const tables = new Map<TableName, Map<string, ChainLines>>();
  for (const [name, { chains }] of written.tables) {
    const lines = new Map<string, ChainLines>();
    for (const [chain, own] of chains) {
      const known = CHAIN.test(chain) ? seen.tables.get(name)?.chains.get(chain) : undefined;
      const texts = known ? alike(own, known, family) : rulesOf(own, family);
      lines.set(chain, {
        ...(own.policy === undefined ? {} : { policy: own.policy }),
        rules: texts.map((text) => ({ text })),
      });
    }
    tables.set(name, lines);
  }
  return rulesetFromLines(tables, family);
}

function alike(own: XtChain, seen: XtChain, family: IpFamily): string[] {
  const theirs = rulesOf(seen, family);
  const ports = new Map(theirs.map((text) => [keyOf(text), proxyPortOf(text, own.name)] as const));
  const order = new Map(theirs.map((text, index) => [text, index] as const));
  return rulesOf(own, family)
    .map((text) => withPort(text, own.name, ports.get(keyOf(text))))
    .map((text, index) => ({ text, place: order.get(text) ?? theirs.length + index }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ text }) => text);
}

function keyOf(text: string): string {
  const [, quoted, plain] = NAME.exec(text) ?? [];
  return `${quoted ?? plain ?? ''} ${PROTO.exec(text)?.[1] ?? ''}`;
}

/** Where a rule says the proxy port: in INPUT what comes in is already on its way to it. */
function placeOf(chain: string): RegExp {
  return chain.endsWith('NON-LOCAL') ? /(--dport )(\d+)/ : /(--to-ports |--to-destination \S+:)(\d+)/;
}

function proxyPortOf(text: string, chain: string): string | undefined {
  return placeOf(chain).exec(text)?.[2];
}

function withPort(text: string, chain: string, port: string | undefined): string {
  return port === undefined ? text : text.replace(placeOf(chain), `$1${port}`);
}
