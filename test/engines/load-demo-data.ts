import { loadDemoDataOnce } from '#test/e2e-fixtures/demo-data.ts';

/** The global set-up of these runs. */
export default function loadDemoData(): Promise<() => Promise<void>> {
  return loadDemoDataOnce();
}
