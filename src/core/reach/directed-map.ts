import { complement, formatFraction, fraction, add, ZERO, type Fraction } from '../lib/fraction';
import type { IpvsServer } from '../linux/ipvs/service';
import type { Diagram } from './diagram';
import type { Space } from './space';
import { serviceText, type Directed, type ServerChoice } from './virtual-services';

/** Maps behind the director of IPVS, by its decision. */
export interface AfterDirector {
  readonly pass: Diagram;
  readonly unreachable: Diagram;
  /** Nobody can say: of a service that is told in words. */
  readonly unknown: (service: string) => Diagram;
  /** Behind a server that was chosen for a service's packets. */
  readonly server: (server: IpvsServer, directed: Directed) => Diagram;
}

/** The odds of each choice where none before it was taken; undefined: nobody can say. */
function stepOdds(choices: readonly ServerChoice[]): (Fraction | undefined)[] {
  let before = ZERO;
  return choices.map(({ odds }) => {
    if (!odds) return undefined;
    const rest = complement(before);
    before = add(before, odds);
    return fraction(odds.num * rest.den, odds.den * rest.num);
  });
}

/** Draws of the director: no packet comes to it twice, so services of equal odds share theirs. */
class DirectorDraws {
  private readonly space: Space;
  private readonly known = new Map<string, Diagram>();

  constructor(space: Space) {
    this.space = space;
  }

  question(odds: Fraction | undefined, nth: number, service: Directed['service']): Diagram {
    const { space } = this;
    if (!odds) {
      space.asking = () => serviceText(service);
      return space.may();
    }
    const key = `${nth} ${formatFraction(odds)}`;
    const drawn = this.known.get(key) ?? space.draw(odds);
    this.known.set(key, drawn);
    return drawn;
  }
}

/** Map of a service's packets: each choice with its odds. */
function mapChoices(directed: Directed, after: AfterDirector, draws: DirectorDraws, space: Space): Diagram {
  const { choices, left, service } = directed;
  const odds = stepOdds(choices);
  const follow = ({ server }: ServerChoice): Diagram => (server ? after.server(server, directed) : after[left]);
  const last = choices.at(-1);
  if (!last) return after.unknown(serviceText(service));
  return choices
    .slice(0, -1)
    .reduceRight(
      (others, choice, nth) => space.diagrams.choose(draws.question(odds[nth], nth, service), follow(choice), others),
      follow(last),
    );
}

/** The director for all first packets (`ip_vs_in_hook` in net/netfilter/ipvs/ip_vs_core.c): those of no service pass. */
export function mapDirector(space: Space, services: readonly Directed[], after: AfterDirector): Diagram {
  const { diagrams } = space;
  const draws = new DirectorDraws(space);
  const directed = services.map((each) => diagrams.and(each.packets, mapChoices(each, after, draws, space)));
  const any = diagrams.union(services.map(({ packets }) => packets));
  return diagrams.union([...directed, diagrams.and(diagrams.not(any), after.pass)]);
}
