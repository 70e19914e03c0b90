import { emptyDocument, type Document } from '../../src/core/document/document';
import { openCluster } from '../../src/core/document/edits/open-cluster';
import { makeCluster, node, pod, service } from '../../src/core/kubernetes/build';

/** A cluster of so many Services of three Pods each; of more than there can be Pods for, some share them. `port`: the first Service's. */
export function clusterOfPods(services: number, port = 80): Document {
  const groups = Math.min(services, 3333);
  const nodes = Math.ceil((groups * 3) / 240);
  const objects = [
    ...Array.from({ length: nodes }, (_, i) => node(`node${i}`)),
    ...Array.from({ length: groups * 3 }, (_, i) =>
      pod(`app-${i % groups}-${Math.floor(i / groups)}`, {
        node: `node${i % nodes}`,
        labels: { app: `app-${i % groups}` },
        containers: [{ name: 'main', ports: [{ containerPort: 8080 }] }],
      }),
    ),
    ...Array.from({ length: services }, (_, i) =>
      service(`app-${i}`, {
        selector: { app: `app-${i % groups}` },
        ports: [{ port: i === 0 ? port : 80, targetPort: 8080 }],
      }),
    ),
  ];
  return openCluster(emptyDocument(), makeCluster(objects)).document;
}
