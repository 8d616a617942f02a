/** Builds the address of an instance's traces from the configured template. */
import { appOfInstance, type Instance } from './items.ts';

export function tracesUrl(template: string | undefined, instance: Instance): string | undefined {
  const { cluster, namespace, name, type } = instance;
  const values: Readonly<Record<string, string>> = {
    cluster,
    namespace,
    name,
    type: type.toLowerCase(),
    app: appOfInstance(instance),
  };
  return template?.replace(/\{(\w+)\}/g, (placeholder, key: string) =>
    Object.hasOwn(values, key) ? encodeURIComponent(values[key]!.toWellFormed()) : placeholder,
  );
}
