/**
 * Hook that returns a value once the value has been unchanged for 300 ms. Used for typed text, so that not every letter
 * sends a request.
 */
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
