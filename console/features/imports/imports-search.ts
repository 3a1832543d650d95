import * as v from 'valibot';
import { importKindIds, importStates } from '#schemas/operator/import-kinds.ts';
import { listEntries, urlChoice, urlText } from '#console/parts/url-state.ts';

/** Search parameters of the list. */
export const importsSearch = v.object({
  ...listEntries,
  kind: urlChoice(importKindIds),
  state: urlChoice(importStates),
  panel: urlChoice(['new']),
});

/** Search parameters of an import. */
export const importSearch = v.object({ tab: urlText(40) });
