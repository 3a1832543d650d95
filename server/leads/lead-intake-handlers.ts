import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { type Services } from '../services.ts';
import { ApiFailure } from '../http/failure.ts';
import { readRequestFile } from './read-request-file.ts';
import { findReferences, storeRequests } from './store-requests.ts';

/** Sender for references in files. */
const FILE = 'file';

/** Reads a file, and finds which of its rows are stored already. */
async function checkFile(
  db: Services['db'],
  { csv, region }: { readonly csv: string; readonly region: RegionId },
  now: number,
) {
  const { requests, problems } = readRequestFile(csv, region, now);
  const references = requests.map(({ reference }) => reference);
  const known = await findReferences(db, { region, sender: FILE }, references);
  return { fresh: requests.filter(({ reference }) => !known.has(reference)), known, problems };
}

const checkLeadRequests: OperatorHandler<typeof operatorCalls.checkLeadRequests> = async (
  { body, operator },
  { db, clock },
) => {
  requireRegion(operator, body.region);
  const { fresh, known, problems } = await checkFile(db, body, clock.now());
  return { new_rows: fresh.length, known_rows: known.size, problems: [...problems] };
};

const importLeadRequests: OperatorHandler<typeof operatorCalls.importLeadRequests> = async (
  { body, operator, audit, runAction },
  { clock },
) => {
  const { region } = body;
  requireRegion(operator, region);
  return runAction(async (trx) => {
    const { fresh, known, problems } = await checkFile(trx, body, clock.now());
    if (problems.length > 0) throw new ApiFailure('invalid_input', { field: 'body.csv' });
    const origin = { region, source: 'file', sender: FILE } as const;
    const stored = await storeRequests(trx, fresh, origin, clock.now());
    for (const id of stored) {
      const after = { state: 'waiting', source: 'file' };
      audit({ kind: 'lead_request', id, region, before: null, after });
    }
    // Rows stored concurrently by another operator also count as known.
    return { stored: stored.length, known_rows: known.size + fresh.length - stored.length };
  });
};

/** Homeowners' requests from files. */
export const leadIntakeHandlers = {
  checkLeadRequests,
  importLeadRequests,
} satisfies Partial<OperatorHandlers>;
