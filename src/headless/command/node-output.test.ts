import { describe, expect, it } from 'vitest';
import { ranCommand } from './testing/run-command';

async function said(verb: string, text: string): Promise<readonly [code: number, words: string]> {
  const { code, out, err } = await ranCommand([verb, 'post.txt'], { files: { 'post.txt': text } });
  return [code, `${out}${err}`.replaceAll(/\s+/g, ' ')];
}

const ENTRY = (state: string, mark = '') =>
  `tcp      6 59 ${state} src=192.0.2.7 dst=192.0.2.80 sport=41000 dport=31080 ${mark}src=10.244.2.9 dst=192.0.2.80 sport=8080 dport=41000 mark=0 use=1\n`;

describe('what a node printed', () => {
  it('is never headed by a sentence that nothing of it is read, where a line of it is known', async () => {
    const [, known] = await said('explain', '[ 8.1] TCP: Possible SYN flooding on port 80. Sending cookies.\n');
    expect(known).toContain('What its lines tell:');
    expect(known).not.toContain('is read here');
    const [, other] = await said('explain', 'It does not work.\n');
    expect(other).toContain('is read here');
  });

  it('without rules answers for the packets it shows', async () => {
    const asks = (at: number) => `09:14:0${at}.1234 IP 192.0.2.7.41000 > 192.0.2.80.80: Flags [S], seq 1, length 0\n`;
    const [code, walk] = await said('walk', asks(1) + asks(2));
    expect(code).toBe(2);
    expect(walk).toContain('192.0.2.7:41000 -> 192.0.2.80:80/tcp');
    expect(walk).not.toContain('Nothing in the texts suggests a packet');
  });

  it('of a connection that the client never finished is not said to have been answered', async () => {
    expect((await said('explain', ENTRY('SYN_RECV')))[1]).toContain('nothing came from the client after it (SYN_RECV)');
    expect((await said('explain', ` [UPDATE] ${ENTRY('SYN_RECV')}`))[1]).not.toContain('(SYN_RECV)');
    expect((await said('explain', ENTRY('ESTABLISHED')))[1]).toContain('This connection works');
    expect((await said('explain', ENTRY('SYN_SENT', '[UNREPLIED] ')))[1]).toContain('No answer came back');
  });

  it('of one address by two protocols is two entries', async () => {
    const udp = ENTRY('').replace(/tcp +6 59/, 'udp      17 29');
    const [, both] = await said(
      'explain',
      ENTRY('SYN_SENT', '[UNREPLIED] ') + udp.replace('src=10', '[UNREPLIED] src=10'),
    );
    expect(both.match(/No answer came back/g)).toHaveLength(2);
  });

  it('is put against a walk that gets through', async () => {
    const table = 'TCP  10.97.3.4:80 rr\n  -> 10.244.2.9:8080              Masq    1      0          0\n';
    const half = 'TCP 00:57  SYN_RECV    192.0.2.7:41000 10.97.3.4:80 10.244.2.9:8080\n';
    const [code, walk] = await said('walk', `# ipvsadm -Ln\n${table}# ipvsadm -Lnc\n${half}`);
    expect(walk).toContain('192.0.2.7');
    expect(walk).toContain('The texts show otherwise');
    expect(code).toBe(2);
    expect((await said('walk', `# ipvsadm -Ln\n${table}`))[1]).not.toContain('The texts show otherwise');
  });

  it('of a command beside the chain it changes is the listing', async () => {
    const listed = `Chain FORWARD (policy DROP 12 packets, 720 bytes)
 pkts bytes target     prot opt in     out     source               destination
    9   540 ACCEPT     all  --  *      *       192.0.2.0/24         0.0.0.0/0
`;
    const [, words] = await said('explain', `# iptables -I FORWARD -j ACCEPT\n# iptables -L -n -v\n${listed}`);
    expect(words).not.toContain('is never reached');
  });

  it('of how kube-proxy was started is no cluster, where a line says what failed', async () => {
    const started =
      '  └─6315 /usr/local/bin/kube-proxy --config=/var/lib/kube-proxy/config.yaml --proxy-mode=iptables\n';
    const failed = 'E0311 x.go:1] "Failed to execute iptables-restore" err="exit status 2"\n';
    expect((await said('walk', started + failed))[1]).not.toContain('10.96.0.1');
    expect((await said('walk', started + failed))[1]).toContain('Exit status 2');
  });
});
