import { describe, expect, it } from 'vitest';
import { emptyDocument } from '../../document/document';
import { openManifest } from '../../document/open-manifest';
import { finished } from '../../lib/scan';
import { findOfMade } from '../../questions/evidence/made-services';
import { readToldNames } from '../../questions/evidence/known/told-service';
import { readMadeObjects } from './made-by-commands';

const made = (text: string) =>
  readMadeObjects(text).map(({ kind, name, labels }) => `${kind} ${name} ${JSON.stringify(labels)}`);

describe('what kubectl makes', () => {
  it.each([
    ['kubectl create deployment paper --image=nginx', ['deployment paper {"app":"paper"}']],
    ['kubectl run probe --image=busybox', ['pod probe {"run":"probe"}']],
    ['kubectl run probe --labels="tier=x,app=y"', ['pod probe {"tier":"x","app":"y"}']],
    ['kubectl run probe --port=80 --expose', ['pod probe {"run":"probe"}', 'service probe {"run":"probe"}']],
    ['kubectl expose deployment paper --port=80', []],
    ['kubectl expose deploy paper --selector=app=ink', ['service paper {"app":"ink"}']],
  ])('%s', (line, expected) => expect(made(line)).toEqual(expected));

  it('a Service selects the Pods of what it exposes, under its own name', () => {
    const text = 'k create deploy paper --image=x\nk expose deploy/paper --name front -l team=a\n';
    expect(made(text)).toEqual(['deployment paper {"app":"paper"}', 'service front {"app":"paper"}']);
    expect(made(text.replace('deploy/paper', 'pod/paper'))).toEqual(['deployment paper {"app":"paper"}']);
  });
});

const COMMANDS = `$ kubectl create deployment paper --image=nginx
$ kubectl expose deployment/paper --name=front --port=8081 --target-port=80
`;
const LISTED = `$ kubectl get all
NAME                         READY   STATUS    RESTARTS   AGE
pod/paper-6d4cf56db6-x8k2p   1/1     Running   0          40s

NAME                 TYPE        CLUSTER-IP    EXTERNAL-IP   PORT(S)    AGE
service/kubernetes   ClusterIP   10.98.0.1     <none>        443/TCP    14m
service/front        ClusterIP   10.98.0.77    <none>        8081/TCP   17s
`;
const LOGS = '$ kubectl -n kube-system logs -l k8s-app=kube-proxy\n';

describe('tables beside the commands that made their objects', () => {
  const open = (text: string) => finished(openManifest({ document: emptyDocument(), texts: [text], state: 'last' }));

  it('nobody is made up behind a Service whose Pods are listed', () => {
    const { document, objects } = open(COMMANDS + LISTED);
    expect(document?.cluster.pods.map(({ metadata }) => metadata.name)).toEqual(['paper-6d4cf56db6-x8k2p']);
    const front = objects?.services.find(({ metadata }) => metadata.name === 'front');
    expect(front?.spec.selector).toEqual({ app: 'paper' });
    expect(front?.spec.ports).toMatchObject([{ port: 8081, targetPort: 80 }]);
  });

  it('of another namespace they tell nothing', () => {
    const { objects } = open(COMMANDS.replace('--name=front', '--name=front -n ink') + LISTED);
    expect(objects?.services.map(({ spec }) => spec.selector)).toEqual([undefined, undefined]);
  });

  it('the next commands name the selector and the namespace of that Service', () => {
    const [found] = findOfMade([{ text: LOGS + COMMANDS }]);
    expect(found?.next.values).toMatchObject({ name: 'front', labels: 'app=paper', namespace: 'none' });
    expect(readToldNames(LOGS + LISTED)).toMatchObject({ service: 'front', namespace: 'default' });
    expect(readToldNames(LOGS + LISTED.replace('get all', '-n ink get all'))).toMatchObject({ namespace: 'ink' });
    const cut = LISTED.replace(/^service\/kubernetes.*\n/m, '');
    expect(readToldNames(LOGS + cut)).toMatchObject({ service: 'front', namespace: 'NAMESPACE' });
  });
});
