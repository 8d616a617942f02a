/** Adds a value to the list of a key. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Index of the first item that fulfils the condition. All items after it must fulfil it too. */
export function firstWhere<T>(items: ArrayLike<T>, isBehind: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(items[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
