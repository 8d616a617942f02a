/**
 * Measures how long the event loop is blocked. A timer is due every 10 ms, and the histogram records how late the timer
 * runs.
 */
import { Histogram, type Registry } from 'prom-client';

const EVERY_MS = 10;

/** Starts measuring. Returns a function that stops the measurement. */
export function measureEventLoopDelay(registry: Registry): () => void {
  const delay = new Histogram({
    name: 'fleetgraph_event_loop_delay_seconds',
    help: 'How late a timer of 10 ms came: how long one step of work kept all others waiting.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  let due = performance.now() + EVERY_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    delay.observe(Math.max(0, now - due) / 1_000);
    due = now + EVERY_MS;
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
