/** A host with two devices that passes packets on, and the prompt of the rules that are to follow. */
export const HOST = `$ ip addr
1: lo: <LOOPBACK,UP> mtu 65536
    inet 127.0.0.1/8 scope host lo
2: eth0: <BROADCAST,MULTICAST,UP> mtu 1500
    inet 192.0.2.10/24 brd 192.0.2.255 scope global eth0
3: eth1: <BROADCAST,MULTICAST,UP> mtu 1500
    inet 10.1.0.1/24 brd 10.1.0.255 scope global eth1
$ ip route
default via 192.0.2.1 dev eth0
192.0.2.0/24 dev eth0 proto kernel scope link src 192.0.2.10
10.1.0.0/24 dev eth1 proto kernel scope link src 10.1.0.1
$ sysctl net.ipv4.ip_forward
net.ipv4.ip_forward = 1
$ iptables-save
`;
