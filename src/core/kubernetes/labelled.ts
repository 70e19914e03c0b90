import { putInGroup } from '../lib/groups';
import { matchesLabels } from './pods';
import { getNamespace, type Labels, type PodObject } from './types';

/** An object that a selector of its namespace may find. */
interface Labelled {
  readonly namespace: string;
  readonly labels: Labels | undefined;
}

/**
 * Objects by their labels: a selector's are found without a look at all others, as a cluster has as many selectors as it has Services.
 *
 * @param read namespace and labels of an object
 */
export class LabelIndex<T> {
  private readonly byLabel = new Map<string, T[]>();
  private readonly read: (object: T) => Labelled;

  constructor(objects: readonly T[], read: (object: T) => Labelled) {
    this.read = read;
    for (const object of objects) {
      const { namespace, labels } = read(object);
      for (const [key, value] of Object.entries(labels ?? {}))
        putInGroup(this.byLabel, `${namespace} ${key}=${value}`, object);
    }
  }

  /** Objects of a namespace that a selector finds, in the order given; an empty selector finds none, as for Services. */
  select(namespace: string, selector: Labels = {}): readonly T[] {
    let fewest: readonly T[] | undefined;
    for (const [key, value] of Object.entries(selector)) {
      const found = this.byLabel.get(`${namespace} ${key}=${value}`) ?? [];
      if (!fewest || found.length < fewest.length) fewest = found;
    }
    return (fewest ?? []).filter((object) => matchesLabels(this.read(object).labels, selector));
  }
}

/** Pods by their labels. */
export const indexPods = (pods: readonly PodObject[]): LabelIndex<PodObject> =>
  new LabelIndex(pods, (pod) => ({ namespace: getNamespace(pod), labels: pod.metadata.labels }));
