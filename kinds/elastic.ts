/** Elastic Cloud on Kubernetes. The health is a colour, as in Elasticsearch. An Elasticsearch also has a phase. */
import type { Kind, Line } from './kind.ts';
import { NOT_REPORTED, tabled, value } from './table.ts';

/** Time that the first Pod may take to answer before the object counts as failed. */
const START_MS = 300_000;

const HEALTH = 'status.health';
const PHASE = 'status.phase';

const elasticsearch = tabled({
  source: 'elastic/cloud-on-k8s: pkg/apis/elasticsearch/v1 (ElasticsearchHealth, ElasticsearchOrchestrationPhase)',
  lines: [
    value('FAILED', PHASE, ['Invalid', 'Stalled']),
    value('FAILED', HEALTH, ['red']),
    value('IN_PROGRESS', PHASE, ['ApplyingChanges', 'MigratingData']),
    value('IN_PROGRESS', HEALTH, ['yellow', 'unknown']),
    value('CURRENT', HEALTH, ['green']),
    NOT_REPORTED,
  ],
});

/** Matches `red`. The health is also red at the start, so it means a failure only after START_MS. */
const red: Line = {
  ...value('FAILED', HEALTH, ['red']),
  when: `\`${HEALTH}\` is \`red\` (in progress for the first ${START_MS / 60_000} minutes)`,
  afterMs: START_MS,
  reasons: ['red'],
};

const other = tabled({
  source:
    'elastic/cloud-on-k8s: pkg/apis/common/v1/common.go (DeploymentHealth), pkg/apis/beat/v1beta1, pkg/apis/agent/v1alpha1',
  lines: [red, value('IN_PROGRESS', HEALTH, ['yellow']), value('CURRENT', HEALTH, ['green']), NOT_REPORTED],
});

const OTHERS: readonly (readonly [group: string, kind: string])[] = [
  ['kibana', 'Kibana'],
  ['apm', 'ApmServer'],
  ['beat', 'Beat'],
  ['agent', 'Agent'],
  ['logstash', 'Logstash'],
  ['enterprisesearch', 'EnterpriseSearch'],
  ['maps', 'ElasticMapsServer'],
];

export const elastic: readonly Kind[] = [
  { group: 'elasticsearch.k8s.elastic.co', kind: 'Elasticsearch', ...elasticsearch },
  ...OTHERS.map(([group, kind]) => ({ group: `${group}.k8s.elastic.co`, kind, ...other })),
];
