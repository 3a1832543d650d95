import * as v from 'valibot';
import { type Call } from '#schemas/api/call.ts';
import { apiErrorStatus, apiFailure } from '#schemas/api/errors.ts';

/**
 * Narrows a list call to the fields that the request names (`constrainTo`): items have exactly these fields.
 * @param query the query string's parameters
 */
export function withRequestedFields(call: Call, query: unknown): Call {
  const requestedFields = (query as { constrainTo?: string } | undefined)?.constrainTo ?? '';
  if (requestedFields.trim() === '') return call;
  const { entries } = call.result as v.ObjectSchema<v.ObjectEntries, undefined>;
  const list = entries['data'] as v.ArraySchema<
    v.ObjectSchema<v.ObjectEntries, undefined>,
    undefined
  >;
  const fields = requestedFields.split(',').map((field) => field.trim());
  const item = Object.fromEntries(
    Object.entries(list.item.entries).filter(([name]) => fields.includes(name)),
  );
  return { ...call, result: v.object({ ...entries, data: v.array(v.strictObject(item)) }) };
}

/**
 * Throws unless the contract allows the response.
 * @returns the error codes; empty for a success
 */
export function documentedCodes(
  call: Call,
  response: { status: number; body: unknown; text: string },
): string[] {
  const contractError = (reason: string) =>
    new Error(`${call.id} ${response.status}: ${reason}. ${response.text}`);
  if (response.status === call.status) {
    const [issue] = v.safeParse(call.result, response.body).issues ?? [];
    if (issue) throw contractError(`${v.getDotPath(issue)} does not match the schema`);
    return [];
  }
  const { errors } = v.parse(apiFailure, response.body);
  for (const { code } of errors) {
    if (code === 'internal') throw contractError('the server failed');
    if (!call.errors.includes(code)) throw contractError(`${code} is not declared`);
    if (apiErrorStatus[code] !== response.status)
      throw contractError(`${code} has a different status`);
  }
  return errors.map((error) => error.code);
}
