/** Figures of this copy, as Prometheus reads them. No names, no contents. Must not know where they are asked for. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export interface MetricSources {
  pool: () => { total: number; idle: number; waiting: number };
  listeners: () => number;
  isListening: () => boolean;
}

export interface Metrics {
  answered(operation: string, status: number, seconds: number): void;
  hinted(): void;
  took(outcome: string, count: number): void;
  text(): Promise<string>;
}

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics({ pool, listeners, isListening }: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    ...{ name: 'quarry_team_request_seconds', help: 'Requests by operation and status.', registers },
    ...{ labelNames: ['operation', 'status'], buckets: secondsBuckets },
  });
  const hints = new Counter({ name: 'quarry_team_hints_total', help: 'Hints sent to listeners.', registers });
  const changes = new Counter({
    ...{ name: 'quarry_team_changes_total', help: 'Changes of assets by outcome.', labelNames: ['outcome'], registers },
  });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(value());
      },
    });
  gauge('quarry_team_listeners', 'Open sockets that are told hints.', listeners);
  gauge('quarry_team_database_listening', '1 while the connection that hears of changes stands.', () =>
    Number(isListening()),
  );
  gauge('quarry_team_database_connections', 'Connections of the pool.', () => pool().total);
  gauge('quarry_team_database_idle_connections', 'Of those, how many nobody uses.', () => pool().idle);
  gauge('quarry_team_database_waiting', 'Requests that wait for a connection.', () => pool().waiting);
  return {
    answered: (operation, status, seconds) => requests.observe({ operation, status: String(status) }, seconds),
    hinted: () => hints.inc(),
    took: (outcome, count) => changes.inc({ outcome }, count),
    text: () => registry.metrics(),
  };
}
