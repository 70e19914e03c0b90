import { describe, expect, it } from 'vitest';
import { formatIp } from '../net/ip';
import { LISTENING_SOCKETS } from './listening-sockets';

const read = (text: string) => {
  const parsed = LISTENING_SOCKETS.parse(text);
  if (!parsed.ok) throw new Error('not read');
  return parsed.value.value.map(({ protocols, sockets }) => ({
    protocols,
    sockets: sockets.map(
      ({ proto, ip, device, port, process }) =>
        `${proto} ${ip ? formatIp(ip) : '*'}${device === undefined ? '' : `%${device}`} ${port} ${process ?? ''}`,
    ),
  }));
};

describe('what listens, as listed', () => {
  it('by ss of several kinds', () => {
    const text = `Netid State  Recv-Q Send-Q Local Address:Port Peer Address:PortProcess
udp   UNCONN 0      0      127.0.0.53%lo:53        0.0.0.0:*    users:(("systemd-resolve",pid=612,fd=12))
tcp   LISTEN 0      4096               *:10250           *:*
tcp   LISTEN 0      128             [::1]:631          [::]:*
tcp   ESTAB  0      0           10.0.0.5:22        10.0.0.9:51234
tcp   LISTEN 0      128   [::ffff:10.0.0.5]:80         *:*
tcp   LISTEN 0      128          0.0.0.0:ssh       0.0.0.0:*
`;
    const [listing] = read(text);
    expect(listing).toEqual({
      protocols: ['tcp', 'udp'],
      sockets: ['udp 127.0.0.53%lo 53 systemd-resolve', 'tcp * 10250 ', 'tcp ::1 631 ', 'tcp 10.0.0.5 80 '],
    });
    const printed = LISTENING_SOCKETS.parse(text);
    expect(printed.ok && read(LISTENING_SOCKETS.print(printed.value.value))[0]).toEqual(listing);
  });

  it('by ss of one kind: the other is not told', () => {
    const text = `State  Recv-Q Send-Q Local Address:Port Peer Address:Port
LISTEN 0      128          0.0.0.0:22        0.0.0.0:*
`;
    expect(read(text)).toEqual([{ protocols: ['tcp'], sockets: ['tcp 0.0.0.0 22 '] }]);
    expect(read(text.replace('LISTEN', 'UNCONN'))[0]?.protocols).toEqual(['udp']);
  });

  it('by netstat', () => {
    const text = `Active Internet connections (only servers)
Proto Recv-Q Send-Q Local Address           Foreign Address         State       PID/Program name
tcp        0      0 127.0.0.1:10248         0.0.0.0:*               LISTEN      812/kubelet
tcp6       0      0 :::10256                :::*                    LISTEN      990/kube-proxy
tcp6       0      0 ::1:25                  :::*                    LISTEN      -
`;
    expect(read(text)).toEqual([
      { protocols: ['tcp'], sockets: ['tcp 127.0.0.1 10248 kubelet', 'tcp * 10256 kube-proxy', 'tcp ::1 25 '] },
    ]);
  });

  it('of connections alone nothing is told to listen', () => {
    const text = `Netid State  Recv-Q Send-Q Local Address:Port Peer Address:Port
tcp   ESTAB  0      0           10.0.0.5:22        10.0.0.9:51234
`;
    expect(read(text)).toEqual([{ protocols: [], sockets: [] }]);
  });
});
