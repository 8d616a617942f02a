/**
 * The ConfigMaps and Secrets that Pods use by name: from the environment, volumes and pull secrets of a Pod's spec.
 *
 * Only the object that owns the spec keeps these relations: a Deployment, and not each of its ReplicaSets and Pods. So
 * a fleet stores them once per workload, and the Pods are found below it.
 */
import type { Relation } from '../store/attached.ts';
import { MAX_RELATIONS } from '../store/limits.ts';
import { references, relationTo } from './relations.ts';
import { at, groupOf, list, record, text } from './untrusted.ts';

export const SECRET = { group: '', kind: 'Secret' };
export const CONFIG_MAP = { group: '', kind: 'ConfigMap' };

/** A volume has a name and one source. */
const MAX_VOLUME_FIELDS = 4;

/** Kinds whose own specs contain those of the objects they control. */
const TELLS_ITSELF = [
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'batch/Job',
  'batch/CronJob',
];

/** References of an object with a Pod spec; empty if its controller keeps them. */
export function usedByPods(object: unknown, podSpec: unknown, namespace: string): readonly Relation[] {
  const isReported = list(at(object, 'metadata', 'ownerReferences')).some(
    owner =>
      at(owner, 'controller') === true &&
      TELLS_ITSELF.includes(`${groupOf(text(at(owner, 'apiVersion')))}/${text(at(owner, 'kind'))}`),
  );
  return isReported ? [] : usedBySpec(podSpec, namespace);
}

function usedBySpec(podSpec: unknown, namespace: string): readonly Relation[] {
  const found = new Map<string, Relation>();
  const add = (of: typeof SECRET, name: unknown): void => {
    // One more than is kept: that one is counted as left out.
    if (typeof name !== 'string' || name === '' || found.size > MAX_RELATIONS) return;
    found.set(`${of.kind}/${name}`, relationTo('REFERENCES', { ...of, namespace, name }));
  };
  for (const container of ['initContainers', 'containers', 'ephemeralContainers'].flatMap(field =>
    references(at(podSpec, field)),
  )) {
    for (const source of references(at(container, 'envFrom'))) {
      add(CONFIG_MAP, at(source, 'configMapRef', 'name'));
      add(SECRET, at(source, 'secretRef', 'name'));
    }
    for (const variable of references(at(container, 'env'))) {
      add(CONFIG_MAP, at(variable, 'valueFrom', 'configMapKeyRef', 'name'));
      add(SECRET, at(variable, 'valueFrom', 'secretKeyRef', 'name'));
    }
  }
  for (const volume of references(at(podSpec, 'volumes'))) {
    add(CONFIG_MAP, at(volume, 'configMap', 'name'));
    for (const driver of Object.values(record(volume)).slice(0, MAX_VOLUME_FIELDS)) {
      add(SECRET, at(driver, 'secretName'));
      for (const reference of ['secretRef', 'nodePublishSecretRef']) add(SECRET, at(driver, reference, 'name'));
    }
    for (const source of references(at(volume, 'projected', 'sources'))) {
      // Every namespace has it, and the API server itself mounts it into Pods.
      if (at(source, 'configMap', 'name') !== 'kube-root-ca.crt') add(CONFIG_MAP, at(source, 'configMap', 'name'));
      add(SECRET, at(source, 'secret', 'name'));
    }
  }
  for (const secret of references(at(podSpec, 'imagePullSecrets'))) add(SECRET, at(secret, 'name'));
  return [...found.values()];
}
