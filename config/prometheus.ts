/**
 * The part of the configuration about telemetry of the leaf clusters: Prometheus servers, the mesh, and the use of
 * CPU and memory. The mesh and the use of CPU and memory each read one of the servers.
 */
import { z } from 'zod';
import { byteSize, clusterName, duration, headerName, positive } from './values.ts';

const labelName = /^[A-Za-z_][A-Za-z0-9_]*$/;

const server = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, 'a name has letters, digits, -, _ and ., 63 at most')
    .describe('The name of this Prometheus in the configuration, in the log and in metrics. Unique.'),
  url: z
    .string()
    .refine(isServerUrl, {
      error: 'write http:// or https:// with a host, and a path if there is one; credentials go into headers',
    })
    .describe(
      'URL of Prometheus, or of anything with its HTTP API. fleetgraph appends `/api/v1/query` and `/api/v1/query_range`.',
    ),
  headers: z
    .array(
      z.strictObject({
        name: headerName,
        env: z.string().min(1).optional().describe('The environment variable that holds the value.'),
        file: z
          .string()
          .min(1)
          .optional()
          .describe('The file that holds the value, relative to this file. fleetgraph reads it again for each query.'),
      }),
    )
    .default([])
    .describe('Headers to send with each query, such as `Authorization`.'),
  caFile: z
    .string()
    .min(1)
    .optional()
    .describe(
      'PEM file with the authorities that sign the server certificate. Default: the authorities that Node trusts.',
    ),
  certFile: z.string().min(1).optional().describe('PEM file of the client certificate, if Prometheus requires one.'),
  keyFile: z.string().min(1).optional().describe('PEM file with the key of the certificate.'),
  timeout: duration
    .refine(ms => ms > 0 && ms <= 300_000, { error: 'write 1ms to 5m' })
    .prefault('10s')
    .describe('How long a caller waits for the answer to a query, and Prometheus works on it.'),
  concurrency: positive
    .max(1_000)
    .default(8)
    .describe('Concurrent queries of this process, and so connections. One caller gets at most half of them.'),
  maxBytes: byteSize
    .prefault('16MiB')
    .describe('Maximum size of an answer, decompressed: a number of bytes, or as `16MiB`.'),
  maxSeries: positive.max(1_000_000).default(50_000).describe('Maximum number of series in an answer.'),
  matchers: z
    .record(z.string().regex(labelName, 'a label name has letters, digits and _'), z.string().max(1_000))
    .default({})
    .describe(
      'Label values that every series must have, as `mesh_id: mesh1`. fleetgraph adds them to every selector of the mesh and of usage.',
    ),
});

function isServerUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === '';
}

export const prometheus = z
  .array(server)
  .max(20)
  .default([])
  .describe('Prometheus servers that fleetgraph may query. Each belongs to all who name it.');

const TRACES_PLACEHOLDERS = ['cluster', 'namespace', 'name', 'type', 'app'];

export const mesh = z
  .strictObject({
    prometheus: z
      .string()
      .min(1)
      .optional()
      .describe(
        'The name of the Prometheus with the telemetry of the mesh. Default: none, so that traffic is not known.',
      ),
    clusters: z
      .string()
      .default('')
      .describe('Label selector of the clusters that belong to the mesh, as `mesh=prod`. Default: all clusters.'),
    clusterIds: z
      .record(z.string().min(1), clusterName)
      .default({})
      .describe(
        'Registered names of clusters by their names in telemetry, where the two differ: `cluster-east: east`.',
      ),
    trustDomains: z
      .array(z.string().min(1))
      .default(['cluster.local'])
      .describe('Trust domains of the mesh. Principals of other domains are not judged.'),
    step: duration
      .refine(ms => ms >= 1_000 && ms <= 3_600_000 && ms % 1_000 === 0, { error: 'write whole seconds, from 1s to 1h' })
      .prefault('15s')
      .describe(
        'Times of queries are multiples of this, so that callers share their answers. Use the scrape interval of Prometheus.',
      ),
    tracesUrl: z
      .string()
      .refine(isTracesUrl, {
        error: `write http:// or https:// with any of ${TRACES_PLACEHOLDERS.map(name => `{${name}}`).join(' ')} behind the host`,
      })
      .optional()
      .describe(
        'Address of the traces of an instance, with `{cluster}`, `{namespace}`, `{name}`, `{type}` and `{app}` in place of its values, percent-encoded. Default: no address.',
      ),
  })
  .prefault({})
  .describe('The Istio mesh over the leaf clusters.');

export const usage = z
  .strictObject({
    prometheus: z
      .string()
      .min(1)
      .optional()
      .describe(
        'The name of the Prometheus with the cAdvisor metrics of all clusters. Default: none, so that past use of CPU and memory is not known.',
      ),
    clusterLabel: z
      .string()
      .regex(labelName, 'a label name has letters, digits and _')
      .default('cluster')
      .describe('Label that names the cluster of a series.'),
    clusterIds: z
      .record(z.string().min(1).max(253), clusterName)
      .default({})
      .describe(
        'Registered names of clusters by the values of that label, where the two differ: `cluster-east: east`. One value for each cluster.',
      ),
    nodeLabel: z
      .string()
      .regex(labelName, 'a label name has letters, digits and _')
      .default('node')
      .describe('Label that names the Node of a series.'),
    step: duration
      .refine(ms => ms >= 15_000 && ms <= 3_600_000 && ms % 1_000 === 0, {
        error: 'write whole seconds, from 15s to 1h',
      })
      .prefault('1m')
      .describe(
        'Minimum time between two points. Times of queries are multiples of this, so that callers share their answers.',
      ),
  })
  .prefault({})
  .describe('CPU and memory that Pods, workloads, Namespaces and Nodes used, from a Prometheus.');

/**
 * True for a valid template of a URL. Placeholders must come after the host, so that no value of an object can choose
 * the host of a link.
 */
function isTracesUrl(text: string): boolean {
  const names = [...text.matchAll(/\{(\w*)\}/g)].map(([, name]) => name!);
  if (!/^https?:\/\/[^/{}]+(\/|$)/.test(text) || names.some(name => !TRACES_PLACEHOLDERS.includes(name))) return false;
  return URL.canParse(text.replace(/\{\w*\}/g, 'x'));
}
