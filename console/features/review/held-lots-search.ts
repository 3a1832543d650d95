import * as v from 'valibot';
import { listEntries, urlText } from '#console/parts/url-state.ts';

/** Search parameters of the list of held lots; `open` is the lot shown in the panel. */
export const heldLotsSearch = v.object({ ...listEntries, open: urlText(40) });
