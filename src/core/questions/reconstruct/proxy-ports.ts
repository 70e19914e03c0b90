import { type XtRuleset, type XtChain } from '../../linux/xtables/types';
import { type TableName } from '../../linux/hooks';
import { rulesetFromLines, type ChainLines } from '../../linux/xtables/ruleset-text';
import type { IpFamily } from '../../net/ip';
import { listChainRules } from '../diff/chain-diff';

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
      const texts = known ? alike(own, known, family) : listChainRules(own, family);
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
  const theirs = listChainRules(seen, family);
  const ports = new Map(theirs.map((text) => [makeKey(text), findProxyPort(text, own.name)] as const));
  const order = new Map(theirs.map((text, index) => [text, index] as const));
  return listChainRules(own, family)
    .map((text) => withPort(text, own.name, ports.get(makeKey(text))))
    .map((text, index) => ({ text, place: order.get(text) ?? theirs.length + index }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ text }) => text);
}

function makeKey(text: string): string {
  const [, quoted, plain] = NAME.exec(text) ?? [];
  return `${quoted ?? plain ?? ''} ${PROTO.exec(text)?.[1] ?? ''}`;
}

/** Where a rule says the proxy port: in INPUT what comes in is already on its way to it. */
function getPlace(chain: string): RegExp {
  return chain.endsWith('NON-LOCAL') ? /(--dport )(\d+)/ : /(--to-ports |--to-destination \S+:)(\d+)/;
}

function findProxyPort(text: string, chain: string): string | undefined {
  return getPlace(chain).exec(text)?.[2];
}

function withPort(text: string, chain: string, port: string | undefined): string {
  return port === undefined ? text : text.replace(getPlace(chain), `$1${port}`);
}
