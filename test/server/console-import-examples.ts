import { type importCalls } from '#schemas/operator/import-calls.ts';
import { type TestInput } from './test-app.ts';

const why = 'to test rights';
const unknownId = '00000000-0000-4000-8000-000000000000';

/** Valid input of the calls on imports. No import has this id, so they change nothing. */
export const importExamples: {
  readonly [Id in keyof typeof importCalls]: () => TestInput<(typeof importCalls)[Id]>;
} = {
  listImports: () => ({ query: {} }),
  createImport: () => ({
    body: { kind: 'serials', region: null, file_name: 'a.csv', bytes: 10, why },
  }),
  readImport: () => ({ params: { id: unknownId } }),
  listImportTimeline: () => ({ params: { id: unknownId }, query: {} }),
  previewImport: () => ({ params: { id: unknownId } }),
  checkImport: () => ({ params: { id: unknownId }, body: { columns: [], rev: 0, why } }),
  applyImport: () => ({ params: { id: unknownId }, body: { rev: 0, why } }),
  stopImport: () => ({ params: { id: unknownId }, body: { why } }),
  resumeImport: () => ({ params: { id: unknownId }, body: { rev: 0, why } }),
  takeBackImport: () => ({ params: { id: unknownId }, body: { rev: 0, why } }),
};
