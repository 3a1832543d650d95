import * as v from 'valibot';
import { importStates } from '#schemas/operator/import-calls.ts';
import { importKindIds } from '#schemas/operator/import-kinds.ts';
import { urlChoice, urlText } from '#console/parts/url-state.ts';

/** Search parameters of the list. */
export const importsSearch = v.object({
  hide: urlText(),
  kind: urlChoice(importKindIds),
  state: urlChoice(importStates),
  panel: urlChoice(['new']),
});

/** Search parameters of an import. */
export const importSearch = v.object({ tab: urlText(40) });
