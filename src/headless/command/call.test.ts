import { describe, expect, it } from 'vitest';
import { thinned } from '../../core/lib/testing/soaking';
import { COMMANDS } from './call';
import { widthOnTerminal } from './page';
import { listMismatches } from './schema';
import { ranCommand } from './testing/run-command';

/** One call of each verb that prints data, on real inputs. */
const CALLS: readonly (readonly string[])[] = [
  ['walk', 'dns.txt', '--to', 'kube-system/kube-dns:dns', '--why', '-v'],
  ['walk', 'kuard.txt'],
  ['walk', 'ipvs.txt'],
  ['walk', 'cluster.yaml', '--from', 'shop/client', '--to', 'shop/web:http', '--why'],
  ['explain', 'dns.txt'],
  ['explain', 'cluster.yaml'],
  ['story', 'dns.txt'],
  ['story', 'cluster.yaml', '--from', 'shop/client', '--to', 'shop/web:80', '--mode', 'nftables'],
  ['lint', 'kuard.txt'],
  ['lint', 'cluster.yaml'],
  ['dead', 'dns.txt'],
  ['reach', 'cluster.yaml'],
  ['changes', 'cluster.yaml', '--from', 'ipvs@1.35', '--to', 'nftables@1.35'],
  ['changes', 'cluster.yaml', '--from', 'iptables@1.35', '--to', 'nftables@1.35', '--all-packets'],
  ['always', 'shop.reach', 'cluster.yaml'],
  ['always', 'shop.reach', 'cluster.yaml', '--coverage'],
  ['drift', 'cluster.yaml', 'worker-1.txt'],
  ['drift', 'cluster.yaml', 'dns.txt'],
  ['diff', 'dns.txt', 'kuard.txt'],
  ['diff', 'dns.txt', 'dns.txt', '--to', 'kube-system/kube-dns:dns'],
  ['reconstruct', 'dns.txt'],
  ['redact', 'dns.txt', '--seed', 'test'],
  ['timeline', 'cluster.yaml'],
  ['conformance', 'conformance/recordings/ebpf', '--suite', 'ebpf'],
];

describe('the command', () => {
  it.each(CALLS.map((words) => [words.join(' '), words] as const))(
    '%s: its data is of its schema',
    async (_name, words) => {
      const command = COMMANDS.find(({ name }) => name === words[0]);
      const { out, err, code } = await ranCommand([...words, '--json']);
      expect([0, 1, 2], err).toContain(code);
      expect(listMismatches(JSON.parse(out), command?.schema ?? {})).toEqual([]);
    },
  );

  it.each(['en', 'ko'])('text is within 80 columns but for words that are longer, in %s', async (locale) => {
    for (const words of thinned(CALLS, locale === 'en' ? 2 : 5)) {
      const { out } = await ranCommand([...words, '--lang', locale]);
      if (words[0] === 'redact' || words[0] === 'reconstruct') continue;
      const wide = out.split('\n').filter((line) => widthOnTerminal(line) > 80 && line.trim().includes(' '));
      expect(
        wide.filter((line) => !/^\s*(?:[-+\d./≈?]+\s+)?\S{50,}/.test(line)),
        words.join(' '),
      ).toEqual([]);
      expect(out).not.toContain('\u001b');
    }
  });

  it('colours only where a terminal shows them, and says the same', async () => {
    const call = ['walk', 'dns.txt'];
    const [plain, coloured] = [await ranCommand(call), await ranCommand(call, { isColoured: true })];
    expect(coloured.out).toContain('\u001b[32m');
    // oxlint-disable-next-line no-control-regex -- colours are taken out
    expect(coloured.out.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain.out);
  });

  it('covers every verb that prints data', () => {
    const tried = new Set(CALLS.map(([name]) => name));
    const printing = COMMANDS.filter(({ schema }) => schema !== undefined).map(({ name }) => name);
    expect(printing.filter((name) => !tried.has(name))).toEqual([]);
  });

  it.each(COMMANDS.map((each) => [each.name, each] as const))(
    '%s has two examples and its exit codes',
    (_name, command) => {
      expect(command.examples).toHaveLength(2);
      for (const [typed] of command.examples) expect(typed).toContain(`rulewalk ${command.name}`);
    },
  );
});

describe('used wrongly', () => {
  it.each([
    [['wolk', 'dns.txt'], 'Did you mean walk?'],
    [['walk', 'dns.txt', '--form', 'x'], 'Did you mean --from?'],
    [['walk'], 'Give files'],
    [['walk', 'missing.txt'], 'missing.txt cannot be read'],
    [['walk', 'missing*.txt'], 'No file fits missing*.txt'],
    [['walk', 'dns.txt', '--to', '10.96.0.10'], 'has no port'],
    [['walk', 'dns.txt', '--to', 'shop/nobody:80'], 'Nobody in the texts is called shop/nobody'],
    [['walk', 'dns.txt', '--flow', 'a to b'], 'A flow is written'],
    [['walk', 'cluster.yaml', '--to', 'shop/web:81'], 'it has 80/tcp'],
    [['diff', 'dns.txt'], 'Give two'],
    [['walk', 'dns.txt', '--lang', 'fr'], 'it is en or ko'],
    [['serve', '--port', 'x'], '--port x'],
  ] as const)('%j says what to do', async (words, said) => {
    const { code, err, out } = await ranCommand(words);
    expect([code, out]).toEqual([64, '']);
    expect(err).toContain(said);
  });

  it('cannot say anything of texts that hold nothing', async () => {
    const { code, err } = await ranCommand(['walk', '-'], { stdin: ['a note about nothing\n'] });
    expect(code).toBe(2);
    expect(err).toContain('rulewalk collect');
  });

  it('reads nothing that acts on the terminal', async () => {
    const { out, err } = await ranCommand(['walk', 'x\u001b[2J.txt']);
    expect(out + err).not.toContain('\u001b');
  });
});

describe('walk', () => {
  it('says what the notes say of their listings', async () => {
    const dns = await ranCommand([
      'walk',
      'dns.txt',
      '--from',
      '192.168.219.5',
      '--to',
      'kube-system/kube-dns:dns-tcp',
      '--json',
    ]);
    const { flows } = JSON.parse(dns.out) as { flows: { outcomes: { odds: string; at: string }[] }[] };
    expect(flows[0]?.outcomes.map(({ odds, at }) => [odds, at])).toEqual([
      ['1/2', '192.168.219.79:53'],
      ['1/2', '192.168.219.80:53'],
    ]);
    const kuard = await ranCommand(['walk', 'kuard.txt', '--to', 'kuard']);
    expect(kuard.out.match(/≈ 1\/10/g)).toHaveLength(10);
    const ipvs = await ranCommand(['walk', 'ipvs.txt', '--to', '172.35.0.200:80']);
    expect(ipvs.out.match(/1\/3 {2}arrives at/g)).toHaveLength(3);
  });

  it('takes a Pod that is named in a dump of rules alone for one of that node', async () => {
    const { out, code } = await ranCommand([
      'walk',
      'dns.txt',
      '--from',
      '192.168.219.5',
      '--to',
      'kube-system/kube-dns:53',
    ]);
    expect(out).toContain('192.168.219.5@cni0 ->');
    expect(code).toBe(0);
    const { out: outside } = await ranCommand([
      'walk',
      'dns.txt',
      '--from',
      '203.0.113.9',
      '--to',
      'kube-system/kube-dns:53',
    ]);
    expect(outside).toContain('203.0.113.9@eth0 ->');
  });

  it.each([
    ['0: every way gets through', ['--from', 'shop/client', '--to', 'shop/web'], 0],
    // That a way is refused for certain, 1: objects-evidence.test.ts.
    [
      '2: a port that no container declares: where it listens nothing tells',
      ['--from', 'shop/client', '--to', '10.244.1.5:9'],
      2,
    ],
    ['2: a name that is not known ends nowhere', ['--from', 'shop/client', '--to', 'nowhere.shop:80'], 2],
  ] as const)('exits %s', async (_name, words, code) => {
    const ran = await ranCommand(['walk', 'cluster.yaml', ...words]);
    expect([ran.code, ran.err]).toEqual([code, code === 2 ? expect.any(String) : '']);
  });

  it('calls senders and targets by any of their names', async () => {
    const ways = ['shop/client', '10.244.1.9'].flatMap((from) =>
      ['shop/web:80', 'shop/web:http', '10.96.4.4:80/tcp'].map((to) => ['--from', from, '--to', to]),
    );
    for (const words of ways) {
      const { out, code } = await ranCommand(['walk', 'cluster.yaml', ...words]);
      expect(code, words.join(' ')).toBe(0);
      expect(out.match(/1\/2 {2}arrives at/g), words.join(' ')).toHaveLength(2);
    }
  });
});

describe('batch', () => {
  it('answers each line before the next is read', async () => {
    const calls = [['walk', 'dns.txt', '--json'], ['nothing']];
    const { out, code } = await ranCommand(['batch'], {
      stdin: [...calls.map((call) => JSON.stringify(call)), 'no JSON'],
    });
    const answers = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { code: number });
    expect([code, ...answers.map((each) => each.code)]).toEqual([0, 0, 64, 64]);
  });
});

describe('capture', () => {
  const call = ['capture', 'cluster.yaml', '--from', 'shop/client', '--to', 'shop/web:80'];
  const namesIn = (bytes: Uint8Array): readonly string[] => [
    ...new Set(new TextDecoder('latin1').decode(bytes).match(/(?:shop\/[\w-]+|worker-\d)\/\w+/g)),
  ];

  it('writes a pcapng file with every device of the way, and nothing else', async () => {
    const { code, out, err, bytes } = await ranCommand(call);
    expect([code, out, err]).toEqual([0, '', '']);
    expect(Array.from(bytes.slice(0, 4))).toEqual([0x0a, 0x0d, 0x0d, 0x0a]);
    expect(namesIn(bytes)).toContain('shop/client/eth0');
    expect(namesIn(bytes)).toContain('shop/web-1/eth0');
    const second = await ranCommand([...call, '--way', '2']);
    expect(namesIn(second.bytes)).toContain('shop/web-2/eth0');
  });

  it('does not fill a terminal with it, and says what is asked too much', async () => {
    const shown = await ranCommand(call, { isTerminal: true });
    expect([shown.code, shown.bytes.length]).toEqual([64, 0]);
    expect(shown.err).toContain('> walk.pcapng');
    expect((await ranCommand([...call, '--way', '9'])).code).toBe(64);
    expect((await ranCommand(['capture', 'shop.reach'])).code).toBe(2);
    const inBatch = await ranCommand(['batch'], { stdin: [JSON.stringify(call)] });
    expect([JSON.parse(inBatch.out).code, inBatch.bytes.length]).toEqual([64, 0]);
  });
});

describe('conformance', () => {
  it('says how recordings came out, and where there is none', async () => {
    const { code, out } = await ranCommand(['conformance', 'conformance/recordings/ebpf', '--suite', 'ebpf']);
    expect(out).toContain('ebpf maps: 5/5');
    expect(code).toBe(0);
    expect((await ranCommand(['conformance', 'docs', '--suite', 'kernel'])).code).toBe(2);
    expect((await ranCommand(['conformance'])).code).toBe(64);
    expect((await ranCommand(['conformance', 'docs', '--suite', 'none'])).code).toBe(64);
  });
});

describe('--via', () => {
  const call = (...words: readonly string[]) => ranCommand(['walk', 'cluster.yaml', '--to', 'shop/web:80', ...words]);

  it('hands a packet from outside to a Node', async () => {
    const { out } = await call('--from', 'outside', '--via', 'worker-2', '--json');
    const { flows } = JSON.parse(out) as { flows: { outcomes: { where: string; sees: string }[] }[] };
    const [first, second] = (flows[0]?.outcomes ?? []).toSorted((a, b) => (a.where < b.where ? -1 : 1));
    expect([first?.where, first?.sees]).toEqual(['shop/web-1', '172.18.0.3']);
    expect([second?.where, second?.sees]).toEqual(['shop/web-2', '10.244.2.1']);
  });

  it('says who it is for', async () => {
    expect((await call('--from', 'outside', '--via', 'worker-9')).code).toBe(64);
    expect((await call('--from', 'shop/client', '--via', 'worker-2')).err).toContain('--from outside');
  });
});
