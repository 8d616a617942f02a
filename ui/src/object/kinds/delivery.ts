/** Descriptions of the kinds of Flux and Argo CD. */
import { shortRevision } from '../../format/revision.ts';
import {
  at,
  given,
  groupOf,
  listAt,
  named,
  numberAt,
  since,
  textAt,
  type Describe,
  type Figure,
  type Json,
  type Tone,
} from './parts.ts';

const SOURCE = 'source.toolkit.fluxcd.io';

/** Link to the source that a Flux object refers to. */
function sourceOf(reference: Json, namespace: string): Figure[] {
  const group = groupOf(textAt(reference, 'apiVersion')) || SOURCE;
  return named('source', textAt(reference, 'name'), {
    kind: textAt(reference, 'kind'),
    group,
    namespace: textAt(reference, 'namespace') || namespace,
  });
}

const fluxSource: Describe = (spec, status, { now }) => {
  const [ref, artifact] = [at(spec, 'ref'), at(status, 'artifact')];
  const wanted = ['branch', 'tag', 'semver', 'commit', 'digest'].map(key => textAt(ref, key)).filter(Boolean);
  return {
    figures: given(
      ['url', textAt(spec, 'url') || [textAt(spec, 'endpoint'), textAt(spec, 'bucketName')].filter(Boolean).join('/')],
      ['ref', wanted.join(', ')],
      ['revision', shortRevision(textAt(artifact, 'revision'))],
      ['artifact', since(textAt(artifact, 'lastUpdateTime'), now)],
      ['interval', textAt(spec, 'interval')],
    ),
    tables: [],
  };
};

export const DELIVERY: Readonly<Record<string, Describe>> = {
  [`GitRepository.${SOURCE}`]: fluxSource,
  [`OCIRepository.${SOURCE}`]: fluxSource,
  [`HelmRepository.${SOURCE}`]: fluxSource,
  [`Bucket.${SOURCE}`]: fluxSource,
  [`HelmChart.${SOURCE}`]: (spec, status, { namespace }) => ({
    figures: [
      ...given(['chart', textAt(spec, 'chart')], ['version', textAt(spec, 'version')]),
      ...sourceOf(at(spec, 'sourceRef'), namespace),
      ...given(
        ['revision', shortRevision(textAt(at(status, 'artifact'), 'revision'))],
        ['interval', textAt(spec, 'interval')],
      ),
    ],
    tables: [],
  }),
  'Kustomization.kustomize.toolkit.fluxcd.io': (spec, status, { namespace }) => {
    const inventory = listAt(at(status, 'inventory'), 'entries').length;
    return {
      figures: [
        ...sourceOf(at(spec, 'sourceRef'), namespace),
        ...given(['path', textAt(spec, 'path')], ['revision', shortRevision(textAt(status, 'lastAppliedRevision'))]),
        ...given(
          ['inventory', inventory === 0 ? '' : String(inventory)],
          ['prune', spec['prune'] === true ? 'yes' : 'no'],
        ),
        ...given(
          ['interval', textAt(spec, 'interval')],
          [
            'dependsOn',
            listAt(spec, 'dependsOn')
              .map(it => textAt(it, 'name'))
              .join(', '),
          ],
        ),
      ],
      tables: [],
    };
  },
  'HelmRelease.helm.toolkit.fluxcd.io': (spec, status, { namespace, now }) => {
    const chart = at(spec, 'chart', 'spec');
    const reference = 'chartRef' in spec ? at(spec, 'chartRef') : at(chart, 'sourceRef');
    const failures = numberAt(status, 'failures');
    return {
      figures: [
        ...sourceOf(reference, namespace),
        ...given(
          ['chart', textAt(chart, 'chart')],
          ['version', textAt(chart, 'version')],
          ['release', textAt(spec, 'releaseName')],
        ),
        ...given(['revision', textAt(status, 'lastAttemptedRevision')], ['interval', textAt(spec, 'interval')]),
        ...(failures > 0 ? [{ title: 'failed' as const, value: String(failures), tone: 'bad' as const }] : []),
      ],
      tables: [
        {
          title: 'history',
          columns: ['name', 'version', 'state', 'time'],
          rows: listAt(status, 'history').map(it => ({
            cells: [
              `${textAt(it, 'name')} v${textAt(it, 'version')}`,
              textAt(it, 'chartVersion'),
              textAt(it, 'status'),
              since(textAt(it, 'lastDeployed'), now),
            ],
            ...(it['status'] === 'failed' && { tone: 'bad' as const }),
          })),
        },
      ],
    };
  },
  'Application.argoproj.io': (spec, status, { namespace }) => {
    const source = 'source' in spec ? at(spec, 'source') : (listAt(spec, 'sources')[0] ?? {});
    const destination = at(spec, 'destination');
    const health = textAt(at(status, 'health'), 'status');
    const sync = textAt(at(status, 'sync'), 'status');
    return {
      figures: [
        ...given(
          ['health', health, toned(HEALTH[health])],
          ['sync', sync, sync === 'Synced' ? {} : { tone: 'unsure' }],
        ),
        ...given(
          ['revision', shortRevision(textAt(at(status, 'sync'), 'revision'))],
          ['ref', textAt(source, 'targetRevision')],
          ['url', textAt(source, 'repoURL')],
        ),
        ...given(['path', textAt(source, 'path') || textAt(source, 'chart')]),
        ...given([
          'destination',
          [textAt(destination, 'name') || textAt(destination, 'server'), textAt(destination, 'namespace')]
            .filter(Boolean)
            .join(' '),
        ]),
        ...named('project', textAt(spec, 'project'), { kind: 'AppProject', group: 'argoproj.io', namespace }),
      ],
      tables: [
        {
          title: 'resources',
          columns: ['name', 'kind', 'namespace', 'state', 'health'],
          rows: listAt(status, 'resources').map(it => {
            const health = textAt(at(it, 'health'), 'status');
            const tone = HEALTH[health] ?? (it['status'] === 'OutOfSync' ? 'unsure' : undefined);
            return {
              cells: [textAt(it, 'name'), textAt(it, 'kind'), textAt(it, 'namespace'), textAt(it, 'status'), health],
              ...toned(tone),
            };
          }),
        },
      ],
    };
  },
  'ApplicationSet.argoproj.io': (spec, status, { namespace }) => ({
    figures: [
      ...given([
        'source',
        listAt(spec, 'generators')
          .flatMap(it => Object.keys(it))
          .join(', '),
      ]),
      ...named('project', textAt(at(spec, 'template', 'spec'), 'project'), {
        kind: 'AppProject',
        group: 'argoproj.io',
        namespace,
      }),
    ],
    tables: [
      {
        title: 'resources',
        columns: ['name', 'kind', 'namespace', 'state', 'health'],
        rows: listAt(status, 'resources').map(it => ({
          cells: [
            textAt(it, 'name'),
            textAt(it, 'kind'),
            textAt(it, 'namespace'),
            textAt(it, 'status'),
            textAt(at(it, 'health'), 'status'),
          ],
        })),
      },
    ],
  }),
};

const HEALTH: Readonly<Record<string, Tone>> = {
  Degraded: 'bad',
  Missing: 'bad',
  Progressing: 'unsure',
  Unknown: 'unsure',
};

const toned = (tone: Tone | undefined): { tone?: Tone } => (tone ? { tone } : {});
