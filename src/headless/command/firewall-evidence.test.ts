import { describe, expect, it } from 'vitest';
import { findOfFirewall } from '../../core/questions/evidence/firewall-findings';
import { ranCommand } from './testing/run-command';

const explained = async (text: string): Promise<string> => {
  const { out, err } = await ranCommand(['explain', 'post.txt'], { files: { 'post.txt': text } });
  return `${out}${err}`.replaceAll(/\s+/g, ' ');
};

const DENIED = 'Mar 03 11:02:09 shelf-1 kernel: filter_FWD_work_REJECT: IN=flannel.1 OUT=cni0 MAC=0a:0b SRC=10.42.1.0';

describe('what a text shows of firewalld', () => {
  it('a packet that a zone refused, also of a line that was cut off', async () => {
    const whole = `${DENIED} DST=10.42.0.7 LEN=60 TOS=0x00 TTL=62 ID=3 DF PROTO=TCP SPT=41234 DPT=8080 WINDOW=64240 RES=0x00 SYN URGP=0\n`;
    const mends =
      'firewall-cmd --permanent --zone=trusted --add-interface=flannel.1 --add-interface=cni0 && firewall-cmd --reload';
    for (const [text, words] of [
      [
        whole,
        'its zone work did. From 10.42.1.0 to 10.42.0.7, TCP port 8080, to be forwarded, in by flannel.1, out by cni0',
      ],
      [`No route to host, they say:\n\n${DENIED} DST=10.42.0.7 LEN=60 T>\n`, 'the line is cut off before its protocol'],
    ] as const) {
      const said = await explained(text);
      expect(said).toContain('firewalld rejected this packet');
      expect(said).toContain(words);
      expect(said).toContain(mends);
    }
  });

  it('a device that others use too is not to be trusted', async () => {
    const line = DENIED.replace('IN=flannel.1', 'IN=eth0').replace('REJECT', 'DROP');
    const said = await explained(`${line} DST=10.42.0.7 LEN=60 TTL=62 PROTO=UDP SPT=41234 DPT=53 LEN=40\n`);
    expect(said).toContain('firewalld dropped this packet');
    expect(said).toContain('do not trust the device');
    expect(said).not.toContain('--add-interface=eth0');
  });

  it('a device taken out of the trusted zone, and put back', async () => {
    const text = `[root@shelf ~]# firewall-cmd --permanent --zone=trusted --remove-interface=cni7
success
[root@shelf ~]# kubectl exec till -- wget 10.42.0.9:80 -T 2
wget: can't connect to remote host (10.42.0.9): Host is unreachable
[root@shelf ~]# firewall-cmd --permanent --zone=trusted --add-interface=cni7
success
[root@shelf ~]# kubectl exec till -- wget 10.42.0.9:80 -T 2
saving to 'index.html'
`;
    const said = await explained(text);
    expect(said).toContain('Without cni7 in firewalld’s zone trusted a client failed (wget: can');
    expect(said).toContain('--zone=trusted --add-interface=cni7 && firewall-cmd --reload');
    // Cut off before anybody asked: nothing shows that it helped.
    const cut = await explained(text.slice(0, text.lastIndexOf('[root@shelf')));
    expect(cut).toContain('After cni7 was taken out of firewalld’s zone trusted, a client failed');
  });

  it('a zone that lists a device of Pods', () => {
    const zone = (target: string): string =>
      `# firewall-cmd --zone=home --list-all\nhome (active)\n  target: ${target}\n  icmp-block-inversion: no\n  interfaces: cni0 eth0\n`;
    expect(findOfFirewall(zone('default')).map(({ id, says }) => [id, says.values?.['devices']])).toEqual([
      ['firewalld-zone', 'cni0'],
    ]);
    expect(findOfFirewall(zone('ACCEPT'))).toEqual([]);
  });
});
