/** Valid keys and values of labels in Kubernetes (k8s.io/apimachinery pkg/util/validation). */
const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const DNS_SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** True for a valid key, such as `app` or `app.kubernetes.io/name`. */
export function isLabelKey(text: string): boolean {
  const slash = text.indexOf('/');
  const [prefix, name] = [text.slice(0, Math.max(slash, 0)), text.slice(slash + 1)];
  return (slash < 0 || (prefix.length <= 253 && DNS_SUBDOMAIN.test(prefix))) && name.length <= 63 && NAME.test(name);
}

/** True for a valid value. An empty value is valid. */
export function isLabelValue(text: string): boolean {
  return text === '' || (text.length <= 63 && NAME.test(text));
}
