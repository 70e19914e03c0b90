import { phrase, type Phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';

/** Longer lines are no messages, and texts of more lines are not looked through. */
const LONGEST = 4000;
const MOST_LINES = 20_000;

/**
 * What firewalld has the kernel log of a packet that a zone did not let pass (firewalld `LogDenied`; `src/firewall/core/nftables.py`,
 * `ipXtables.py`): `filter_FWD_public_REJECT: IN=flannel.1 OUT=cni0 …`, `FINAL_REJECT: …` where no zone decided.
 */
const DENIED =
  /\b(?:(?:filter_)?(?:IN|FWD[IO]?)_([\w-]{1,17}?)|FINAL)_(REJECT|DROP): {0,2}IN=([\w.@-]{0,20}) OUT=([\w.@-]{0,20}) /;
const ENDS = / SRC=([\da-fA-F.:]{2,45}) DST=([\da-fA-F.:]{2,45})(?: |$)/;
const WRITER = / PROTO=(\w{1,10})(?: .{0,20}?SPT=\d{1,5} DPT=(\d{1,5}))?/;

/** Devices that a Pod network makes on a node: bridges, tunnels, the node's ends of Pods. */
const OF_PODS =
  /^(?:cni\d+|cbr0|docker0|br-[\da-f]+|flannel[.-]\S+|cali\S+|vxlan\S+|tunl0|weave|kube-bridge|kube-tunnel\S*|tun-\S+|cilium_\S+|lxc\S+|veth\S+|antrea-gw0|genev_sys_\S+|nodelocaldns|kube-ipvs0|wg\S*)$/;

interface DeniedPacket {
  readonly line: string;
  readonly zone: string;
  readonly does: string;
  readonly indev: string;
  readonly outdev: string;
}

function readDenied(line: string): DeniedPacket | undefined {
  const found = DENIED.exec(line);
  if (!found) return undefined;
  const [, zone = 'none', does = 'REJECT', indev = '', outdev = ''] = found;
  return { line, zone, does, indev, outdev };
}

function sayDenied({ line, zone, does, indev, outdev }: DeniedPacket): Phrase {
  const [, src = '', dst = ''] = ENDS.exec(line) ?? [];
  const [, protocol = 'none', port = 'none'] = WRITER.exec(line) ?? [];
  return phrase('evidence.firewalld.denied', {
    zone,
    does,
    indev: indev || 'none',
    outdev: outdev || 'none',
    src,
    dst,
    protocol,
    port,
  });
}

/** The change: devices of Pods are trusted, a device that others use too never is. */
function sayTrust({ indev, outdev }: DeniedPacket): Phrase {
  const devices = [...new Set([indev, outdev])].filter((name) => OF_PODS.test(name));
  const isFromPods = OF_PODS.test(indev);
  const adds = devices.map((name) => `--add-interface=${name}`).join(' ');
  return isFromPods
    ? phrase('evidence.firewalld-next.trust', { adds })
    : phrase('evidence.firewalld-next.source', { device: indev || 'none', adds: adds || 'none' });
}

/** Packets that zones of firewalld refused, one a zone and pair of devices. */
function findDenied(lines: readonly string[]): readonly EvidenceFinding[] {
  const once = new Map<string, DeniedPacket>();
  for (const line of lines) {
    const denied = readDenied(line);
    if (!denied || !ENDS.test(line)) continue;
    const key = `${denied.zone} ${denied.indev} ${denied.outdev}`;
    if (!once.has(key)) once.set(key, denied);
  }
  return [...once.values()].slice(0, MOST_DENIED).map((denied) => ({
    id: 'firewalld-denied',
    severity: 'error',
    says: sayDenied(denied),
    next: sayTrust(denied),
    words: [denied.line.trim()],
  }));
}

/** So many are told. */
const MOST_DENIED = 3;

/** `firewall-cmd --permanent --zone=trusted --remove-interface=cni0` (firewall-cmd(1)). */
const MOVED = /\bfirewall-cmd\b.{0,200}--(add|remove|change)-(interface|source)[= ]([\w.:/@-]{1,50})/;
const ZONE = /--zone[= ]([\w-]{1,17})/;
/** How clients say that nothing came of it. */
const FAILED =
  /can't connect|Connection timed out|No route to host|Host is unreachable|download timed out|timed out|i\/o timeout|Connection refused|exit code [1-9]/i;

/** Programs that ask another machine. */
const ASKS = /\b(?:wget|curl|ping|nc|telnet|nslookup|dig) \S/;

interface MovedDevice {
  readonly line: string;
  readonly adds: boolean;
  readonly zone: string;
  readonly what: string;
  readonly name: string;
  /** The line behind it, before the next one of these, by which a client failed. */
  readonly failed: string | undefined;
  /** A client was started behind it, and something was printed. */
  readonly isAsked: boolean;
}

function listMoves(lines: readonly string[]): readonly MovedDevice[] {
  const at = lines.flatMap((line, index) => (MOVED.test(line) ? [index] : []));
  return at.map((index, nth) => {
    const line = lines[index] ?? '';
    const [, verb = '', what = '', name = ''] = MOVED.exec(line) ?? [];
    const behind = lines.slice(index + 1, at[nth + 1] ?? index + MOST_BEHIND);
    const failed = behind.find((each) => FAILED.test(each));
    const asked = behind.findIndex((each) => ASKS.test(each));
    const isAsked = asked >= 0 && behind.slice(asked + 1).some((each) => each.trim() !== '');
    return { line, adds: verb !== 'remove', zone: ZONE.exec(line)?.[1] ?? 'default', what, name, failed, isAsked };
  });
}

/** So many lines behind a command are taken to be of it, where no other follows. */
const MOST_BEHIND = 30;

/** Where taking a device out of a trusted zone was followed by a failure: the zone decides. */
function findMoved(lines: readonly string[]): readonly EvidenceFinding[] {
  const moves = listMoves(lines).filter(({ zone }) => zone === 'trusted');
  const broke = moves.find(({ adds, failed }) => !adds && failed !== undefined);
  const mended = moves.find(
    ({ adds, name, failed, isAsked }) => adds && failed === undefined && isAsked && (!broke || broke.name === name),
  );
  const shown = broke ?? mended;
  if (!shown) return [];
  const { what, name } = shown;
  const values = { what, name, failed: (broke?.failed ?? '').trim().slice(0, 200) };
  const how = broke ? (mended ? 'both' : 'broke') : 'mended';
  return [
    {
      id: 'firewalld-moved',
      severity: broke ? 'error' : 'info',
      says: phrase('evidence.firewalld.moved', { ...values, how }),
      next: phrase('evidence.firewalld-next.trust', { adds: `--add-${what}=${name}` }),
      words: [shown.line.trim()],
    },
  ];
}

/** `public (active)` or `public`, then `  target: default`, as `firewall-cmd --list-all` prints it. */
const ZONE_NAME = /^([\w-]{1,17})(?: \((?:active|default)[\w, ]{0,20}\))?$/;
const ZONE_LINE = /^\s{1,8}(target|interfaces): ?(.{0,300})$/;

/** Zones listed with their devices: one of Pods in a zone that refuses what it does not know. */
function findZones(lines: readonly string[]): readonly EvidenceFinding[] {
  const found: EvidenceFinding[] = [];
  let [zone, target] = ['', ''];
  for (const line of lines) {
    const named = ZONE_NAME.exec(line)?.[1];
    if (named !== undefined) [zone, target] = [named, ''];
    const [, key, value = ''] = ZONE_LINE.exec(line) ?? [];
    if (key === 'target') target = value.trim();
    if (key !== 'interfaces' || zone === '' || !/^(?:default|%%REJECT%%|DROP)$/.test(target)) continue;
    const devices = value.split(/\s+/).filter((name) => OF_PODS.test(name));
    if (devices.length === 0) continue;
    found.push({
      id: 'firewalld-zone',
      severity: 'warning',
      says: phrase('evidence.firewalld.zone', { zone, target, devices: devices.join(', ') }),
      next: phrase('evidence.firewalld-next.trust', {
        adds: devices.map((name) => `--change-interface=${name}`).join(' '),
      }),
      words: [line.trim()],
    });
  }
  return found.slice(0, MOST_DENIED);
}

/**
 * Findings on firewalld in a text: packets that the kernel logged as refused by a zone, commands that moved a device into or
 * out of the zone `trusted` with what came of it, and zones that list a device of the Pod network.
 */
export function findOfFirewall(text: string): readonly EvidenceFinding[] {
  if (!/_(?:REJECT|DROP): |firewall-cmd|target: /.test(text)) return [];
  const lines = text.split('\n', MOST_LINES).filter((line) => line.length <= LONGEST);
  return [...findDenied(lines), ...findMoved(lines), ...findZones(lines)];
}
