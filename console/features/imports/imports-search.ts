import * as v from 'valibot';
import { importKindIds, importStates } from '#schemas/operator/import-calls.ts';
import { urlChoice, urlText } from '#console/parts/url-state.ts';

/** State of the list in the address. */
export const importsSearch = v.object({
  hide: urlText(),
  kind: urlChoice(importKindIds),
  state: urlChoice(importStates),
  panel: urlChoice(['new']),
});

/** State of an import in the address. */
export const importSearch = v.object({ tab: urlText(40) });
