import { hash16 } from '../../lib/sha256';
import { ownerOfChain } from '../owners';
import { isCommonName, isSyntax } from './words';

/** Devices whose names say only what they are. */
const DEVICE =
  /^(?:lo|(?:eth|ens|eno|enp|wlan|bond|docker|cni|virbr|tunl|dummy|kube-ipvs|kube-bridge|nodelocaldns)[\dspf]*|(?:cali|veth|tap|tun|br-|flannel|vxlan)\+?\*?|flannel[.-]?\w*|vxlan\.calico|cilium_\w+|kube-ipvs0)$/;
/** Devices with a part that was drawn: it is drawn again. */
const DRAWN = /^(veth|cali|br-|tap|lxc|azv|eni|gke)([\da-f]{4,})$/;

/** Pseudonyms of names: the same name always gets the same one, and none can be turned back without the seed. */
export class NameMap {
  readonly #seed: number | string;
  readonly #known = new Map<string, string>();

  constructor(seed: number | string) {
    this.#seed = seed;
  }

  /** A name of a Kubernetes object or port: `n-kq3v7xaw`. */
  name(name: string): string {
    if (name === '' || isCommonName(name) || /^\d+$/.test(name)) return name;
    return this.#remember(name, () => `n-${this.#letters(name, 8)}`);
  }

  /** A word of a listing: syntax, devices and well-known chains stay. */
  word(word: string): string {
    if (isSyntax(word) || DEVICE.test(word)) return word;
    const [, kind, drawn] = DRAWN.exec(word) ?? [];
    if (kind !== undefined && drawn !== undefined) return kind + this.#hex(word, drawn.length);
    const owner = ownerOfChain(word);
    return owner === undefined ? this.name(word) : this.#chain(word);
  }

  /** A hash in base32 that belongs to no name that is known. */
  hash(text: string, length: number): string {
    return hash16(`${this.#seed} hash ${text}`).slice(0, length);
  }

  /** `CNI-DN-0123abcd` keeps what programs call their chains; the rest is drawn anew. */
  #chain(chain: string): string {
    return this.#remember(chain, () =>
      chain
        .split('-')
        .map((part, index) => (index === 0 || isFixedPart(part) ? part : this.#part(part)))
        .join('-'),
    );
  }

  #part(part: string): string {
    const [, kind, drawn] = DRAWN.exec(part) ?? [];
    if (kind !== undefined && drawn !== undefined) return kind + this.#hex(part, drawn.length);
    return /^[A-Z\d]+$/.test(part)
      ? this.hash(part, Math.min(16, part.length))
      : this.#letters(part, Math.max(4, Math.min(16, part.length)));
  }

  #remember(key: string, make: () => string): string {
    let known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, (known = make()));
    return known;
  }

  #letters(text: string, length: number): string {
    return hash16(`${this.#seed} name ${text}`).slice(0, length).toLowerCase();
  }

  #hex(text: string, length: number): string {
    const codes = Array.from(hash16(`${this.#seed} device ${text}`), (letter) =>
      (letter.charCodeAt(0) & 15).toString(16),
    );
    return codes.join('').padEnd(length, '0').slice(0, length);
  }
}

/** A word of a program, not a hash: `ISOLATION`, `STAGE`, `1`, `tw`. */
function isFixedPart(part: string): boolean {
  return /^(?:[A-Z]{1,13}|\d{1,2}|[a-z]{1,12})$/.test(part) || isSyntax(part);
}
