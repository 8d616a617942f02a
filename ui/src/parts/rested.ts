/** A value once it has not changed for a moment, so that typing does not ask for each letter. */
import { useEffect, useState } from 'react';

const REST_MS = 300;

export function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
