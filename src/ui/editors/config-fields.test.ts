import { describe, expect, it } from 'vitest';
import { NEWEST_RELEASE } from '../../core/kubernetes/release';
import { stringify } from 'yaml';
import { emptyDocument, type Document } from '../../core/document/document';
import { replaceCluster } from '../../core/document/edits/cluster';
import { changeNodeSettings } from '../../core/document/edits/nodes';
import { nodePrograms } from '../../core/document/node-program';
import { KUBERNETES_YAML } from '../../core/formats/kubernetes-yaml';
import { makeCluster, node } from '../../core/kubernetes/build';
import { formatValue, readConfigText, setAt, valueAt, withField } from '../../core/kubernetes/config-fields';
import { CONFIG_FIELDS, KEPT_FIELDS, type ConfigField } from '../../core/kubernetes/config-table';
import { PROXY_MODE_IDS } from '../../core/kubernetes/mode-ids';

import { Memo } from '../../core/lib/memo';
import { configField, listConfigFields } from './fields.model';

/** Fields of the struct that no rule and no moment depends on: nothing keeps them, which is said where they are read. */
const SILENT = [
  'apiVersion kind',
  'clientConnection configSyncPeriod enableProfiling healthzBindAddress metricsBindAddress bindAddressHardFail',
  'showHiddenMetricsForVersion logging oomScoreAdj udpIdleTimeout winkernel.networkName windowsRunAsService',
].flatMap((names) => names.split(' '));
/** Fields with a control of their own in the cluster's form. */
const OWN_CONTROLS = [
  'mode',
  'clusterCIDR',
  'detectLocalMode',
  'nodePortAddresses',
  'iptables.masqueradeAll',
  'iptables.localhostNodePorts',
];

function sample({ type, words, path, usual }: ConfigField): unknown {
  if (words) return words[1];
  if (type === 'number') return 7;
  if (type === 'boolean') return usual !== 'true';
  if (type === 'strings') return ['172.18.0.0/16', '10.0.0.0/8'];
  if (type === 'gates') return { ServiceTrafficDistribution: false };
  return /Period|Timeout/.test(path) ? '7s' : 'abc';
}

function bench(): Document {
  return replaceCluster(emptyDocument(), makeCluster([node('node1'), node('node2')]));
}

const asObject = (path: string, value: unknown): Record<string, unknown> => {
  const object: Record<string, unknown> = {};
  setAt(object, path, value);
  return object;
};

describe('every field of KubeProxyConfiguration', () => {
  it('is kept, or does nothing', () => {
    const kept = KEPT_FIELDS.map(({ path }) => path);
    expect([...kept, ...SILENT].toSorted()).toEqual(CONFIG_FIELDS.map(({ path }) => path).toSorted());
    const deciding = CONFIG_FIELDS.filter(({ effect }) => effect !== 'none').map(({ path }) => path);
    expect(deciding.filter((path) => !kept.includes(path))).toEqual(['apiVersion', 'kind']);
  });

  it('that is kept stands in the form of some mode and release', () => {
    const offered = new Set(
      PROXY_MODE_IDS.flatMap((mode) =>
        ['1.20', '1.33', NEWEST_RELEASE].flatMap((release) => listConfigFields(mode, release).map(({ path }) => path)),
      ),
    );
    const missing = KEPT_FIELDS.filter(({ path, since = 0 }) => !offered.has(path) && since <= 36);
    expect(missing.map(({ path }) => path).toSorted()).toEqual(OWN_CONTROLS.toSorted());
  });

  const rows = KEPT_FIELDS.map((field) => [field.path, field, sample(field)] as const);

  it.each(rows)('%s is set by its box', (path, field, value) => {
    const codec = configField(field);
    const read = codec.read(formatValue(value));
    expect(read).toEqual({ ok: true, value });
    expect(valueAt(withField({}, path, value), path)).toEqual(value);
    expect(withField(withField({}, path, value), path, undefined)).toEqual({});
  });

  it.each(rows)('%s is set by a file among the objects', (path, _, value) => {
    const head = { apiVersion: 'kubeproxy.config.k8s.io/v1alpha1', kind: 'KubeProxyConfiguration' };
    const read = KUBERNETES_YAML.parse(stringify({ ...head, ...asObject(path, value) }));
    if (!read.ok) throw new Error(path);
    const { kubeProxy } = replaceCluster(bench(), {
      ...bench().cluster,
      ...read.value.value.cluster,
      nodes: bench().cluster.nodes,
    });
    expect(valueAt(kubeProxy, path)).toEqual(value);
  });

  it.each(rows)('%s is set for one node alone', (path, _, value) => {
    const own = readConfigText(`${path}=${formatValue(value)}`);
    expect(own && valueAt(own, path)).toEqual(value);
    const document = changeNodeSettings(bench(), { kubeProxy: own }, 'node1');
    const programs = nodePrograms(document, document.cluster, new Memo());
    expect(valueAt(programs.get('node1')?.config ?? {}, path)).toEqual(value);
    expect(programs.get('node2')?.config).toEqual(document.kubeProxy);
  });
});
