import { describe, expect, it } from 'vitest';
import { openTexts } from '../../public/open-texts';
import { findLogged } from './logged-findings';
import { listWalkGuesses } from './walk-guesses';

const END = 'LEN=60 TOS=0x00 PREC=0x00 TTL=63 ID=9 DF PROTO=TCP SPT=40000 DPT=8080 WINDOW=64860 RES=0x00 SYN URGP=0';
const line = (prefix: string, out = 'eth7'): string =>
  `Jun 12 09:14:02 node-1 kernel: [12.5] ${prefix} IN=cni7 OUT=${out} MAC=aa:bb SRC=10.244.1.5 DST=10.244.2.9 ${END}\n`;

const ids = (text: string): readonly string[] => findLogged([{ text }]).map(({ id }) => id);

describe('packets that rules of LOG showed', () => {
  it('are told by who wrote the prefix', () => {
    expect(ids(line('own-drop:'))).toEqual(['logged-none']);
    expect(ids(`${line('own-drop:')}-A FORWARD -j LOG --log-prefix "own-drop: "\n`)).toEqual(['logged-told']);
    expect(
      ids(`${line('own-drop:')}LOG all -- * * 0.0.0.0/0 0.0.0.0/0 LOG flags 0 level 4 prefix "own-drop: "\n`),
    ).toEqual(['logged-told']);
    expect(ids(line('[UFW BLOCK]'))).toEqual(['logged-ufw']);
    expect(ids(line('DROP by policy shop/web-0'))).toEqual(['logged-router']);
    expect(ids(line('[UFW ALLOW]'))).toEqual([]);
  });

  it('are each told once, and of a trace the last place', () => {
    expect(ids(line('a:') + line('a:') + line('b:'))).toEqual(['logged-none', 'logged-none']);
    const [traced, ...others] = findLogged([
      { text: line('TRACE: raw:PREROUTING:policy:2', '') + line('TRACE: filter:FORWARD:rule:7') },
    ]);
    expect([traced?.says.values?.['named'], others]).toEqual(['filter:FORWARD:rule:7', []]);
  });

  it('that firewalld refused are told as firewalld’s alone', () => {
    expect(ids(line('filter_FWD_public_REJECT:'))).toEqual([]);
  });

  it('alone are offered, and what becomes of them hangs on the rules that nobody pasted', () => {
    const opened = openTexts([{ title: 'log.txt', text: line('own-drop:') }]);
    if (!opened.ok) throw new Error('not opened');
    const { derived, document } = opened.value;
    const [offer] = derived.suggested;
    expect(offer).toMatchObject({ from: '10.244.1.5', to: '10.244.2.9', port: 8080, device: 'cni7' });
    const flow = {
      id: 'a',
      from: { kind: 'interface', address: '10.244.1.5', device: 'cni7' },
      to: { kind: 'address', address: '10.244.2.9' },
      protocol: 'tcp',
      port: 8080,
    } as const;
    const end = { answered: false, disposition: { kind: 'DELIVERED', netns: 'a', to: 'a' } } as const;
    const hangs = listWalkGuesses({ ...opened.value, document, derived }, flow, end);
    expect(hangs.map(({ says, decides }) => [says.id, decides])).toEqual([['evidence.guess.logged', true]]);
  });
});
