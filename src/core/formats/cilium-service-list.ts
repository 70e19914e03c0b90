import type { LbServiceType } from '../linux/ebpf/lb-maps';
import { listedPlaceText, readListedPlace, tabbed, type ListedPlace } from './cilium/print-lb';
import type { Diagnostic, SourceSpan } from './format';
import { lineFormat, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** A backend in the listing: `2 => 10.244.2.7:8080/TCP (active)`. */
export interface ListedServiceBackend {
  readonly place: ListedPlace;
  /** `active`, `terminating`, `quarantined`, `maintenance`; old versions tell none. */
  readonly state?: string;
}

/** A row of `cilium-dbg service list` with the backends below it. */
export interface ListedCiliumService {
  readonly id: number;
  readonly frontend: ListedPlace;
  readonly type: LbServiceType;
  readonly backends: readonly ListedServiceBackend[];
  readonly span: SourceSpan;
}

type Growing = ListedCiliumService & { readonly backends: ListedServiceBackend[] };

const HEAD = /^ID\s+Frontend\s+Service Type\s+Backend/;
const ROW =
  /^(\d{1,9})\s+(\S+)\s+(ClusterIP|NodePort|LoadBalancer|ExternalIPs|HostPort|LocalRedirect)\b(?:\s+(\d{1,6} => .*))?(?:\s|$)/;
const BACKEND = /^\d{1,6} => (\S+)(?:\s+\(([\w -]{1,40})\))?/;

class ServiceReader implements LineReader<readonly ListedCiliumService[]> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly services: Growing[] = [];
  private open: Growing | undefined;

  take(line: TextLine): boolean {
    if (HEAD.test(line.text)) return true;
    if (this.open && this.backend(this.open, line.text)) return true;
    this.open = this.row(line);
    return this.open !== undefined;
  }

  finish(): readonly ListedCiliumService[] {
    return this.services;
  }

  private row(line: TextLine): Growing | undefined {
    const [, id, place = '', type, first] = ROW.exec(line.text) ?? [];
    const frontend = readListedPlace(place);
    if (id === undefined || !frontend) return undefined;
    const service: Growing = {
      id: Number(id),
      frontend,
      // One of the names the pattern lists.
      type: type as LbServiceType,
      backends: [],
      span: spanOfLine(line),
    };
    if (first !== undefined) this.backend(service, first);
    this.services.push(service);
    return service;
  }

  private backend(service: Growing, text: string): boolean {
    const [, word = '', state] = BACKEND.exec(text) ?? [];
    const place = readListedPlace(word);
    if (!place) return false;
    service.backends.push({ place, ...(state === undefined ? {} : { state }) });
    return true;
  }
}

function listRows({ id, frontend, type, backends }: ListedCiliumService): string[][] {
  const cells = backends.map(
    ({ place, state }, at) => `${at + 1} => ${listedPlaceText(place)}${state === undefined ? '' : ` (${state})`}`,
  );
  const [first = '', ...rest] = cells;
  return [[String(id), listedPlaceText(frontend), type, first], ...rest.map((cell) => ['', '', '', cell])];
}

/** `cilium-dbg service list` (before 1.15 `cilium service list`): frontends with their backends. */
export const CILIUM_SERVICE_LIST = lineFormat({
  id: 'cilium-service-list',
  title: 'cilium-dbg service list',
  command: 'cilium-dbg service list',
  hint: /^[ \t]*(?:ID\s+Frontend\s+Service Type|\d+\s+\S{1,80}:\d{1,5}\S{0,10}\s+(?:ClusterIP|NodePort|LoadBalancer|ExternalIPs|HostPort|LocalRedirect)\b)/m,
  reader: (): LineReader<readonly ListedCiliumService[]> => new ServiceReader(),
  print: (services) => tabbed([['ID', 'Frontend', 'Service Type', 'Backend'], ...services.flatMap(listRows)]),
  summary: (services) => ({
    frontends: services.length,
    backends: services.reduce((sum, { backends }) => sum + backends.length, 0),
    types: [...new Set(services.map(({ type }) => type))],
  }),
});
