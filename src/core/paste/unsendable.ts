import { listAskedPlaces } from './asked-places';

/** Something that a text asks and that no packet can be made of. */
export interface UnsendablePlace {
  /** `masked`: whoever posted it wrote over the address; `untold`: nobody of the texts has it. */
  readonly is: 'masked' | 'untold';
  readonly words: string;
}

/** `10.x.x.95:32538`, `http://203.0.113.xxx:80`, `x.x.x.x:443`. */
const MASKED = /(?<![\w.])((?:(?:\d{1,3}|[xX]{1,3}|\*{1,3})\.){3}(?:\d{1,3}|[xX]{1,3}|\*{1,3}):\d{2,5})(?![\w.])/;
const LONGEST = 600;

/** Finds the server that Pods of the texts ask for names: as one line of a resolv.conf says it, else the Service of the cluster's DNS. */
function findNameServer(lines: readonly string[]): string {
  const told = lines.flatMap((line) => /^\s*nameserver (\d{1,3}(?:\.\d{1,3}){3})\s*$/.exec(line)?.[1] ?? []);
  const [first = 'kube-dns', ...others] = new Set(told);
  return others.length === 0 ? first : 'kube-dns';
}

/** Finds what a text asks where no packet is offered: an address that is masked, else the first place it asks by name or address. */
export function findUnsendable(texts: readonly string[]): UnsendablePlace | undefined {
  const lines = texts.flatMap((text) => text.split('\n', 5000)).filter((line) => line.length <= LONGEST);
  const masked = lines.flatMap((line) => MASKED.exec(line)?.[1] ?? []).find((words) => /[xX*]/.test(words));
  if (masked !== undefined) return { is: 'masked', words: masked };
  const place = listAskedPlaces(texts).find(({ host, isTyped, isFailed }) => host !== '' && isTyped && isFailed);
  if (place) return { is: 'untold', words: place.port === 0 ? place.host : `${place.host}:${place.port}` };
  const name = lines.find((line) => /no servers could be reached|Temporary failure in name resolution/.test(line));
  return name === undefined ? undefined : { is: 'untold', words: `${findNameServer(lines)}:53/udp` };
}
