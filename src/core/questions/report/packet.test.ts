import { expect, test } from 'vitest';
import { createSpeaker, type Locale } from '../../../content/phrases';
import { LOCALES } from '../../../content/languages';
import { SPOKEN } from '../../../content/spoken';
import { createDerive } from '../../document/derive';
import type { Opened } from '../../document/explored';
import { sheetMarkdown } from '../../sheet/markdown';
import { makeWalk, type SheetWalk } from '../../sheet/walks';
import { FARTHER_WALKS } from '../../story/testing/farther-walks';
import { phrase } from '../../lib/phrase';
import { packetBlocks, withEveryMoment } from './packet';

type Name = keyof typeof FARTHER_WALKS;
const NAMES = Object.keys(FARTHER_WALKS) as Name[];

/** The walk a document's seed picks of its first flow, and the document opened. */
function opened(id: Name): { readonly bench: Opened; readonly walk: SheetWalk } {
  const document = FARTHER_WALKS[id]();
  const bench = { document, derived: createDerive()(document), explored: new Map() };
  const walk = makeWalk(bench, 'packet', { flow: document.flows[0]?.id, draws: { again: 0 } });
  if ('id' in walk) throw new Error(walk.id);
  return { bench, walk: withEveryMoment(walk) };
}

function reportOf(id: Name, locale: Locale) {
  const { bench, walk } = opened(id);
  const blocks = packetBlocks(bench, walk, undefined);
  const shown = {
    sheet: { id, title: phrase('report.packet'), notes: {} },
    blocks,
    knobs: [],
    walks: new Map([[walk.key, walk]]),
  };
  const named = (_walk: string, netns: string): string => `[${netns}]`;
  const text = sheetMarkdown(shown, { locale, say: createSpeaker(locale, SPOKEN[locale].MORE_PHRASES), named });
  return { told: walk.moments, text };
}

/** The lines of the diagram: who is in it, and each moment with whom it comes from. */
function diagramOf(text: string) {
  const lines = (/```mermaid\nsequenceDiagram\n([\s\S]*)\n```/.exec(text)?.[1] ?? '').split('\n');
  const names = new Map(
    lines.flatMap((line) => {
      const [, id, name] = /^ {2}participant (n\d+) as \[([^\];#]+)\]$/.exec(line) ?? [];
      return id && name ? [[id, name] as const] : [];
    }),
  );
  const said = lines.slice(names.size).map((line) => {
    const [, from, to, over, text] = /^ {2}(?:(n\d+)->>(n\d+)|Note over (n\d+)): (\d+ [^;]+)$/.exec(line) ?? [];
    return { from: names.get(from ?? ''), to: names.get(to ?? over ?? ''), text };
  });
  return { names: [...names.values()], said };
}

test.each(NAMES)('a report has every moment three times: in words, as a header, and in the diagram: %s', (id) => {
  for (const locale of LOCALES) {
    const { told, text } = reportOf(id, locale);
    const { names, said } = diagramOf(text);
    expect(text.match(/^\d+\. \*\*.+\*\*/gm)).toHaveLength(told.length);
    expect(text.match(/^ {3}\S.* → \S.*$/gm)).toHaveLength(told.length);
    // What the tool of Windows prints is JSON.
    expect(text.replaceAll(/^ {3}hns: .*$/gm, '')).not.toMatch(/undefined|NaN|\{|\.\. |\.\.$|story\./m);
    expect(new Set(names)).toEqual(new Set(told.map(({ node }) => node)));
    expect(said.map(({ to }) => to)).toEqual(told.map(({ node }) => node));
    expect(said.map(({ text: line }) => Number.parseInt(line ?? '', 10))).toEqual(told.map((_, at) => at + 1));
    // A packet goes from one to the other only within one leg: the next connection comes from nobody.
    const jumps = told.map(({ node, leg }, at) => {
      const last = told[at - 1];
      return last && last.leg === leg && last.node !== node ? last.node : undefined;
    });
    expect(said.map(({ from }) => from)).toEqual(jumps);
  }
});

/** What is special about a walk, in the words of its report. */
const SAID: Partial<Record<Name, readonly RegExp[]>> = {
  ingress: [
    /^14\. \*\*ingress-nginx\/\S+ reads the request and takes cart-\w+\.\*\*/m,
    /stands only in X-Forwarded-For/,
    // The Pod was not asked through the Service of the controller.
    /^18\. \*\*cart-\w+ answers to ingress-nginx\/\S+\*\* {2}\n {3}It answers whoever it saw as the sender\. {0,2}$/m,
  ],
  'ingress that answers 404': [/answers 404 by itself/],
  gateway: [/falls to HTTPRoute default\/canary/],
  name: [/^1\. \*\*client asks kube-system\/kube-dns for the name web\.default\.svc\.cluster\.local\.\*\*/m],
  'name of a port': [
    /^ {3}_http\._tcp\.web\.default\.svc\.cluster\.local is web\.default\.svc\.cluster\.local:80\. {0,2}$/m,
  ],
  'name over eBPF': [/^1\. \*\*client asks kube-system\/kube-dns for the name web\.default/m],
  'name whose answer is cut off': [
    /^4\. \*\*client is told only a part of what db\.default\.svc\.cluster\.local is\.\*\*/m,
    /does not fit a datagram of 512 bytes.+\(TC\)/,
    /^5\. \*\*client asks kube-system\/kube-dns for the name db\.default\S+ once more, by TCP\.\*\*/m,
    /^8\. \*\*client is told what db\.default\.svc\.cluster\.local is\.\*\*/m,
  ],
  'name asked of the cache of the node': [/node-local-dns is told what/, /by TCP, whatever it was asked by/],
  'balancer that proxies': [/^7\. \*\*load-balancer takes node2\.\*\* {2}\n {3}Its targets take turns\./m],
  'balancer with PROXY protocol': [/who the client is stands in front of the data \(PROXY protocol\)/],
  'balancer with NAT that keeps the source': [/The source stays outside/, /sees outside/],
  'balancer with NAT that hides the source': [/The source becomes load-balancer/, /sees load-balancer/],
  'VXLAN of flannel': [/flannel\.1 puts the packet into another one, from 172\.18\.0\.2 to 172\.18\.0\.3/],
  IPIP: [/tunl0 puts the packet into another one/],
  'a socket of eBPF': [/The system call connect\(\) already becomes one for web-\w+/],
};

test.each(Object.entries(SAID) as [Name, readonly RegExp[]][])('says what is special: %s', (id, wanted) => {
  const { text } = reportOf(id, 'en');
  for (const each of wanted) expect(text).toMatch(each);
});
