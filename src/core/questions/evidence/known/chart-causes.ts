import type { KnownCause } from './known-cause';

/** Causes in what a chart or the API makes of objects, before any packet is sent. */
export const CHART_CAUSES: readonly KnownCause[] = [
  {
    id: 'chart-labels',
    certainty: 'fits',
    needs: [
      ['helm', 'chart', 'values.yaml'],
      [
        'values.labels',
        'podlabels',
        'commonlabels',
        'extralabels',
        'selectorlabels',
        'edit && labels',
        'chang && labels',
        'custom && labels',
        'overrid && labels',
        'set && labels',
      ],
      [
        'does not select',
        "doesn't select",
        'selects no pod',
        'selector && break',
        'selector && not match',
        "selector && doesn't match",
        'selector && mismatch',
        'selector && wrong',
        'endpoint && empty',
        'endpoints && none',
        'no endpoints',
      ],
    ],
    signs: [['selector'], ['endpoint && empty', 'endpoints && none', 'no endpoints'], ['labels:']],
    least: 2,
    complaints: ['unreached', 'fewer'],
    source: 'helm.sh: Labels and Annotations; kubernetes.io: Service, selectors; vllm-project/vllm#37942',
  },
  {
    id: 'endpoints-cut',
    certainty: 'says',
    needs: [
      [
        'endpoints.kubernetes.io/over-capacity: truncated',
        '"endpoints.kubernetes.io/over-capacity":"truncated"',
        '"endpoints.kubernetes.io/over-capacity": "truncated"',
      ],
    ],
    source: 'kubernetes pkg/controller/endpoint/endpoints_controller.go: truncateEndpoints, maxCapacity 1000; KEP-752',
  },
];
