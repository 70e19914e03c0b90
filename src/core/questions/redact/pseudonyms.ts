import { hash16, sha256 } from '../../lib/sha';
import { kindBeginning } from '../../paste/node/plan';
import { ownerOfChain } from '../../paste/owners';
import { CHAIN_PARTS, isCommonName } from './vocabulary';

/** Devices whose names say only what they are. */
const DEVICE =
  /^(?:lo|(?:eth|ens|eno|enp|enP|wlan|wlp|bond|team|docker|cni|virbr|vmbr|tunl|dummy|ifb|ppp|wg|tun|tap|vnet|tailscale|lxdbr|podman|cni-podman|azure|br|sit|gre|gretap|erspan|ip6tnl|ip6gre|ip_vti|ip6_vti|teql|flannel\.|vlan|macvtap|bridge|usb|wwan|ovn-k8s-mp|antrea-gw|antrea-tun|kube-ipvs|cbr|ovn)\d{1,4}(?:[spfnu]\d{1,4}){0,4}(?:\.\d{1,4})?(?:-nic)?|kube-bridge|flannel(?:-v6)?\.\d{1,4}|vxlan\.calico|cilium_(?:host|net|vxlan|geneve|wg0)|lxc_health|docker_gwbridge|ovs-system|br-(?:lan|int|ex|tun)|genev_sys_\d{4}|vxlan_sys_\d{4}|weave|nodelocaldns|vethwe-bridge|vethwe-datapath|pimreg|all|default)$/;
/** Devices with a part that was drawn: it is drawn again. */
const DRAWN = /^(veth|cali|br-|tap|lxc|azv|eni|gke|enx|vnet|qvo|qvb|qbr|qr-|qg-)(?=[\da-f]{0,15}\d)([\da-f]{4,})$/;

/** Devices that texts name, and beginnings that rules match them by. */
interface DeviceWords {
  readonly beginnings: readonly string[];
  readonly devices: readonly string[];
}

/** Pseudonyms of names: the same name always gets the same one, and none can be turned back without the seed. */
export class Pseudonyms {
  readonly #seed: number | string;
  readonly #known = new Map<string, string>();
  /** Beginnings that rules match devices by (`acme+`): what begins so goes on to. */
  readonly #beginnings: readonly string[];

  /** Words that stand where a device stands: what they are is told by how they begin (`br-shop`). */
  readonly #devices: ReadonlySet<string>;

  constructor(seed: number | string, { beginnings, devices }: DeviceWords = { beginnings: [], devices: [] }) {
    this.#seed = seed;
    this.#beginnings = beginnings.toSorted((a, b) => b.length - a.length);
    this.#devices = new Set(devices);
  }

  /** A name of a Kubernetes object or port: `n-kq3v7xaw`. */
  name(name: string): string {
    if (name === '' || isCommonName(name) || /^\d{1,5}$/.test(name)) return name;
    return this.#remember(name, () => this.#begun(name) ?? `n-${this.#letters(name, 8)}`);
  }

  /** A word that is no syntax where it stands: devices and chains keep what programs call them. */
  word(word: string): string {
    if (DEVICE.test(word)) return word;
    const drawn = this.#drawn(word) ?? this.#device(word);
    if (drawn !== undefined) return drawn;
    return ownerOfChain(word) === undefined ? this.name(word) : this.chain(word);
  }

  /** `DOCKER-ISOLATION-STAGE-1` stays, of `KUBE-SVC-…` and `cali-fw-…` the part that is somebody's is drawn anew. */
  chain(chain: string): string {
    return this.#remember(chain, () =>
      chain
        .split(/([-_:.]+)/)
        .map((part, index) => (index % 2 === 1 || isPartOfPrograms(part) ? part : this.#part(part)))
        .join(''),
    );
  }

  /** A hash in base32 that belongs to no name that is known. */
  hash(text: string, length: number): string {
    return hash16(`${this.#seed} hash ${text}`).slice(0, length);
  }

  /** Digits for digits, as many. */
  digits(digits: string): string {
    return this.#remember(`digits ${digits}`, () => {
      const drawn = this.#drawLike(digits, digits.length, 10);
      const first = digits.startsWith('0') ? '0' : String((Number(drawn[0]) % 9) + 1);
      return first + drawn.slice(1);
    });
  }

  /** Hexadecimal digits for hexadecimal digits, in the same case. */
  hex(text: string): string {
    const key = text.toLowerCase();
    const drawn = this.#remember(`hex ${key}`, () => this.#drawLike(key, key.length, 16));
    return text === key ? drawn : drawn.toUpperCase();
  }

  /** The kind of a MAC (group, locally administered) stays, and so does one that is everybody's; in any way of writing. */
  mac(text: string): string {
    const groups = text.includes(':') && /(?:^|:)[\da-f](?=:|$)/i.test(text);
    const plain = groups ? text.replaceAll(/[\da-f]+/gi, (byte) => byte.padStart(2, '0')) : text;
    const digits = plain.replaceAll(/[^\da-f]/gi, '').toLowerCase();
    if (isEverybodys(digits)) return text;
    const first = Number.parseInt(digits.slice(0, 2), 16);
    const drawn = this.#remember(`mac ${digits}`, () => this.#drawLike(digits, 12, 16));
    const head = (Number.parseInt(drawn.slice(0, 2), 16) & 0xfc) | (first & 3);
    const bytes = head.toString(16).padStart(2, '0') + drawn.slice(2);
    let at = 0;
    const written = plain.replaceAll(/[\da-f]/gi, () => bytes[at++] ?? '0');
    return /[A-F]/.test(text) ? written.toUpperCase() : written;
  }

  #begun(name: string): string | undefined {
    const begins = this.#beginnings.find((each) => name.startsWith(each) && name.length > each.length);
    return begins === undefined ? undefined : `${this.name(begins)}${this.#letters(name, 4)}`;
  }

  #drawn(word: string): string | undefined {
    const [, kind, drawn] = DRAWN.exec(word) ?? [];
    if (kind === undefined || drawn === undefined) return undefined;
    return kind + this.#remember(`device ${word}`, () => this.#drawLike(word, drawn.length, 16));
  }

  #device(word: string): string | undefined {
    const begins = this.#devices.has(word) ? kindBeginning(word) : undefined;
    if (begins === undefined) return undefined;
    const rest = word.length - begins.length;
    return begins + this.#remember(`device ${word}`, () => this.#letters(word, Math.min(rest, 8)));
  }

  #part(part: string): string {
    const drawn = this.#drawn(part);
    if (drawn !== undefined) return drawn;
    const length = Math.max(4, Math.min(16, part.length));
    if (/^\d+$/.test(part)) return this.digits(part);
    return /^[A-Z\d]+$/.test(part) ? this.hash(part, length) : this.#letters(part, length);
  }

  #remember(key: string, make: () => string): string {
    let known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, (known = make()));
    return known;
  }

  #letters(text: string, length: number): string {
    return hash16(`${this.#seed} name ${text}`).slice(0, length).toLowerCase();
  }

  #drawLike(text: string, length: number, base: 10 | 16): string {
    const key = text.length > 64 ? hash16(text) + text.length : text;
    let drawn = '';
    for (let round = 0; drawn.length < length; round++)
      drawn += drawDigits(`${this.#seed} ${base} ${round} ${key}`, base);
    return drawn.slice(0, length);
  }
}

function drawDigits(key: string, base: 10 | 16): string {
  let drawn = '';
  for (const word of sha256(key))
    for (let at = 0; at < 32; at += 8) drawn += (((word >>> at) & 255) % base).toString(base);
  return drawn;
}

/** Nobody's or everybody's: noughts, ones, Calico's `ee:ee:…`, masks, groups that a standard numbers. */
function isEverybodys(digits: string): boolean {
  if (/^(..)\1{5}$/.test(digits) || /^(?:ff|00|01)+$/.test(digits)) return true;
  return digits.startsWith('3333000000') || digits.startsWith('01005e0000');
}

/** A word of a program, not a name or a hash: `ISOLATION`, `STAGE`, `1`, `tw`. */
function isPartOfPrograms(part: string): boolean {
  return CHAIN_PARTS.has(part) || /^\d{0,2}$/.test(part);
}
