import { afterEach, describe, expect, it, vi } from 'vitest';
import { detectFormats, FORMATS, readAs, readByFormat, type FormatId } from '../../src/core/formats';
import { LEFT_ASIDE } from '../../src/core/formats/fence';
import type { LineFormat, LineReader } from '../../src/core/formats/lines/line-format';
import { Memo } from '../../src/core/lib/memo';
import { MACHINE_RECOGNISERS } from '../../src/core/paste/machine/read';
import { OBJECT_RECOGNISERS } from '../../src/core/paste/machine/objects';
import { networkOfPasted, STAGES as NETWORK_STAGES, type PastedNetwork } from '../../src/core/paste/pasted';
import type { PastedNode, PastedText } from '../../src/core/paste/pasted-types';
import { PART_RECOGNISERS } from '../../src/core/paste/read-parts';
import { RULE_RECOGNISERS } from '../../src/core/paste/read-rules';
import { RECOGNISERS } from '../../src/core/paste/read-text';
import { READING_STAGES } from '../../src/core/paste/understand';
import { thinned } from '../../src/core/lib/testing/soaking';
import { MIXED } from './fuzz';
import { TEXTS } from './texts';

/** A fault of ours, planted. */
const PLANTED = 'a planted fault';
const fail = (): never => {
  throw new Error(PLANTED);
};

afterEach(() => void vi.restoreAllMocks());

/** What a node is read as where nothing throws, read once. */
const wholes = new Map<string, PastedNetwork>();
function wholeOf(name: string, node: PastedNode): PastedNetwork {
  const known = wholes.get(name) ?? networkOfPasted(node);
  wholes.set(name, known);
  return known;
}

const textOf = (title: string, text: string): PastedText => ({ id: title, title, text });

/** What is left aside: `text: lines`, in the sentences with the planted fault. */
function leftAside({ texts, diagnostics }: PastedNetwork): string[] {
  const all = [...texts.flatMap((text) => text.diagnostics), ...diagnostics];
  const own = all.filter(({ code, message }) => code === LEFT_ASIDE && message.values?.['error'] === PLANTED);
  return [...new Set(own.map(({ message: { values } }) => String(values?.['title'])))];
}

/** What was found in a text: the tables and pieces, without those of some formats. */
function foundIn({ texts }: PastedNetwork, title: string, but: readonly string[] = []): string[] {
  const text = texts.find((each) => each.title === title);
  const parts = text?.parts.map(({ format, table, rules }) => `${format} ${table} ${rules}`) ?? [];
  const pieces = text?.pieces?.map(({ format, count }) => `${format} ${count}`) ?? [];
  return [...parts, ...pieces].filter((each) => !but.includes(each.split(' ')[0] ?? '')).toSorted();
}

type AnyFormat = LineFormat<FormatId, unknown>;
const LINE_FORMATS = FORMATS.filter((format) => 'reader' in format) as unknown as readonly AnyFormat[];

/** Ways for a reader to throw. */
const WAYS: Readonly<Record<string, (make: () => LineReader<unknown>) => LineReader<unknown>>> = {
  'when it is made': fail,
  'at a line': (make) => {
    const reader = make();
    return {
      take: (line) => (reader.take(line) ? fail() : false),
      finish: () => reader.finish(),
      diagnostics: reader.diagnostics,
    };
  },
  'at the end': (make) => {
    const reader = make();
    let took = false;
    return {
      take: (line) => {
        const takes = reader.take(line);
        took ||= takes;
        return takes;
      },
      finish: () => (took ? fail() : reader.finish()),
      diagnostics: reader.diagnostics,
    };
  },
};

const ROWS = thinned(
  LINE_FORMATS.flatMap((format) => Object.keys(WAYS).map((way) => [format.id, way] as const)),
  // Each format in one way or two: ways are three.
  2,
);
/** Two formats read the same tables: without the one the other may take its lines. */
const SAME_LINES = ['ip-route', 'ip-address', 'kubectl-table', 'sysctl'];

describe('a reader that throws', () => {
  it.each(ROWS)('%s %s: its part is left aside and said, all else is read, and read whole once it works', (id, way) => {
    const format = LINE_FORMATS.find((each) => each.id === id)!;
    const node: PastedNode = { texts: [textOf('broken', TEXTS[id]), textOf('mixed', MIXED)], facts: {} };
    const memo = new Memo();
    const whole = wholeOf(id, node);
    const make = format.reader;
    const spy = vi.spyOn(format, 'reader').mockImplementation(() => WAYS[way]!(make));
    const read = networkOfPasted(node, [], memo);
    expect(leftAside(read)).toContain('broken');
    expect(read.texts.map(({ title }) => title)).toEqual(['broken', 'mixed']);
    expect(foundIn(read, 'mixed')).toEqual(expect.arrayContaining(foundIn(whole, 'mixed', [id, ...SAME_LINES])));
    spy.mockRestore();
    const again = networkOfPasted(node, [], memo);
    expect(leftAside(again)).toEqual([]);
    expect(foundIn(again, 'broken')).toEqual(foundIn(whole, 'broken'));
    expect(foundIn(again, 'mixed')).toEqual(foundIn(whole, 'mixed'));
  });

  it.each(FORMATS.map(({ id }) => [id] as const))('%s by itself: it is said, and others are asked', (id) => {
    const format = FORMATS.find((each) => each.id === id)! as unknown as AnyFormat;
    const parse = vi.spyOn(format, 'parse').mockImplementation(fail);
    const read = readAs(id, TEXTS[id]);
    expect(read.ok ? [] : read.error.map(({ code }) => code)).toEqual([LEFT_ASIDE]);
    expect(() => readByFormat(TEXTS[id])).not.toThrow();
    parse.mockRestore();
    vi.spyOn(format, 'detect').mockImplementation(fail);
    expect(detectFormats(TEXTS[id]).map((each) => each.id)).not.toContain(id);
  });

  it('only at one block of a text: what stands above and below is read by the same reader', () => {
    const format = LINE_FORMATS.find(({ id }) => id === 'ipset-list')!;
    const make = format.reader;
    vi.spyOn(format, 'reader').mockImplementation(() => {
      const reader = make();
      const take: typeof reader.take = (line) => (line.text.startsWith('Name: BAD') ? fail() : reader.take(line));
      return {
        take,
        finish: () => reader.finish(),
        diagnostics: reader.diagnostics,
        givenBack: reader.givenBack ?? [],
      };
    });
    const set = (name: string): string =>
      `Name: ${name}\nType: hash:ip\nHeader: family inet hashsize 1024 maxelem 65536\nMembers:\n10.0.0.1\n\n`;
    const text = `$ ipset list\n${set('A')}so\n${set('BAD')}so\n${set('B')}so\n${set('C')}`;
    const read = networkOfPasted({ texts: [textOf('sets', text)], facts: {} });
    expect(leftAside(read)).toEqual(['sets']);
    expect(foundIn(read, 'sets')).toEqual(['ipset-list 3']);
  });
});

type Registry = Record<string, (...args: never[]) => unknown>;
const REGISTRIES: Readonly<Record<string, Registry>> = {
  RECOGNISERS,
  RULE_RECOGNISERS,
  PART_RECOGNISERS,
  OBJECT_RECOGNISERS,
  MACHINE_RECOGNISERS,
  READING_STAGES,
  NETWORK_STAGES,
};
const PLACES = Object.entries(REGISTRIES).flatMap(([name, all]) =>
  Object.keys(all).map((each) => [name, each] as const),
);

/** A whole table; twice, with other rules, it is two states. */
const STATE = `# Generated by iptables-save v1.8.7
*nat
:PREROUTING ACCEPT [0:0]
:INPUT ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
-A PREROUTING -d 10.9.9.9/32 -j ACCEPT
COMMIT
`;

/** Two states and two machines, listings, rows of routes and virtual servers, objects that are described: every recogniser has something to do. */
const RICH = `root@node-a:~# iptables-save
*nat
:PREROUTING ACCEPT [0:0]
-A PREROUTING -d 10.9.9.9/32 -j ACCEPT
COMMIT
*nat
:PREROUTING ACCEPT [0:0]
-A PREROUTING -d 10.9.9.8/32 -j ACCEPT
COMMIT
root@node-b:~# route -n
${TEXTS['route-n']}
root@node-b:~# ipvsadm -Ln
${TEXTS['ipvsadm']}
root@node-b:~# iptables -L -n
${TEXTS['iptables-list']}
`;

describe('a recogniser or a stage that throws', () => {
  it.each(thinned(PLACES, 2))('%s.%s: nothing is thrown, it is said, and what else is there is read', (name, each) => {
    const node: PastedNode = {
      texts: [
        textOf('rich', RICH),
        textOf('mixed', MIXED),
        textOf('modes', `## iptables mode\n${RICH}\n## ipvs mode\n${RICH}`),
        textOf('states', `${STATE}${STATE.replaceAll('10.9.9.9', '10.9.9.8')}`),
        textOf('described', TEXTS['kubectl-describe']),
        textOf('ruleless', 'Somebody said that it never worked.\n'),
      ],
      facts: {},
    };
    const memo = new Memo();
    const whole = wholeOf('all', node);
    const spy = vi.spyOn(REGISTRIES[name]!, each).mockImplementation(fail);
    const read = networkOfPasted(node, [], memo);
    expect(leftAside(read)).not.toEqual([]);
    expect(read.texts.map(({ title }) => title)).toEqual(['rich', 'mixed', 'modes', 'states', 'described', 'ruleless']);
    if (!name.endsWith('STAGES') && each !== 'readManifest')
      expect(foundIn(read, 'mixed')).toEqual(
        expect.arrayContaining(foundIn(whole, 'mixed', ['iptables-save', 'ip-route'])),
      );
    spy.mockRestore();
    const again = networkOfPasted(node, [], memo);
    expect(leftAside(again)).toEqual([]);
    for (const { title } of node.texts) expect(foundIn(again, title)).toEqual(foundIn(whole, title));
  });
});

describe('a description whose first line stands further in', () => {
  const DESCRIBED = `    Name:          web
Namespace:         default
Labels:            app=web
Selector:          app=web
Type:              ClusterIP
IP:                10.96.7.7
Port:              http  80/TCP
Endpoints:         10.244.1.5:8080
Session Affinity:  None
`;

  it('is read, and so is the good dump beside it', () => {
    const node: PastedNode = { texts: [textOf('described', DESCRIBED), textOf('mixed', MIXED)], facts: {} };
    const memo = new Memo();
    for (const read of [networkOfPasted(node, [], memo), networkOfPasted(node, [], memo)]) {
      expect(foundIn(read, 'described')).toEqual(['kubectl-describe 1']);
      expect(foundIn(read, 'mixed')).toEqual(
        foundIn(networkOfPasted({ ...node, texts: node.texts.slice(1) }), 'mixed'),
      );
      expect(read.texts.flatMap(({ diagnostics }) => diagnostics).filter(({ code }) => code === LEFT_ASIDE)).toEqual(
        [],
      );
    }
  });
});
