import { measureName, measures } from '../../views/metrics/cluster-metrics.ts';
import { type MetricUnit, metricName } from '../../views/metrics/metric.ts';
import { serverColumns } from '../../views/servers/columns.ts';

interface Query {
  /** PromQL. */
  readonly expr: string;
  /** Template for the names of the series. */
  readonly legend: string;
}

interface PanelSpec {
  readonly title: string;
  readonly kind: 'stat' | 'timeseries' | 'table';
  readonly unit?: MetricUnit | undefined;
  /** In Grafana's 24 columns. */
  readonly width: number;
  readonly queries: readonly Query[];
  /** Stacked, because the series are parts of a whole. */
  readonly stacked?: true;
  readonly help?: string | undefined;
}

const COLUMNS = 24;
const STAT_HEIGHT = 4;
const SERIES_HEIGHT = 8;
/** Version of the dashboard model; Grafana also reads older ones. */
const SCHEMA_VERSION = 39;
const DATA_SOURCE = { type: 'prometheus', uid: '$datasource' };
/** The label filter of each query. */
const CLUSTER = 'cluster=~"$cluster"';

const grafanaUnits: Readonly<Record<MetricUnit, string>> = {
  bytes: 'bytes',
  bytes_per_second: 'Bps',
  seconds: 's',
  ratio: 'percentunit',
};

const rows: readonly { readonly title: string; readonly panels: readonly PanelSpec[] }[] = [
  {
    title: 'Now',
    panels: [
      stat('Answers', metricQuery('up', 'resource="dashboard"'), 'whether the cluster answers castwatch'),
      stat('Critical incidents', metricQuery('incidents', 'severity="critical"')),
      stat('Warnings', metricQuery('incidents', 'severity="warning"')),
      stat('Viewers', metricQuery('cluster_viewers')),
      stat('Streams', metricQuery('cluster_streams')),
      stat('Viewers at risk', metricQuery('viewers_at_risk')),
    ],
  },
  {
    title: 'Incidents',
    panels: [
      {
        ...series(
          'Incidents by kind',
          `count by (kind, severity) (${metricQuery('incident_info')})`,
          '{{kind}} ({{severity}})',
        ),
        width: COLUMNS,
        stacked: true,
      },
      {
        title: 'Standing incidents',
        kind: 'table',
        width: COLUMNS,
        queries: [{ expr: metricQuery('incident_info'), legend: '' }],
        help: 'one row each, as it is one alert; the command opens it',
      },
    ],
  },
  {
    title: 'Cluster',
    panels: measures.map((measure) => ({
      ...series(measure.what, metricQuery(measureName(measure, 'cluster')), 'now', measure.unit),
      queries: [
        { expr: metricQuery(measureName(measure, 'cluster')), legend: 'now' },
        { expr: metricQuery(measureName(measure, 'cluster', 'limit')), legend: 'limit' },
      ],
    })),
  },
  {
    title: 'Groups',
    panels: measures.map((measure) =>
      series(
        `${measure.what} by group`,
        metricQuery(measureName(measure, 'group')),
        '{{group}}',
        measure.unit,
      ),
    ),
  },
  {
    title: 'Health',
    panels: [
      { ...series('Streams by grade', metricQuery('cluster_streams_by_grade'), '{{grade}}'), stacked: true },
      { ...series('Viewers by grade', metricQuery('cluster_viewers_by_grade'), '{{grade}}'), stacked: true },
      series('Servers', metricQuery('servers'), '{{presence}}'),
    ],
  },
  {
    title: 'Servers',
    panels: serverColumns.flatMap(({ metrics = [] }) =>
      metrics.map(({ name, help, unit }) =>
        series(help.replace(/\.$/, ''), metricQuery(name), '{{server}}', unit),
      ),
    ),
  },
  {
    title: 'castwatch',
    panels: [
      series('Age of what was polled', metricQuery('resource_age_seconds'), '{{resource}}', 'seconds'),
      series('Requests a second', `rate(${metricQuery('requests_total')}[5m])`, '{{endpoint}} {{outcome}}'),
      series(
        'Duration of 19 of 20 requests',
        `histogram_quantile(0.95, sum by (cluster, endpoint, le) (rate(${metricQuery('request_duration_seconds_bucket')}[5m])))`,
        '{{endpoint}}',
        'seconds',
      ),
    ],
  },
];

/**
 * A Grafana dashboard as JSON, based on the metrics of `castwatch export` and made from the same tables as the
 * screens.
 */
export function grafanaDashboard(): string {
  return `${JSON.stringify(
    {
      title: 'castwatch',
      uid: 'castwatch',
      tags: ['castwatch', 'streaming'],
      schemaVersion: SCHEMA_VERSION,
      editable: true,
      refresh: '30s',
      time: { from: 'now-3h', to: 'now' },
      // One crosshair for all charts.
      graphTooltip: 1,
      templating: { list: variables },
      annotations: { list: annotations },
      panels: placed(),
    },
    undefined,
    2,
  )}\n`;
}

const variables = [
  { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
  {
    name: 'cluster',
    label: 'Cluster',
    type: 'query',
    datasource: DATA_SOURCE,
    query: `label_values(${metricName('up')}, cluster)`,
    refresh: 2,
    multi: true,
    includeAll: true,
    current: { text: 'All', value: '$__all' },
  },
];

/** The columns of the table of incidents, and the labels that are none. */
const indexByName = Object.fromEntries(
  ['severity', 'title', 'subject', 'part', 'cluster', 'incident', 'command'].map((name, at) => [name, at]),
);
const excludeByName = Object.fromEntries(
  ['Time', 'Value', '__name__', 'instance', 'job', 'kind', 'url'].map((name) => [name, true]),
);

/** The beginnings of incidents, as lines through every chart. */
const annotations = [
  {
    name: 'Incidents',
    datasource: DATA_SOURCE,
    enable: true,
    iconColor: 'red',
    expr: `${metricQuery('incident_start_time_seconds', 'severity=~"critical|warning"')} * 1000`,
    useValueForTime: true,
    titleFormat: '{{title}}: {{subject}}',
    tagKeys: 'severity,cluster',
  },
];

function placed() {
  const panels: object[] = [];
  let y = 0;
  for (const { title, panels: specs } of rows) {
    const id = () => panels.length + 1;
    panels.push({ id: id(), type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: COLUMNS, h: 1 } });
    y += 1;
    let x = 0;
    let height = 0;
    for (const spec of specs) {
      if (x + spec.width > COLUMNS) {
        x = 0;
        y += height;
      }
      height = spec.kind === 'stat' ? STAT_HEIGHT : SERIES_HEIGHT;
      panels.push({ id: id(), ...panel(spec), gridPos: { x, y, w: spec.width, h: height } });
      x += spec.width;
    }
    y += height;
  }
  return panels;
}

function panel({ title, kind, unit, queries, stacked, help }: PanelSpec) {
  return {
    title,
    type: kind,
    description: help,
    datasource: DATA_SOURCE,
    targets: queries.map(({ expr, legend }, at) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + at),
      datasource: DATA_SOURCE,
      expr,
      legendFormat: legend,
      // A table has a row for each series as it is now.
      ...(kind === 'table' && { format: 'table', instant: true }),
    })),
    ...(kind === 'table' && {
      transformations: [{ id: 'organize', options: { indexByName, excludeByName } }],
    }),
    fieldConfig: {
      defaults: {
        unit: unit === undefined ? 'short' : grafanaUnits[unit],
        min: 0,
        ...(stacked && { custom: { stacking: { mode: 'normal' }, fillOpacity: 30 } }),
      },
      overrides: [],
    },
  };
}

function stat(title: string, expr: string, help?: string): PanelSpec {
  return { title, kind: 'stat', width: COLUMNS / 6, queries: [{ expr, legend: '{{cluster}}' }], help };
}

function series(title: string, expr: string, legend: string, unit?: MetricUnit): PanelSpec {
  return { title, kind: 'timeseries', width: COLUMNS / 3, unit, queries: [{ expr, legend }] };
}

/** The metric with these labels, for the chosen clusters. */
function metricQuery(name: string, labels = ''): string {
  return `${metricName(name)}{${[CLUSTER, labels].filter((part) => part !== '').join(',')}}`;
}
