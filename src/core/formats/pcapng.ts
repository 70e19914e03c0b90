/** A device a capture was taken on. */
export interface CaptureInterface {
  /** `node1/eth0`. */
  readonly name: string;
  readonly description?: string;
}

/** A packet that was seen on a device. */
export interface CapturedPacket {
  /** Index into the interfaces. */
  readonly on: number;
  /** Microseconds since 1970. */
  readonly at: number;
  /** From the IP header on. */
  readonly bytes: Uint8Array;
  readonly direction: 'in' | 'out';
  readonly comment?: string;
}

/** Raw IP, version in the first four bits: what is seen has no link-layer header that would not be made up. */
const LINKTYPE_RAW = 101;
const [SECTION, INTERFACE, PACKET] = [0x0a0d0d0a, 1, 6];
const [END, COMMENT, IF_NAME, IF_DESCRIPTION, EPB_FLAGS] = [0, 1, 2, 3, 2];
const DIRECTIONS = { in: 1, out: 2 } as const;

const short = (value: number): number[] => [value & 0xff, (value >>> 8) & 0xff];
const word = (value: number): number[] => [...short(value), ...short(value >>> 16)];
const padded = (bytes: Iterable<number>): number[] => {
  const list = [...bytes];
  return [...list, ...Array.from({ length: -list.length & 3 }, () => 0)];
};

function option(code: number, value: Iterable<number>): number[] {
  const bytes = [...value];
  return [...short(code), ...short(bytes.length), ...padded(bytes)];
}

/** UTF-8; half a surrogate pair has none. */
function utf8(value: string): number[] {
  const escaped = encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
  const signs = escaped.matchAll(/%([0-9A-F]{2})|(.)/g);
  return Array.from(signs, ([, hex, sign = '']) => (hex === undefined ? sign.charCodeAt(0) : Number.parseInt(hex, 16)));
}

const text = (code: number, value: string | undefined): number[] =>
  value === undefined ? [] : option(code, utf8(value));

function block(type: number, ...parts: readonly (readonly number[])[]): number[] {
  const body = parts.flat();
  const length = word(body.length + 12);
  return [...word(type), ...length, ...body, ...length];
}

function packetBlock({ on, at, bytes, direction, comment }: CapturedPacket): number[] {
  const length = word(bytes.length);
  const when = [...word(Math.floor(at / 2 ** 32)), ...word(at % 2 ** 32)];
  const told = [...option(EPB_FLAGS, word(DIRECTIONS[direction])), ...text(COMMENT, comment), ...option(END, [])];
  return block(PACKET, word(on), when, length, length, padded(bytes), told);
}

/**
 * A capture as Wireshark and tshark read it: one section, little-endian, one interface a device, microseconds.
 * Source: draft-ietf-opsawg-pcapng.
 *
 * @param comments of the whole file, as `capinfos` lists them
 */
export function printPcapng(
  interfaces: readonly CaptureInterface[],
  packets: readonly CapturedPacket[],
  comments: readonly string[] = [],
): Uint8Array<ArrayBuffer> {
  const unknownLength = Array.from({ length: 8 }, () => 0xff);
  const said = comments.length === 0 ? [] : [...comments.flatMap((each) => text(COMMENT, each)), ...option(END, [])];
  const section = block(SECTION, word(0x1a2b3c4d), short(1), short(0), unknownLength, said);
  const devices = interfaces.map(({ name, description }) =>
    block(
      INTERFACE,
      [...short(LINKTYPE_RAW), ...short(0)],
      word(0),
      text(IF_NAME, name),
      text(IF_DESCRIPTION, description),
      option(END, []),
    ),
  );
  return Uint8Array.from([section, ...devices, ...packets.map(packetBlock)].flat());
}
