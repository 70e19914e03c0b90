import { parseIp } from '../../net/ip';
import { listAskedPlaces } from '../../paste/asked-places';

const isAddress = ({ host }: { readonly host: string }): boolean => parseIp(host).ok;

/**
 * The address that was asked in vain in a line of texts: by that line itself, by the command whose output it is, else the one address that the texts
 * ask in vain; `none`: it has a name alone, or several were asked.
 */
export function findAskedAddress(texts: readonly { readonly text: string }[], line = ''): string {
  const failed = listAskedPlaces(texts.map(({ text }) => text)).filter(({ isFailed }) => isFailed);
  const ofLine = failed.filter((each) => each.line.trim() === line.trim());
  const own = [...listAskedPlaces([line]), ...ofLine].find(isAddress);
  const named = new Set(failed.map(({ host }) => host).filter((host) => host !== ''));
  const only = failed.find(isAddress);
  return own?.host ?? (named.size === 1 ? only?.host : undefined) ?? 'none';
}
