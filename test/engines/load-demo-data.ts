import { loadDemoDataForOneEngine } from '#test/e2e-fixtures/demo-data.ts';

/** Global setup of the engine tests. */
export default function loadDemoData(): Promise<() => Promise<void>> {
  return loadDemoDataForOneEngine();
}
