/** `root@worker-1:~$ nslookup front.shop 10.96.0.10`; the shell of a Pod has no name before it (`/ # `). */
const AT_HOST =
  /^\[?[\w.-]{1,64}@[\w.-]{1,128}[:\s].{0,80}?[$#] ?(?:nslookup|dig|host)\s.{0,200}?[\s@](\d{1,3}(?:\.\d{1,3}){3})\s*$/;
const IN_POD = /^\/\S{0,60} [#$] ?(?:nslookup|dig|host)\s.{0,200}?[\s@](\d{1,3}(?:\.\d{1,3}){3})\s*$/;
const OF_CACHE = /^\s*nameserver 169\.254\./;
/** So many lines behind a question are its answer. */
const ANSWER = 6;
const LONGEST = 400;

const ANSWERED = /^(?:Name:|;; ->>HEADER<<-.*NOERROR)|ANSWER: [1-9]|has address/;
const SILENT = /no servers could be reached/;

/** The servers that lines of a form ask, where what stands behind one says so. */
const listServers = (lines: readonly string[], asks: RegExp, says: RegExp): ReadonlySet<string> =>
  new Set(
    lines.flatMap((line, at) => {
      const server = line.length > LONGEST ? undefined : asks.exec(line)?.[1];
      const isSaid =
        server !== undefined && lines.slice(at + 1, at + 1 + ANSWER).some((each) => says.test(each.trim()));
      return isSaid ? [server] : [];
    }),
  );

/**
 * Tells of whom names are asked, as far as the text says it: `host`: a server that answers the node itself and no Pod; `cache`: an address of the node’s
 * own (link-local), as NodeLocal DNSCache has it.
 */
export function tellNameServer(lines: readonly string[]): 'host' | 'cache' | 'other' {
  const silent = listServers(lines, IN_POD, SILENT);
  if ([...listServers(lines, AT_HOST, ANSWERED)].some((server) => silent.has(server))) return 'host';
  return lines.some((line) => OF_CACHE.test(line)) ? 'cache' : 'other';
}
